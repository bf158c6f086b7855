#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "engine/bench.h"
#include "engine/engine.h"
#include "ugi/answer.h"
#include "ugi/command.h"

// Converts the state of the engine to answers of the protocol.
namespace xttt::ugi {

// The answer to "ugi", up to "ugiok".
std::vector<Answer> introduction();

Response response_to(Question question, const AnyPosition& position);

// One info for each principal variation of a report.
std::vector<Info> infos_of(const EngineReport& report, const Variant& variant);

// The best move, with the expected reply only if requested, because some managers cannot parse it.
Chosen chosen_of(const BestMove& best, bool with_reply);

// The board with the FEN below it.
std::string board_text(const AnyPosition& position);

Result<std::string> evaluation_text(const Engine& engine);
std::string bench_text(const BenchOptions& options, const BenchResult& result);
std::string perft_text(int depth, std::optional<std::uint64_t> count,
                       std::chrono::nanoseconds time);

}  // namespace xttt::ugi
