#include "players/bot_files.h"

#include <algorithm>
#include <filesystem>
#include <set>
#include <sstream>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/text.h"
#include "process/sandbox.h"
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

std::string first_part(std::string_view module) {
    while (module.starts_with('.')) module.remove_prefix(1);
    return std::string(module.substr(0, module.find('.')));
}

// Adds the modules that are arguments of __import__ and import_module.
void add_called_modules(std::string_view text_line, std::set<std::string>& modules) {
    for (const std::string_view function : {"__import__(", "import_module("})
        for (auto at = text_line.find(function); at != text_line.npos;
             at = text_line.find(function, at + 1)) {
            auto rest = text_line.substr(at + function.size());
            rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
            if (rest.empty() || (rest[0] != '"' && rest[0] != '\'')) continue;
            const auto end = rest.find(rest[0], 1);
            if (end != rest.npos) modules.insert(first_part(rest.substr(1, end - 1)));
        }
}

// The modules that Python source imports: the first part of each name, "" for the folder itself. A
// false match only adds an unneeded file.
std::set<std::string> imported_modules(const std::string& text) {
    std::set<std::string> modules;
    std::istringstream text_lines(text);
    for (std::string text_line; std::getline(text_lines, text_line);) {
        add_called_modules(text_line, modules);
        // "import a.b as c, d" and "from a.b import c", also after a ';' or indented.
        for (const auto statement : split(text_line, ';')) {
            const auto words = split_words(statement);
            if (words.size() < 2) continue;
            if (words[0] == "import") {
                bool named = false;  // "as" was read; a local name follows
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

// The string literals of each text line. Includes comments, where a bot can list files whose names
// it computes. A false match only adds an unneeded file.
std::set<std::string> quoted_texts(const std::string& text) {
    std::set<std::string> found;
    std::istringstream text_lines(text);
    for (std::string text_line; std::getline(text_lines, text_line);)
        for (const char quote_mark : {'\'', '"'})
            for (auto open = text_line.find(quote_mark); open != text_line.npos;) {
                const auto end = text_line.find(quote_mark, open + 1);
                if (end == text_line.npos) break;
                found.insert(text_line.substr(open + 1, end - open - 1));
                open = end;
            }
    return found;
}

bool is_code(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".py" || ending == ".pyc" || ending == ".so";
}

// Which files belong to a bot because their names appear in quotes.
enum class Quoted { Everything, Data };

class Luggage {
public:
    Luggage(fs::path base, std::string bot, Quoted quoted)
        : base_(std::move(base)), bot_(std::move(bot)), quoted_(quoted) {}

    Result<std::vector<std::string>> gather(const std::string& main) {
        add(main);
        for (std::size_t next = 0; next < found_.size(); ++next) {
            if (!found_[next].ends_with(".py")) continue;
            TRY(const auto text, read_plain_file((base_ / found_[next]).string()));
            for (const auto& module : imported_modules(text)) TRY_VOID(add_module(module));
            for (const auto& name : quoted_texts(text)) TRY_VOID(add_named(name));
        }
        return found_;
    }

private:
    void add(std::string name) {
        if (known_.insert(name).second) found_.push_back(std::move(name));
    }
    std::unexpected<Error> cannot(const std::string& name, std::string_view why) const {
        return fail(Errc::Usage,
                    fmt::format("the bot {} needs {}, which cannot be sent to workers: {}",
                                quote(bot_), quote(name), why));
    }
    Result<void> add_file(const std::string& name, bool imported) {
        if (!imported && quoted_ == Quoted::Data && is_code(name)) return {};
        if (!is_travelling_name(name))
            return cannot(name, "its name is not portable between systems");
        add(name);
        if (found_.size() > kMostBotFiles)
            return cannot(name, fmt::format("a bot can have at most {} files", kMostBotFiles));
        return {};
    }
    Result<void> add_path(const std::string& name, bool imported) {
        const fs::path path = base_ / name;
        std::error_code failed;
        if (!fs::exists(fs::symlink_status(path, failed))) return {};
        if (std::ranges::count(fs::path(name), fs::path("__pycache__")) > 0) return {};
        // A symbolic link anywhere in the path can lead out of the folder.
        fs::path walked = base_;
        for (const auto& part : fs::path(name))
            if (fs::is_symlink(fs::symlink_status(walked /= part, failed)))
                return cannot(name, "its path contains a symbolic link");
        if (is_plain_file(path)) return add_file(name, imported);
        if (!is_plain_folder(path)) return {};
        for (fs::recursive_directory_iterator entry(path, failed), end; !failed && entry != end;
             entry.increment(failed)) {
            const auto inner = entry->path().lexically_relative(base_).string();
            if (entry->is_symlink(failed)) return cannot(inner, "it is a symbolic link");
            if (entry->path().filename() == "__pycache__") entry.disable_recursion_pending();
            if (is_plain_file(entry->path())) TRY_VOID(add_file(inner, imported));
        }
        if (failed) return cannot(name, "it cannot be read");
        return {};
    }
    Result<void> add_module(const std::string& module) {
        if (!is_travelling_name(module) || module.find('/') != module.npos) return {};
        TRY_VOID(add_path(module + ".py", true));
        return add_path(module, true);
    }
    Result<void> add_named(std::string name) {
        while (name.starts_with("./")) name.erase(0, 2);
        while (name.size() > 1 && name.ends_with('/')) name.pop_back();
        const auto inside = fs::path(name).lexically_relative(base_).string();
        if (name.starts_with('/') && is_travelling_name(inside) && fs::exists(base_ / inside))
            return cannot(
                name,
                "absolute paths differ between machines; use a path relative to the bot's folder");
        return is_travelling_name(name) ? add_path(name, false) : Result<void>();
    }

    fs::path base_;
    std::string bot_;
    Quoted quoted_;
    std::vector<std::string> found_;
    std::set<std::string> known_;
};

// The Python classes that define move(self, board, old_move, flag), as course bots do.
std::vector<std::string> classes_with_move(const std::string& text) {
    std::vector<std::string> classes;
    std::string current;
    std::size_t start = 0;
    for (const auto text_line : split(text, '\n')) {
        const std::size_t at = start;
        start += text_line.size() + 1;
        const auto words = split_words(text_line);
        if (words.size() < 2) continue;
        if (words[0] == "class")
            current = std::string(words[1].substr(0, words[1].find_first_of("(:")));
        if (words[0] != "def" || !(words[1] == "move" || words[1].starts_with("move("))) continue;
        const auto open = text.find('(', at), close = text.find(')', at);
        if (open == text.npos || close == text.npos || close < open) continue;
        const auto parameters = std::string_view(text).substr(open, close - open);
        if (std::ranges::count(parameters, ',') >= 3) classes.push_back(current);
    }
    return classes;
}

// The players that come with the course simulators.
bool is_simulators_own(std::string_view class_name) {
    std::string name = to_lower(class_name);
    std::erase(name, '_');
    return name == "randomplayer" || name == "manualplayer" || name == "humanplayer";
}

bool looks_like_bot(const fs::path& file) {
    if (file.extension() != ".py") return false;
    const auto text = read_plain_file(file.string());
    return text && !classes_with_move(*text).empty();
}

// A team's class may inherit its move from another file.
bool has_class_of_team(const std::string& text) {
    return std::ranges::any_of(split(text, '\n'), [](std::string_view text_line) {
        const std::string start = to_lower(text_line.substr(0, 12));
        return start.starts_with("class team") || start.starts_with("class player");
    });
}

bool lies_in(const fs::path& path, const fs::path& folder) {
    return std::ranges::mismatch(folder, path).in1 == folder.end();
}

Result<std::vector<std::string>> files_needed(const std::string& bot_file, Quoted quoted) {
    std::error_code failed;
    const fs::path main = fs::canonical(bot_file, failed);
    if (failed || !fs::is_regular_file(main))
        return fail(Errc::Usage, fmt::format("no such bot file: {}", quote(bot_file)));
    return Luggage(main.parent_path(), bot_file, quoted).gather(main.filename().string());
}

// The file or top-level folder below `folder` that contains `file`.
fs::path place_of(const fs::path& file, const fs::path& folder) {
    const fs::path inner = file.lexically_relative(folder);
    return inner.has_parent_path() ? folder / *inner.begin() : file;
}

// "team10" of team10_helper.py: the common prefix of the names of one entrant's files.
std::string entrant_of(const fs::path& file) {
    const std::string stem = to_lower(file.stem().string());
    return stem.substr(0, stem.find_first_of("_-."));
}

}  // namespace

bool is_travelling_name(std::string_view name) {
    if (name.empty() || name.size() > 255) return false;
    for (const auto part : split(name, '/')) {
        const bool plain = std::ranges::none_of(
            part, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
        if (part.empty() || part == "." || part == ".." || !plain || !is_utf8(part)) return false;
    }
    return true;
}

std::vector<std::string> visible_files(const std::string& file,
                                       std::span<const std::string> others) {
    std::error_code failed;
    const fs::path own = fs::canonical(file, failed);
    const fs::path folder = own.parent_path();
    // The other entrants in the folder: known ones, and files that look like bots.
    std::vector<fs::path> rivals;
    for (const auto& other : others) {
        const fs::path path = fs::weakly_canonical(other, failed);
        if (path != own && lies_in(path, folder)) rivals.push_back(path);
    }
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        if (rivals.size() >= kMostBotFiles) break;
        if (entry.path() != own && entrant_of(entry.path()) != entrant_of(own) &&
            looks_like_bot(entry.path()))
            rivals.push_back(entry.path());
    }
    if (rivals.empty() && !is_shared_folder(folder.string())) return {folder.string()};

    std::vector<std::string> visible{own.string()};
    // Code that it mentions without importing it belongs to another bot.
    const auto needed = own.extension() == ".py" ? files_needed(own.string(), Quoted::Data)
                                                 : Result<std::vector<std::string>>();
    const auto belongs_to_rival = [&](const fs::path& path) {
        return std::ranges::any_of(rivals, [&](const fs::path& rival) {
            return lies_in(path, place_of(rival, folder)) || lies_in(rival, path) ||
                   (entrant_of(path) == entrant_of(rival) && entrant_of(path) != entrant_of(own));
        });
    };
    for (const auto& name : needed.value_or(std::vector<std::string>())) {
        const fs::path path = folder / name;
        if (path != own && !belongs_to_rival(path)) visible.push_back(path.string());
    }
    return visible;
}

bool holds_bot(const std::string& file) {
    const auto text = read_plain_file(file);
    return text && (has_class_of_team(*text) ||
                    !std::ranges::all_of(classes_with_move(*text), is_simulators_own));
}

Result<std::uint64_t> bot_checksum(const std::string& bot_file) {
    std::error_code failed;
    const fs::path main = fs::canonical(bot_file, failed);
    // Files that cannot be sent to other machines may still be played here.
    const auto files =
        files_of_bot(bot_file).value_or(std::vector<std::string>{main.filename().string()});
    std::uint64_t hash = 14695981039346656037u;  // FNV-1a
    const auto add = [&](std::string_view bytes) {
        for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
        hash = (hash ^ 0xffu) * 1099511628211u;
    };
    for (const std::string& name : files) {
        TRY(const std::string content, read_plain_file((main.parent_path() / name).string()));
        add(name);
        add(content);
    }
    return hash;
}

Result<std::string> read_plain_file(const std::string& path) {
    // Not Errc::Io, which callers retry: retrying does not help for a missing file. The last
    // component must not be a link, even if it became one after the check.
    // Not waiting for the other end of a pipe.
    const UniqueFd file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
    struct stat about{};
    if (!file || ::fstat(file.get(), &about) != 0 || !S_ISREG(about.st_mode))
        return fail(Errc::Usage, fmt::format("cannot read {}", quote(path)));
    if (about.st_size > static_cast<off_t>(kMostFileBytes))
        return fail(Errc::Usage, fmt::format("{} has {} bytes; the maximum is {}", quote(path),
                                             about.st_size, kMostFileBytes));
    std::string content(static_cast<std::size_t>(about.st_size), '\0');
    std::size_t have = 0;
    while (have < content.size()) {
        const auto got = ::read(file.get(), content.data() + have, content.size() - have);
        if (got <= 0) return fail(Errc::Usage, fmt::format("cannot read {}", quote(path)));
        have += static_cast<std::size_t>(got);
    }
    return content;
}

Result<std::vector<std::string>> files_of_bot(const std::string& bot_file) {
    return files_needed(bot_file, Quoted::Everything);
}

}  // namespace xttt
