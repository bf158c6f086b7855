#include "commit_build.h"

#include <cstdlib>
#include <filesystem>

#include <fmt/format.h>
#include <sys/wait.h>

#include "base/file.h"
#include "base/text.h"

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

Result<UgiSpec> commit_program(const std::string& player) {
    TRY(const auto parsed, parse_player(player));
    const auto wrong = [&](std::string_view why) {
        return fail(Errc::Usage, fmt::format("player {}: {}", quote(player), why));
    };
    const auto* program = std::get_if<UgiSpec>(&parsed.kind);
    if (program == nullptr)
        return wrong("only ugi: and sandbox: programs can be built from a commit");
    if (fs::path(program->argv[0]).is_absolute())
        return wrong("the program of a commit needs a path relative to the repository");
    if (!program->folder.empty() && !fs::path(program->folder).is_absolute())
        return wrong(
            "dir= must be absolute, because the folder of a commit is removed after its build");
    return *program;
}

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

Result<std::string> CommitBuild::player(UgiSpec program) const {
    const fs::path built = fs::path(tree_) / program.argv[0];
    std::error_code failed;
    if (!fs::is_regular_file(built, failed))
        return fail(Errc::Usage, fmt::format("the build of commit {} made no file {}",
                                             quote(revision_), quote(program.argv[0])));
    program.argv[0] = built.string();
    const std::string hash = commit_.substr(0, kShortHash);
    if (program.name.empty())
        program.name =
            commit_.starts_with(revision_) ? hash : fmt::format("{} {}", revision_, hash);
    return ugi_player_text(program);
}

}  // namespace xttt
