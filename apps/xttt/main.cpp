#include <iostream>

#include "rules/perft.h"

int main() {
    std::cout << xttt::perft(xttt::Position<xttt::kExtreme>::initial(), 4) << '\n';
}
