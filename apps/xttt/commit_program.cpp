#include "commit_program.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/text.h"
#include "players/player_spec.h"

namespace xttt {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kShortHash = 8;

std::string shell_quote(std::string_view word) {
    std::string quoted = "'";
    for (const char letter : word)
        quoted += letter == '\'' ? std::string("'\\''") : std::string(1, letter);
    return quoted + "'";
}

// Ctrl-C ends the shell and what it runs, not this program, which then cleans up.
bool run_shell(const std::string& command) {
    const int status = std::system(command.c_str());
    return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

std::string git(const std::string& repository) {
    return "git -C " + shell_quote(repository) + " ";
}

}  // namespace

CommitBuild::CommitBuild(std::string repository, std::string revision)
    : repository_(std::move(repository)),
      revision_(std::move(revision)),
      tree_(folder_->path() + "/tree") {}

CommitBuild::~CommitBuild() {
    if (!folder_ || commit_.empty()) return;
    run_shell(git(repository_) + "worktree remove --force " + shell_quote(tree_) +
              " >/dev/null 2>&1");
}

Result<CommitBuild> CommitBuild::make(const std::string& repository, const std::string& revision,
                                      const std::string& build) {
    CommitBuild made(repository, revision);
    if (made.folder_->path().empty())
        return fail(Errc::Io, "cannot create a temporary folder to build a commit in");
    if (!run_shell(git(repository) + "rev-parse --git-dir >/dev/null 2>&1"))
        return fail(Errc::Usage, fmt::format("{} is not a Git repository, or git is not installed",
                                             quote(repository)));
    const std::string found = made.folder_->path() + "/commit";
    if (!run_shell(git(repository) + "rev-parse --verify --quiet --end-of-options " +
                   shell_quote(revision + "^{commit}") + " >" + shell_quote(found)))
        return fail(Errc::Usage,
                    fmt::format("there is no commit {} in {}", quote(revision), quote(repository)));
    TRY(const auto text, read_input_file(found));
    const std::string commit = text.substr(0, text.find('\n'));
    if (!run_shell(git(repository) + "worktree add --quiet --detach " + shell_quote(made.tree_) +
                   " " + commit + " >&2"))
        return fail(Errc::Io, fmt::format("cannot check out commit {}", quote(revision)));
    made.commit_ = commit;
    if (!run_shell("cd " + shell_quote(made.tree_) + " && exec sh -c " + shell_quote(build) +
                   " >&2 </dev/null"))
        return fail(Errc::Usage,
                    fmt::format("the build of commit {} failed: {}", quote(revision), build));
    return made;
}

Result<std::string> CommitBuild::player(const std::string& text) const {
    TRY(const auto parsed, parse_player(text));
    const auto* program = std::get_if<UgiSpec>(&parsed.kind);
    if (program == nullptr)
        return fail(Errc::Usage, fmt::format("player {}: only ugi: and sandbox: programs can be "
                                             "built from a commit",
                                             quote(text)));
    UgiSpec spec = *program;
    const fs::path path = spec.argv[0];
    if (path.is_absolute())
        return fail(Errc::Usage, fmt::format("player {}: the program of a commit needs a path "
                                             "relative to the repository, not {}",
                                             quote(text), quote(spec.argv[0])));
    const fs::path built = fs::path(tree_) / path;
    std::error_code failed;
    if (!fs::is_regular_file(built, failed))
        return fail(Errc::Usage, fmt::format("the build of commit {} made no file {}",
                                             quote(revision_), quote(spec.argv[0])));
    spec.argv[0] = built.string();
    const std::string hash = commit_.substr(0, kShortHash);
    if (spec.name.empty())
        spec.name = commit_.starts_with(revision_) ? hash : fmt::format("{} {}", revision_, hash);
    return ugi_player_text(spec);
}

}  // namespace xttt
