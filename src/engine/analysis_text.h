#pragma once

#include <string>

#include "engine/search_session.h"
#include "rules/variant.h"

// The text of analyses, for people and for programs.
namespace xttt {

// "+3.25", or "wins in 5", "loses in 4" for a proven line.
std::string score_text(Score score, const Variant& variant);

// A short count: 950, 12.3k, 4.56M, 7.89G.
std::string short_count(std::uint64_t count);

// The column titles of report_text.
std::string report_header();

// One text line for each principal variation of the report: depth, score in points, winning
// chances, nodes, nodes per second, time and moves.
std::string report_text(const EngineReport& report, const Variant& variant);

// The same as one JSON object per principal variation.
std::string report_json(const EngineReport& report, const Variant& variant);

std::string best_move_json(const BestMove& best);

// A score as a JSON object: {"points":3.25} or {"win":-4}.
std::string score_json(Score score, const Variant& variant);

// Blank-separated moves as a JSON list of strings.
std::string moves_json(std::string_view moves);

}  // namespace xttt
