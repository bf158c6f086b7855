#include "process/pipes.h"

#include <cerrno>
#include <csignal>

#include <fcntl.h>
#include <fmt/format.h>
#include <string.h>

namespace xttt {
namespace {

bool make_pipe(UniqueFd& reader, UniqueFd& writer, UniqueFd& ours) {
    int ends[2];
    if (::pipe2(ends, O_CLOEXEC) != 0) return false;
    reader.reset(ends[0]);
    writer.reset(ends[1]);
    return ::fcntl(ours.get(), F_SETFL, O_NONBLOCK) == 0;
}

}  // namespace

Result<Pipes> make_pipes() {
    Pipes pipes;
    if (!make_pipe(pipes.child_input, pipes.input, pipes.input) ||
        !make_pipe(pipes.output, pipes.child_output, pipes.output) ||
        !make_pipe(pipes.error, pipes.child_error, pipes.error))
        return fail(Errc::Process, fmt::format("cannot make a pipe: {}", ::strerror(errno)));
    return pipes;
}

void ignore_broken_pipes() {
    struct sigaction action{};
    ::sigaction(SIGPIPE, nullptr, &action);
    if (action.sa_handler == SIG_DFL) ::signal(SIGPIPE, SIG_IGN);
}

}  // namespace xttt
