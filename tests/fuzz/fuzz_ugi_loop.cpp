#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <sstream>
#include <string>

#include "support/scripted_searcher.h"
#include "ugi/loop.h"

// A whole conversation: the loop ends, and each search that was begun has answered.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string input(reinterpret_cast<const char*>(data), size);
    auto script = std::make_shared<xttt::test::Script>();
    script->natural_end = 2;
    xttt::Engine engine(xttt::test::scripted_cores(script));
    std::istringstream in(input + "\nstop\nquit\n");
    std::ostringstream out;
    xttt::ugi::run_loop(engine, in, out);
    if (engine.busy()) std::abort();
    return 0;
}
