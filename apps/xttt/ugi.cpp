#include <iostream>

#include "commands.h"
#include "engine/engine.h"
#include "ugi/loop.h"

namespace xttt {

void add_ugi(CLI::App& app, int& status) {
    auto* command = app.add_subcommand(
        "ugi", "Be an engine for programs that speak UGI (docs/reference/ugi.md)");
    command->callback([&status] {
        Engine engine;
        ugi::Loop(engine, std::cout).run(std::cin);
        status = 0;
    });
}

}  // namespace xttt
