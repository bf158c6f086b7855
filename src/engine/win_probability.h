#pragma once

#include "eval/score.h"

namespace xttt {

// How likely the side in whose view the score is wins the game (rated result, a draw counting
// half), from 0 to 1: a logistic curve fitted to games of the engine against itself.
double win_probability(Score score, const Variant& variant);

// A score as people are told it. An evaluation may be surer of the game than any margin says, and
// its score exceed what a game can bring; told is the most it can bring. Proven lines stay.
Score capped_score(Score score, const Variant& variant);

// The score as told, in points. A proven line counts as what a line is worth.
double points_of_score(Score score, const Variant& variant);

}  // namespace xttt
