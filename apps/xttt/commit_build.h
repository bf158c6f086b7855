#pragma once

#include <memory>
#include <string>

#include "base/result.h"
#include "players/player_spec.h"
#include "temporary_folder.h"

namespace xttt {

// The program of a player that a commit is built for. Usage error unless it is a ugi: or sandbox:
// program whose path is relative to the repository.
Result<UgiSpec> commit_program(const std::string& player);

// A commit of a Git repository, checked out and built in a temporary folder. The destructor removes
// it.
class CommitBuild {
public:
    // Runs `build` with a shell in a worktree of the commit; its output goes to standard error.
    // Usage error if the commit or the repository does not exist, or the build fails.
    static Result<CommitBuild> make(const std::string& repository, const std::string& revision,
                                    const std::string& build);

    CommitBuild(CommitBuild&&) noexcept = default;
    CommitBuild& operator=(CommitBuild&&) = delete;
    ~CommitBuild();

    // The player string of a program of commit_program(), with its path in the checked-out commit,
    // and named after the commit unless it has a name.
    Result<std::string> player(UgiSpec program) const;

private:
    CommitBuild(std::string repository, std::string revision);

    std::string repository_, revision_;
    std::string commit_;  // the full hash
    std::unique_ptr<TemporaryFolder> folder_ = std::make_unique<TemporaryFolder>();
    std::string tree_;
};

}  // namespace xttt
