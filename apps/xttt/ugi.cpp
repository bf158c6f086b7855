#include <iostream>

#include "commands.h"
#include "engine/engine.h"
#include "ugi/loop.h"

namespace xttt {

void add_ugi(Command& app) {
    auto& command = app.add("ugi", "Run as an engine for programs that speak UGI.",
                            {"xttt ugi", "printf 'position startpos\\ngo depth 4\\n' | xttt ugi"});
    command.run([](Streams io) -> Result<void> {
        Engine engine;
        ugi::Loop(engine, io.out).run(io.in);
        return {};
    });
}

}  // namespace xttt
