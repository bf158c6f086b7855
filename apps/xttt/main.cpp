#include <csignal>
#include <exception>
#include <iostream>

#include "commands.h"

int main(int argc, char** argv) {
    // Ignores SIGPIPE, so that a closed pipe is reported as a failed write.
    std::signal(SIGPIPE, SIG_IGN);
    std::ios::sync_with_stdio(false);
    try {
        return xttt::run_command_line(*xttt::make_command_line(), {argv + 1, argv + argc},
                                      {std::cin, std::cout, std::cerr});
    } catch (const std::exception& error) {
        std::cerr << "xttt: " << error.what() << '\n';
        return 1;
    }
}
