#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "base/text.h"
#include "commands.h"
#include "common_options.h"
#include "starters.h"

namespace xttt {
namespace {

struct NewBotOptions {
    std::string folder;  // its last part is the name of the bot
    std::string language = "python";
};

namespace fs = std::filesystem;

// The name the starters bear in the sources.
constexpr std::string_view kPlaceholder = "mybot";

struct Starter {
    std::string_view ending;  // of the file's name, which is the bot's; empty: `file` as it is
    std::string_view file;
    std::string_view text;
    bool executable;
};

struct Language {
    std::string_view name;
    std::vector<Starter> files;
    std::string_view run;    // what to do before it runs, "" for nothing
    std::string_view entry;  // the program: the bot's name and this
};

const std::vector<Language>& languages() {
    static const std::vector<Language> all{
        {"python", {{".py", "", starters::kMybotPy, true}}, "", ".py"},
        {"cpp",
         {{".cpp", "", starters::kMybotCpp, false}, {"", "Makefile", starters::kMakefile, false}},
         "make",
         ""}};
    return all;
}

std::string with_name(std::string_view text, const std::string& name) {
    std::string named;
    for (std::size_t at; (at = text.find(kPlaceholder)) != std::string_view::npos;) {
        named.append(text.substr(0, at)).append(name);
        text.remove_prefix(at + kPlaceholder.size());
    }
    return named.append(text);
}

bool is_bot_name(std::string_view name) {
    const auto fits = [](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' || c == '_';
    };
    return !name.empty() && name.size() <= 64 && name[0] != '-' && std::ranges::all_of(name, fits);
}

Result<void> write_file(const fs::path& path, const std::string& text, bool executable) {
    std::ofstream file(path, std::ios::binary);
    file << text;
    TRY_VOID(check_written(file, quote(path.string())));
    std::error_code failed;
    if (executable)
        fs::permissions(path,
                        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec,
                        fs::perm_options::add, failed);
    if (failed)
        return fail(Errc::Io, fmt::format("cannot make {} executable: {}", quote(path.string()),
                                          failed.message()));
    return {};
}

}  // namespace

Result<void> run_new_bot(const NewBotOptions& options, std::ostream& out) {
    const auto language = std::ranges::find(languages(), options.language, &Language::name);
    if (language == languages().end())
        return fail(Errc::Usage, fmt::format("unknown language {}; choose from python, cpp",
                                             quote(options.language)));
    // "bots/mybot/" names the same folder as "bots/mybot".
    fs::path folder = fs::path(options.folder).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    const std::string name = folder.filename().string();
    if (!is_bot_name(name))
        return fail(Errc::Usage,
                    fmt::format("invalid bot name {}: use letters, digits, - and _", quote(name)));

    std::error_code failed;
    if (!fs::create_directories(folder, failed))
        return fail(Errc::Io, fmt::format("cannot create the folder {}: {}", quote(folder.string()),
                                          failed ? failed.message() : "it already exists"));
    for (const Starter& starter : language->files) {
        const auto file =
            starter.file.empty() ? name + std::string(starter.ending) : std::string(starter.file);
        TRY_VOID(write_file(folder / file, with_name(starter.text, name), starter.executable));
    }
    const std::string program = (folder / (name + std::string(language->entry))).string();
    out << fmt::format("Created {}. Next:\n", folder.string());
    if (!language->run.empty()) out << fmt::format("  {} -C {}\n", language->run, folder.string());
    out << fmt::format("  xttt check-bot ugi:{0}\n  xttt match --x ugi:{0} --o random\n", program);
    return check_written(out, "standard output");
}

void add_new_bot(Command& app) {
    auto& command = app.add("new-bot", "Create a folder with a simple bot to start from.",
                            {"xttt new-bot mybot", "xttt new-bot mybot --language cpp"});
    auto options = std::make_shared<NewBotOptions>();
    command.option("FOLDER", options->folder, "Folder to create; its name becomes the bot's")
        .required();
    command.group("Bot");
    command.option("--language NAME", options->language, "Programming language").values = {"python",
                                                                                           "cpp"};
    command.run([options](Streams io) { return run_new_bot(*options, io.out); });
}

}  // namespace xttt
