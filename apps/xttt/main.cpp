#include <csignal>
#include <exception>
#include <iostream>

#include "base/text.h"
#include "commands.h"

int main(int argc, char** argv) {
    // A closed pipe and a file larger than the user's limit then show as failed writes, which are
    // reported like any other.
    for (const int signal : {SIGPIPE, SIGXFSZ}) std::signal(signal, SIG_IGN);
    std::ios::sync_with_stdio(false);
    try {
        return xttt::run_command_line(*xttt::make_command_line(), {argv + 1, argv + argc},
                                      {std::cin, std::cout, std::cerr});
    } catch (const std::exception& error) {
        std::cerr << "xttt: " << xttt::terminal_safe(error.what()) << '\n';
        return 1;
    }
}
