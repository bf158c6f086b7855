#include <utility>

#include "tournament/schedule/formats.h"

namespace xttt {

// The circle method: all but the last are placed on a circle that rotates by one each round, and
// opposite entrants meet. With an odd number, the last place is empty.
std::vector<Pairing> round_robin(int entrants) {
    const int chairs = entrants + entrants % 2;
    std::vector<Pairing> pairings;
    if (entrants < 2) return pairings;
    pairings.reserve(static_cast<std::size_t>(entrants) * static_cast<std::size_t>(entrants - 1) /
                     2);
    const int circle = chairs - 1;
    for (int round = 0; round < circle; ++round) {
        for (int i = 0; i < chairs / 2; ++i) {
            int a = i == 0 ? chairs - 1 : (round + i) % circle;
            int b = (round + circle - i) % circle;
            // On the circle, sides alternate with the distance; for the fixed entrant, with the
            // round.
            const bool swapped = i == 0 ? round % 2 == 1 : i % 2 == 1;
            if (swapped) std::swap(a, b);
            if (a < entrants && b < entrants) pairings.push_back({a, b});
        }
    }
    return pairings;
}

std::vector<Pairing> gauntlet(int entrants, int challengers) {
    std::vector<Pairing> pairings;
    for (int rival = challengers; rival < entrants; ++rival)
        for (int challenger = 0; challenger < challengers; ++challenger) {
            const bool second = (rival + challenger) % 2 == 1;
            pairings.push_back({second ? rival : challenger, second ? challenger : rival});
        }
    return pairings;
}

}  // namespace xttt
