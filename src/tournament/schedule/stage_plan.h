#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

namespace xttt {

enum class Format {
    RoundRobin,  // everybody meets everybody
    Gauntlet,    // the first few meet everybody else
    Swiss,       // each round those of equal score meet, nobody twice
    Knockout,    // who loses is out
    Adaptive,    // the next games go to the pairs whose order is least certain
};
inline constexpr std::array kFormats{Format::RoundRobin, Format::Gauntlet, Format::Swiss,
                                     Format::Knockout, Format::Adaptive};

// "round-robin", "gauntlet", ...
std::string_view name(Format format);
std::optional<Format> find_format(std::string_view name);

// How the entrants come into pools.
enum class Draw {
    Random,  // by lot
    Seeded,  // the strong ones spread evenly: 1 2 3 | 6 5 4 | 7 8 9 ...
};

// One stage of a tournament.
struct StagePlan {
    std::string name;
    Format format = Format::RoundRobin;
    int games = 2;  // of each pairing
    int pools = 1;
    Draw draw = Draw::Seeded;
    int promote = 0;      // so many of each pool take part in the next stage; 0: all
    int rounds = 0;       // Swiss; 0: as many as a knockout would need
    int challengers = 1;  // gauntlet: so many, the first seeds of each pool
    int budget = 0;       // adaptive: games in each pool
    int batch = 0;        // adaptive: pairings between two looks at the ratings; 0: half the pool
    int bye_points = 0;   // for each game of a pairing that nobody is there to play

    bool operator==(const StagePlan&) const = default;
};

// Rounds of a Swiss stage in a pool of that size.
int swiss_rounds(const StagePlan& plan, int entrants);

}  // namespace xttt
