#include "arena/submission.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <ranges>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "arena/zip.h"
#include "base/text.h"
#include "players/bot_files.h"
#include "players/python_source.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kPython = "python:", kProgram = "sandbox:";

bool is_source(const fs::path& file) {
    const std::string ending = file.extension().string();
    return ending == ".cpp" || ending == ".cc" || ending == ".cxx";
}

bool is_script(const fs::path& file) {
    std::ifstream in(file, std::ios::binary);
    return in.get() == '#' && in.get() == '!';
}

// An ELF file that can be executed: no object file, no library.
bool is_machine_code(const fs::path& file) {
    constexpr std::size_t kTypeOffset = 16;
    constexpr char kExecutable = 2, kPositionIndependent = 3;
    std::ifstream in(file, std::ios::binary);
    std::string start(kTypeOffset + 2, '\0');
    in.read(start.data(), static_cast<std::streamsize>(start.size()));
    const char type = start[kTypeOffset];
    return start.starts_with("\177ELF") && (type == kExecutable || type == kPositionIndependent) &&
           !file.filename().string().contains(".so");
}

// The files of the folder, those nearest to its top first.
std::vector<std::string> files_in(const std::string& folder) {
    std::vector<std::string> names;
    std::error_code failed;
    for (const auto& entry : fs::recursive_directory_iterator(folder, failed))
        if (entry.is_regular_file(failed))
            names.push_back(fs::relative(entry.path(), folder, failed).string());
    std::ranges::sort(names, {}, [](const std::string& name) {
        return std::pair(std::ranges::count(name, '/'), name);
    });
    return names;
}

Result<void> write_bot_file(const fs::path& path, std::string_view content, bool executable) {
    std::error_code failed;
    fs::create_directories(path.parent_path(), failed);
    std::ofstream out(path, std::ios::binary);
    out.write(content.data(), static_cast<std::streamsize>(content.size()));
    out.close();
    if (!out || failed) return fail(Errc::Io, fmt::format("cannot write '{}'", path.string()));
    const auto mode = fs::perms::owner_read | fs::perms::owner_write;
    fs::permissions(path, executable ? mode | fs::perms::owner_exec : mode, failed);
    return {};
}

// The only one of several candidates, or the only one at the top of the folder.
Result<std::string> only_one(const std::vector<std::string>& candidates, std::string_view what) {
    const auto at_top = [](const std::string& name) { return !name.contains('/'); };
    if (candidates.size() == 1) return candidates.front();
    if (std::ranges::count_if(candidates, at_top) == 1) return candidates.front();
    return fail(Errc::BadInput,
                fmt::format("expected one bot, found {} {}: {}", candidates.size(), what,
                            fmt::join(candidates | std::views::take(5), ", ")));
}

struct SourceFile {
    std::string name;
    std::string content;
    bool is_python;
};

// At most kMaxSource bytes.
std::vector<SourceFile> sources_in(const std::string& folder) {
    std::vector<SourceFile> sources;
    std::size_t bytes = 0;
    for (const std::string& name : files_in(folder)) {
        const bool is_python = name.ends_with(".py");
        if (!is_python && !is_source(name) && !name.ends_with(".h") && !name.ends_with(".hpp"))
            continue;
        auto content = read_plain_file(folder + "/" + name);
        if (!content || bytes + name.size() + content->size() > kMaxSource) continue;
        bytes += name.size() + content->size();
        sources.push_back({name, std::move(*content), is_python});
    }
    return sources;
}

}  // namespace

std::string safe_file_name(std::string_view name) {
    name = name.substr(name.find_last_of("/\\") + 1);
    std::string safe;
    for (const char c : name.substr(0, 100)) {
        const char lower = to_lower(c);
        const bool fits =
            (lower >= 'a' && lower <= 'z') || is_digit(c) || c == '.' || c == '-' || c == '_';
        safe += fits ? c : '_';
    }
    if (safe.empty() || safe.front() == '.' || safe.front() == '-') safe.insert(0, "bot");
    return safe;
}

Result<void> unpack_upload(std::string_view bytes, const std::string& file_name,
                           const std::string& folder) {
    if (!bytes.starts_with("PK\3\4") && !bytes.starts_with("PK\5\6"))
        return write_bot_file(fs::path(folder) / file_name, bytes, true);
    TRY(const auto files, read_zip(bytes));
    for (const ArchivedFile& file : files)
        TRY_VOID(write_bot_file(fs::path(folder) / file.name, file.content, file.executable));
    return {};
}

bool needs_build(const std::string& folder) {
    const auto names = files_in(folder);
    const auto builds = [](const fs::path& name) {
        const std::string file = name.filename().string();
        return is_source(name) || file == "Makefile" || file == "makefile" ||
               file == "CMakeLists.txt";
    };
    const auto plays = [&](const std::string& name) {
        const std::string path = folder + "/" + name;
        return name.ends_with(".py") ? holds_bot(path) : is_machine_code(path);
    };
    return std::ranges::any_of(names, builds) && std::ranges::none_of(names, plays);
}

Result<std::string> find_bot(const std::string& folder) {
    std::vector<std::string> bots, programs, scripts;
    const auto names = files_in(folder);
    for (const std::string& name : names) {
        const std::string path = folder + "/" + name;
        std::error_code failed;
        if (const auto size = fs::file_size(path, failed);
            name.ends_with(".py") && !failed && size > kMostSourceBytes)
            return fail(Errc::BadInput, fmt::format("{} has {} bytes; the maximum of a Python "
                                                    "file is {}: keep tables in a data file",
                                                    quote(name), size, kMostSourceBytes));
        if (name.ends_with(".py") && holds_bot(path))
            bots.push_back(name);
        else if (is_machine_code(path) || is_script(path))
            programs.push_back(name);
        else if (name.ends_with(".py"))
            scripts.push_back(name);
    }
    std::string kind(kPython);
    const std::vector<std::string>* candidates = &bots;
    std::string_view what = "Python files with a bot";
    if (bots.empty() && !programs.empty()) {
        kind = kProgram;
        candidates = &programs;
        what = "programs";
    } else if (bots.empty() && scripts.size() == 1) {
        candidates = &scripts;  // the check reports what is missing
    }
    if (candidates->empty())
        return fail(Errc::BadInput,
                    fmt::format("no bot found in {}: upload a Python file with a class that has "
                                "move(self, board, old_move, flag), a C++ source, a UGI program "
                                "for Linux, or a ZIP archive with one of them",
                                names.size() == 1 ? quote(names.front()) : "the archive"));
    TRY(const std::string name, only_one(*candidates, what));
    if (!is_portable_path(name) || name.find_first_of("'\":,= ") != std::string::npos)
        return fail(Errc::BadInput, fmt::format("{} has characters in its name that are not "
                                                "allowed: use letters, digits, -, _ and .",
                                                quote(name)));
    if (kind == kProgram) {
        std::error_code failed;
        fs::permissions(folder + "/" + name, fs::perms::owner_exec, fs::perm_options::add, failed);
    }
    return kind + name;
}

std::string source_of(const std::string& folder) {
    std::string text;
    for (const SourceFile& file : sources_in(folder))
        text += fmt::format("{} {}\n{}\n", file.is_python ? "#" : "//", file.name, file.content);
    return to_utf8(text);
}

void keep_sources(const std::string& folder) {
    const auto sources = sources_in(folder);
    std::error_code failed;
    for (const std::string& name : files_in(folder))
        if (std::ranges::find(sources, name, &SourceFile::name) == sources.end())
            fs::remove(folder + "/" + name, failed);
}

Result<PlayerSpec> player_of(const ArenaStore& store, const Version& version) {
    if (!version.team) return parse_player(version.player);
    const std::string folder = store.bot_folder(version.id) + "/";
    const std::string_view player = version.player;
    if (player.starts_with(kPython)) {
        const std::string file = folder + std::string(player.substr(kPython.size()));
        return PlayerSpec{std::string(kPython) + file, CourseBot{.file = file}};
    }
    if (!player.starts_with(kProgram))
        return fail(Errc::BadInput, fmt::format("version {} has no player", version.id));
    UgiSpec program{.argv = {folder + std::string(player.substr(kProgram.size()))},
                    .sandboxed = true};
    std::string text = ugi_player_text(program);
    return PlayerSpec{std::move(text), std::move(program)};
}

}  // namespace xttt
