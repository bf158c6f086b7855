#include <iostream>

#include <fcntl.h>
#include <unistd.h>

#include "commands.h"
#include "engine/engine.h"
#include "ugi/loop.h"
#include "ugi/text_input.h"

namespace xttt {

namespace {

// A manager that has closed the output needs no more answers, so this is not a failed write.
void forget_output() {
    if (const int nowhere = ::open("/dev/null", O_WRONLY | O_CLOEXEC); nowhere >= 0) {
        ::dup2(nowhere, STDOUT_FILENO);
        ::close(nowhere);
    }
    std::cout.clear();
}

}  // namespace

void add_ugi(Command& app) {
    auto& command = app.add("ugi", "Run as an engine for programs that speak UGI.",
                            {"xttt ugi", "printf 'go depth 4\\nwait\\n' | xttt ugi"});
    command.run([](Streams io) -> Result<void> {
        Engine engine;
        // Standard input also ends when the manager closes the output.
        ugi::ManagerInput input(STDIN_FILENO, STDOUT_FILENO);
        std::istream own_input(&input);
        ugi::run_loop(engine, &io.in == &std::cin ? own_input : io.in, io.out);
        if (!io.out.flush() && &io.out == &std::cout) forget_output();
        return {};
    });
}

}  // namespace xttt
