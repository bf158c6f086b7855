#include "players/bot_files.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <mutex>
#include <set>
#include <tuple>

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include "base/text.h"
#include "players/python_source.h"
#include "process/sandbox.h"
#include "process/spawn.h"
#include "process/unique_fd.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kLongestName = 255;  // relative to the bot's folder
constexpr std::size_t kLongestPath = 4096;
constexpr std::size_t kMostNames = 10 * kMostBotFiles;  // of which most do not exist

bool is_plain_file(const fs::path& path) {
    std::error_code failed;
    return fs::symlink_status(path, failed).type() == fs::file_type::regular;
}
bool is_plain_folder(const fs::path& path) {
    std::error_code failed;
    return fs::symlink_status(path, failed).type() == fs::file_type::directory;
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
        : base_(std::move(base)), bot_(std::move(bot)), quoted_(quoted) {
        std::error_code failed;
        for (fs::directory_iterator entry(base_, failed), end; !failed && entry != end;
             entry.increment(failed))
            in_base_.insert(entry->path().filename().string());
    }

    Result<std::vector<std::string>> gather(const std::string& main) {
        add(main);
        for (std::size_t next = 0; next < found_.size(); ++next) {
            if (!found_[next].ends_with(".py")) continue;
            TRY(const auto text, read_plain_file((base_ / found_[next]).string()));
            scanned_ += text.size();
            if (scanned_ > kMostSourceBytes)
                return fail(
                    Errc::BadInput,
                    fmt::format("the Python files of the bot {} have more than {} MiB; keep "
                                "tables in a data file",
                                quote(bot_), kMostSourceBytes >> 20));
            for (const auto module : imported_modules(text))
                TRY_VOID(add_module(std::string(module)));
            for (const auto name : quoted_texts(text)) TRY_VOID(add_named(name));
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
        if (!is_portable_path(name))
            return cannot(name, "its name is not portable between systems");
        add(name);
        if (found_.size() > kMostBotFiles)
            return cannot(name, fmt::format("a bot can have at most {} files", kMostBotFiles));
        return {};
    }
    Result<void> add_path(const std::string& name, bool imported) {
        // Source can name millions of files that do not exist.
        if (!in_base_.contains(std::string_view(name).substr(0, name.find('/')))) return {};
        if (!looked_at_.emplace(name, imported).second) return {};
        if (looked_at_.size() > kMostNames)
            return fail(Errc::BadInput, fmt::format("the bot {} names more than {} files",
                                                    quote(bot_), kMostNames));
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
        if (!is_portable_path(module) || module.find('/') != module.npos) return {};
        TRY_VOID(add_path(module + ".py", true));
        return add_path(module, true);
    }
    Result<void> add_named(std::string_view name) {
        while (name.starts_with("./")) name.remove_prefix(2);
        while (name.size() > 1 && name.ends_with('/')) name.remove_suffix(1);
        if (name.size() > kLongestPath) return {};
        if (name.starts_with(base_.native()) && !is_absolute_name_outside(name))
            return cannot(
                std::string(name),
                "absolute paths differ between machines; use a path relative to the bot's folder");
        return is_portable_path(name) ? add_path(std::string(name), false) : Result<void>();
    }
    bool is_absolute_name_outside(std::string_view name) const {
        const auto inside = fs::path(name).lexically_relative(base_).string();
        return !is_portable_path(inside) ||
               !in_base_.contains(std::string_view(inside).substr(0, inside.find('/'))) ||
               !fs::exists(base_ / inside);
    }

    fs::path base_;
    std::string bot_;
    Quoted quoted_;
    std::set<std::string, std::less<>> in_base_;  // the names in its folder
    std::set<std::pair<std::string, bool>> looked_at_;
    std::size_t scanned_ = 0;
    std::vector<std::string> found_;
    std::set<std::string> known_;
};

// The players that come with the course simulators.
bool is_simulators_own(std::string_view class_name) {
    std::string name = to_lower(class_name);
    std::erase(name, '_');
    return name == "randomplayer" || name == "manualplayer" || name == "humanplayer";
}

// The source of a Python file that is not too large to be scanned; otherwise empty.
std::string source_to_scan(const fs::path& file) {
    std::error_code failed;
    const auto size = fs::file_size(file, failed);
    if (failed || size > kMostSourceBytes) return {};
    return read_plain_file(file.string()).value_or(std::string());
}

// Remembers the answer for each version of a file: the other files in a bot's folder are looked at
// at the start of each game.
bool looks_like_bot(const fs::path& file) {
    if (file.extension() != ".py") return false;
    struct stat about{};
    if (::lstat(file.c_str(), &about) != 0 || !S_ISREG(about.st_mode)) return false;
    const auto nanoseconds = [](const timespec& time) {
        return std::int64_t{time.tv_sec} * 1'000'000'000 + time.tv_nsec;
    };
    const std::tuple version(about.st_dev, about.st_ino, about.st_size, nanoseconds(about.st_mtim),
                             nanoseconds(about.st_ctim));
    static std::mutex mutex;
    static std::map<decltype(version), bool> known;
    {
        const std::lock_guard lock(mutex);
        if (const auto found = known.find(version); found != known.end()) return found->second;
    }
    const bool is_bot = !classes_with_move(source_to_scan(file)).empty();
    const std::lock_guard lock(mutex);
    constexpr std::size_t kMostKnown = 10'000;
    if (known.size() >= kMostKnown) known.clear();
    known.emplace(version, is_bot);
    return is_bot;
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

// "team10" of team10_helper.py: the common prefix of the names of one entrant's files.
std::string entrant_of(const fs::path& file) {
    const std::string stem = to_lower(file.stem().string());
    return stem.substr(0, stem.find_first_of("_-."));
}

}  // namespace

bool is_portable_path(std::string_view name) {
    if (name.empty() || name.size() > kLongestName) return false;
    for (const auto part : split(name, '/')) {
        const bool plain = std::ranges::none_of(
            part, [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7f'; });
        if (part.empty() || part == "." || part == ".." || !plain || !is_utf8(part)) return false;
    }
    return true;
}

Result<std::vector<std::string>> visible_files(const std::string& file,
                                               std::span<const std::string> others) {
    std::error_code failed;
    const fs::path own = fs::canonical(file, failed);
    const fs::path folder = own.parent_path();
    // The files or top-level folders of the other entrants in the folder: known ones, and files
    // that look like bots; and the beginnings of their names.
    std::set<std::string> rivals, rival_entrants;
    const auto add_rival = [&](const fs::path& rival) {
        rivals.insert(rival.lexically_relative(folder).begin()->string());
        rival_entrants.insert(entrant_of(rival));
    };
    for (const auto& other : others) {
        const fs::path path = fs::weakly_canonical(other, failed);
        if (path != own && lies_in(path, folder)) add_rival(path);
    }
    for (const auto& entry : fs::directory_iterator(folder, failed)) {
        if (rivals.size() >= kMostBotFiles) break;
        if (entry.path() != own && entrant_of(entry.path()) != entrant_of(own) &&
            looks_like_bot(entry.path()))
            add_rival(entry.path());
    }
    if (rivals.empty() && !is_shared_folder(folder.string())) return std::vector{folder.string()};

    std::vector<std::string> visible{own.string()};
    if (own.extension() != ".py") return visible;
    const auto needed = files_needed(own.string(), Quoted::Data);
    if (!needed && needed.error().code == Errc::BadInput) return std::unexpected(needed.error());
    // Code that it mentions without importing it belongs to another bot.
    rival_entrants.erase(entrant_of(own));
    for (const auto& name : needed.value_or(std::vector<std::string>())) {
        const fs::path path = folder / name;
        if (path != own && !rivals.contains(fs::path(name).begin()->string()) &&
            !rival_entrants.contains(entrant_of(path)))
            visible.push_back(path.string());
    }
    return visible;
}

bool holds_bot(const std::string& file) {
    const std::string text = source_to_scan(file);
    return has_class_of_team(text) ||
           !std::ranges::all_of(classes_with_move(text), is_simulators_own);
}

namespace {

// FNV-1a over separate parts.
struct Checksum {
    std::uint64_t value = 14695981039346656037u;
    void add(std::string_view bytes) {
        for (const char c : bytes) value = (value ^ static_cast<unsigned char>(c)) * 1099511628211u;
        value = (value ^ 0xffu) * 1099511628211u;
    }
};

}  // namespace

Result<std::uint64_t> bot_checksum(const std::string& bot_file) {
    std::error_code failed;
    const fs::path main = fs::canonical(bot_file, failed);
    // Files that cannot be sent to other machines may still be played here.
    const auto files =
        files_of_bot(bot_file).value_or(std::vector<std::string>{main.filename().string()});
    Checksum sum;
    for (const std::string& name : files) {
        TRY(const std::string content, read_plain_file((main.parent_path() / name).string()));
        sum.add(name);
        sum.add(content);
    }
    return sum.value;
}

Result<std::uint64_t> program_checksum(const std::vector<std::string>& argv) {
    TRY(const auto program, find_program(argv.at(0)));
    Checksum sum;
    for (std::size_t i = 0; i < argv.size(); ++i) {
        std::error_code failed;
        const fs::path file = fs::canonical(i == 0 ? program : argv[i], failed);
        if (failed || !fs::is_regular_file(file, failed)) continue;
        TRY(const std::string content, read_plain_file(file.string()));
        sum.add(std::to_string(i));
        sum.add(content);
    }
    return sum.value;
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
