#include "cluster/bot_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/text.h"
#include "cluster/digest.h"
#include "process/unique_fd.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

bool is_plain_file(const fs::path& path) {
    std::error_code failed;
    return fs::symlink_status(path, failed).type() == fs::file_type::regular;
}
bool is_plain_folder(const fs::path& path) {
    std::error_code failed;
    return fs::symlink_status(path, failed).type() == fs::file_type::directory;
}

Result<std::string> read_file(const fs::path& path) {
    // The last name must not be a link even if it has become one since it was looked at.
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW));
    struct stat about{};
    if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
        return fail(Errc::Io, fmt::format("cannot read {}", quote(path.string())));
    std::string content(static_cast<std::size_t>(about.st_size), '\0');
    std::size_t have = 0;
    while (have < content.size()) {
        const auto got = ::read(file.get(), content.data() + have, content.size() - have);
        if (got <= 0) return fail(Errc::Io, fmt::format("cannot read {}", quote(path.string())));
        have += static_cast<std::size_t>(got);
    }
    return content;
}

// The modules a text of Python names in its import statements: the first part of each, "" for
// the folder itself. Text that only looks like an import adds a file too many at worst.
std::set<std::string> imported_modules(const std::string& text) {
    std::set<std::string> modules;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        // "import a.b as c, d" and "from a.b import c", also after a ';' or indented.
        for (const auto statement : split(line, ';')) {
            const auto words = split_words(statement);
            if (words.size() < 2) continue;
            const auto first_part = [](std::string_view name) {
                while (name.starts_with('.')) name.remove_prefix(1);
                return std::string(name.substr(0, name.find('.')));
            };
            if (words[0] == "import") {
                bool named = false;  // after "as" stands a name of their own
                for (const auto word : std::span(words).subspan(1)) {
                    if (!named && word != "as") modules.insert(first_part(word));
                    named = word == "as";
                }
            } else if (words[0] == "from") {
                modules.insert(first_part(words[1]));
                // "from . import a, b"
                if (words[1].find_first_not_of('.') == std::string_view::npos)
                    for (const auto word : std::span(words).subspan(2))
                        modules.insert(first_part(word));
            }
        }
    }
    return modules;
}

// All Python files of a package's folder, as names from `base`.
std::vector<std::string> package_files(const fs::path& base, const std::string& package) {
    std::vector<std::string> names;
    std::error_code failed;
    for (fs::recursive_directory_iterator entry(base / package, failed), end;
         !failed && entry != end && names.size() <= kMostBotFiles; entry.increment(failed))
        if (is_plain_file(entry->path()) && entry->path().extension() == ".py")
            names.push_back(fs::relative(entry->path(), base).string());
    return names;
}

}  // namespace

bool is_bot_file_name(std::string_view name) {
    if (name.empty() || name.size() > 255) return false;
    for (const auto part : split(name, '/')) {
        const bool plain = std::ranges::none_of(
            part, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
        if (part.empty() || part == "." || part == ".." || !plain || !is_utf8(part)) return false;
    }
    return true;
}

Result<std::vector<std::string>> imported_files(const std::string& bot_file) {
    std::error_code failed;
    const fs::path main = fs::canonical(bot_file, failed);
    if (failed || !fs::is_regular_file(main))
        return fail(Errc::Usage, fmt::format("there is no bot file {}", quote(bot_file)));
    const fs::path base = main.parent_path();
    std::vector<std::string> found = {main.filename().string()};
    std::set<std::string> known(found.begin(), found.end());
    const auto add = [&](std::string name) {
        if (known.insert(name).second) found.push_back(std::move(name));
    };
    for (std::size_t next = 0; next < found.size(); ++next) {
        if (found.size() > kMostBotFiles)
            return fail(Errc::Usage, fmt::format("the bot {} imports more than {} files of its "
                                                 "folder",
                                                 quote(bot_file), kMostBotFiles));
        const auto text = read_file(base / found[next]);
        if (!text) return std::unexpected(text.error());
        for (const auto& module : imported_modules(*text)) {
            if (!is_bot_file_name(module) || module.find('/') != module.npos) continue;
            if (is_plain_file(base / (module + ".py"))) add(module + ".py");
            if (is_plain_folder(base / module))
                for (auto& name : package_files(base, module)) add(std::move(name));
        }
    }
    return found;
}

Result<BotFiles> send_bot(const ObjectStore& store, const std::string& bot_file) {
    const auto names = imported_files(bot_file);
    if (!names) return std::unexpected(names.error());
    const fs::path base = fs::canonical(bot_file).parent_path();
    BotFiles bot{.main = names->front(), .files = {}};
    for (const auto& name : *names) {
        if (!is_bot_file_name(name))
            return fail(Errc::Usage, fmt::format("a file named {} cannot travel", quote(name)));
        const auto content = read_file(base / name);
        if (!content) return std::unexpected(content.error());
        const auto digest = store.put(*content);
        if (!digest) return std::unexpected(digest.error());
        bot.files[name] = *digest;
    }
    return bot;
}

Result<std::string> BotCache::fetch(const BotFiles& bot) const {
    // Named by all it holds, so that equal names never mean different bots.
    std::string listing = bot.main + '\n';
    for (const auto& [name, digest] : bot.files) listing += name + '\n' + digest + '\n';
    const fs::path target = fs::path(folder_) / sha256_hex(listing);
    std::error_code failed;
    if (is_plain_folder(target)) return (target / bot.main).string();
    fs::create_directories(folder_, failed);
    std::string pattern = (fs::path(folder_) / "arriving-XXXXXX").string();
    if (failed || ::mkdtemp(pattern.data()) == nullptr)
        return fail(Errc::Io, fmt::format("cannot write to the folder {}", quote(folder_)));
    const fs::path arriving = pattern;
    const auto give_up = [&](Error error) {
        fs::remove_all(arriving, failed);
        return std::unexpected(std::move(error));
    };
    for (const auto& [name, digest] : bot.files) {
        const auto content = store_.get(digest);
        if (!content) return give_up(content.error());
        fs::create_directories((arriving / name).parent_path(), failed);
        std::ofstream out(arriving / name, std::ios::binary);
        out << *content;
        out.close();
        if (!out) return give_up({Errc::Io, fmt::format("cannot write to {}", quote(folder_))});
    }
    // The jail reads it with other rights than ours.
    fs::permissions(arriving, fs::perms(0755), failed);
    fs::rename(arriving, target, failed);
    // Another thread may have been first with the same files.
    if (failed && !is_plain_folder(target))
        return give_up({Errc::Io, fmt::format("cannot write to {}", quote(folder_))});
    fs::remove_all(arriving, failed);
    return (target / bot.main).string();
}

}  // namespace xttt
