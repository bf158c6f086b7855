#include <iostream>

#include <unistd.h>

#include "commands.h"
#include "engine/engine.h"
#include "ugi/line_input.h"
#include "ugi/loop.h"

namespace xttt {

void add_ugi(Command& app) {
    auto& command = app.add("ugi", "Run as an engine for programs that speak UGI.",
                            {"xttt ugi", "printf 'go depth 4\\nwait\\n' | xttt ugi"});
    command.run([](Streams io) -> Result<void> {
        Engine engine;
        // The process's own input also ends when the manager closes the output.
        ugi::ManagerInput input(STDIN_FILENO, STDOUT_FILENO);
        std::istream own_input(&input);
        ugi::Loop(engine, io.out).run(&io.in == &std::cin ? own_input : io.in);
        return {};
    });
}

}  // namespace xttt
