#pragma once

#include <istream>
#include <ostream>

#include "engine/engine.h"

namespace xttt::ugi {

// Lets an engine speak UGI: reads and answers commands until "quit", the end of the input, or a
// failed write. Every command is answered at once; searches run in the engine's thread. At the end
// a running search or task is stopped, which still delivers its result.
void run_loop(Engine& engine, std::istream& in, std::ostream& out);

}  // namespace xttt::ugi
