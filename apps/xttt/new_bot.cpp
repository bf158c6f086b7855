#include <algorithm>
#include <filesystem>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/ranges.h>

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

// The name of the bot in the starter sources.
constexpr std::string_view kPlaceholder = "mybot";

// In all texts below, the placeholder is replaced by the name of the bot.
struct Starter {
    std::string_view file;  // within the bot's folder
    std::string_view text;
    bool executable = false;
};

struct Language {
    std::string_view name;
    std::vector<Starter> files;
    std::string_view build;    // the command, with FOLDER for the bot's folder; "" for none
    std::string_view program;  // within the bot's folder
};

const std::vector<Language>& languages() {
    static const std::vector<Language> all{
        {"python", {{"mybot.py", starters::kMybotPy, true}}, "", "mybot.py"},
        {"cpp",
         {{"mybot.cpp", starters::kMybotCpp}, {"Makefile", starters::kMakefile}},
         "make -C FOLDER",
         "mybot"},
        {"c",
         {{"mybot.c", starters::kMybotC}, {"Makefile", starters::kMakefileC}},
         "make -C FOLDER",
         "mybot"},
        {"rust",
         {{"src/main.rs", starters::kMainRs}, {"Cargo.toml", starters::kCargoTomlIn}},
         "cargo build --release --manifest-path FOLDER/Cargo.toml",
         "target/release/mybot"},
        {"go",
         {{"mybot.go", starters::kMybotGo}, {"go.mod", starters::kGoModIn}},
         "(cd FOLDER && go build)",
         "mybot"},
        {"java",
         {{"Main.java", starters::kMainJava}, {"Makefile", starters::kMakefileJava}},
         "make -C FOLDER",
         "mybot"},
        {"javascript", {{"mybot.js", starters::kMybotJs, true}}, "", "mybot.js"}};
    return all;
}

std::vector<std::string> language_names() {
    std::vector<std::string> names;
    for (const Language& language : languages()) names.emplace_back(language.name);
    return names;
}

std::string replace_all(std::string_view text, std::string_view word, std::string_view by) {
    std::string replaced;
    for (std::size_t at; (at = text.find(word)) != std::string_view::npos;) {
        replaced.append(text.substr(0, at)).append(by);
        text.remove_prefix(at + word.size());
    }
    return replaced.append(text);
}

std::string with_name(std::string_view text, std::string_view name) {
    return replace_all(text, kPlaceholder, name);
}

bool is_bot_name(std::string_view name) {
    const auto fits = [](char c) {
        return is_digit(c) || (to_lower(c) >= 'a' && to_lower(c) <= 'z') || c == '-' || c == '_';
    };
    return !name.empty() && name.size() <= 64 && name[0] != '-' && std::ranges::all_of(name, fits);
}

Result<void> write_starter(const fs::path& path, const std::string& text, bool executable) {
    TRY_VOID(write_file(path.string(), text, quote(path.string())));
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
        return fail(Errc::Usage,
                    fmt::format("unknown language {}; choose from {}", quote(options.language),
                                fmt::join(language_names(), ", ")));
    // "bots/mybot/" names the same folder as "bots/mybot".
    fs::path folder = fs::path(options.folder).lexically_normal();
    if (!folder.has_filename()) folder = folder.parent_path();
    const std::string name = folder.filename().string();
    if (!is_bot_name(name))
        return fail(Errc::Usage,
                    fmt::format("invalid bot name {}: use letters, digits, - and _", quote(name)));

    if (options.language == "rust" && is_digit(name[0]))
        return fail(Errc::Usage, fmt::format("invalid bot name {}: in Rust it starts with a letter",
                                             quote(name)));

    std::error_code failed;
    if (!fs::create_directories(folder, failed))
        return fail(Errc::Io, fmt::format("cannot create the folder {}: {}", quote(folder.string()),
                                          failed ? failed.message() : "it already exists"));
    for (const Starter& starter : language->files) {
        const fs::path file = folder / with_name(starter.file, name);
        fs::create_directories(file.parent_path(), failed);
        TRY_VOID(write_starter(file, with_name(starter.text, name), starter.executable));
    }
    const std::string program = (folder / with_name(language->program, name)).string();
    out << fmt::format("Created {}. Next:\n", folder.string());
    if (!language->build.empty())
        out << "  " << replace_all(language->build, "FOLDER", folder.string()) << '\n';
    out << fmt::format("  xttt check-bot ugi:{0}\n  xttt match --x ugi:{0} --o random\n", program);
    return check_written(out, "standard output");
}

void add_new_bot(Command& app) {
    auto& command = app.add("new-bot", "Create a folder with a simple bot to start from.",
                            {"xttt new-bot mybot", "xttt new-bot mybot --language rust"});
    auto options = std::make_shared<NewBotOptions>();
    command.option("FOLDER", options->folder, "Folder to create; its name becomes the bot's")
        .required();
    command.group("Bot");
    command.option("--language NAME", options->language, "Programming language").values =
        language_names();
    command.run([options](Streams io) { return run_new_bot(*options, io.out); });
}

}  // namespace xttt
