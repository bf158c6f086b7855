#pragma once

#include <atomic>
#include <chrono>
#include <string>
#include <string_view>

#include "arena/arena_store.h"
#include "base/result.h"
#include "players/player_spec.h"

namespace xttt {

// The last part of a file name with characters that are safe in paths and player strings; others
// become '_'.
std::string safe_file_name(std::string_view name);

// Unpacks an upload into an empty folder: a single file, or the files of a ZIP archive. Nothing is
// executed. Errors are Errc::BadInput, or Errc::Io where the files cannot be written.
Result<void> unpack_upload(std::string_view bytes, const std::string& file_name,
                           const std::string& folder);

// Whether the folder has C++ sources, a Makefile or a CMake project, and neither a course bot nor a
// program in machine code. Scripts beside sources do not play.
bool needs_build(const std::string& folder);

struct BuildOptions {
    std::chrono::seconds time{120};
    const std::atomic<bool>* stopped = nullptr;  // once it is set, the build ends with an error
};

// Builds the program of a folder inside a sandbox without network, in which only the system's
// programs and a copy of the folder exist. Only the built program comes out. It is stored in the
// folder under a name that was free, and returned as a player string with a path relative to the
// folder. Errors are Errc::BadInput with the output of the build, or of another kind for reasons
// outside the folder.
Result<std::string> build_bot(const std::string& folder, const BuildOptions& options = {});

// The bot in an unpacked folder as a player string with a path relative to it: "python:team3.py",
// "sandbox:mybot". Errors are Errc::BadInput.
Result<std::string> find_bot(const std::string& folder);

// The sources in an unpacked folder, Python and C++, one after another below a heading with the
// name of each; at most kMaxSource bytes. Valid UTF-8.
inline constexpr std::size_t kMaxSource = std::size_t{1} << 20;
std::string source_of(const std::string& folder);
// Deletes all files of the folder that source_of() does not show.
void keep_sources(const std::string& folder);

// The player of a version: paths in its string become absolute.
Result<PlayerSpec> player_of(const ArenaStore& store, const Version& version);

}  // namespace xttt
