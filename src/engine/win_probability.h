#pragma once

#include <string_view>

#include "eval/score.h"

namespace xttt {

// The winning chances of the side from whose view the score is, from 0 to 1 (rated result, a draw
// counts half): a logistic curve fitted to self-play games.
double win_probability(Score score, const Variant& variant);

// A score for display: an evaluation may exceed the largest margin of the variant, which is the
// value of a line. Line scores are unchanged.
Score capped_score(Score score, const Variant& variant);

// The capped score in points. A proven line has the value of a line.
double points_of_score(Score score, const Variant& variant);

// The quality of a move by the winning chances it lost, from 0 to 1: 2% is an inaccuracy, 4% a
// mistake and 6% a blunder. Below the thresholds of chess sites, because a single move decides less
// here: even a random player loses its chances over dozens of moves.
enum class Judgement { Good, Inaccuracy, Mistake, Blunder };
std::string_view judgement_name(Judgement judgement);
Judgement judge(double chances_lost);

}  // namespace xttt
