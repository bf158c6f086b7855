#include <algorithm>
#include <fstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <zlib.h>

#include "reference/game.h"
#include "rules/position.h"
#include "support/describe.h"
#include "support/paths.h"
#include "support/scene.h"

namespace xttt {
namespace {

using Json = nlohmann::json;

std::vector<Json> recorded_games(std::string_view variant) {
    std::ifstream in(test::source_path("tests/vectors/") + std::string(variant) + "-games.jsonl");
    std::vector<Json> games;
    for (std::string text_line; std::getline(in, text_line);)
        games.push_back(Json::parse(text_line));
    return games;
}

// CRC-32 of the legal moves' names, sorted as text and joined by one space.
template <const Variant& V>
std::uint32_t legal_crc(const Position<V>& pos) {
    const auto rules = reference::rules_of(V.name);
    std::vector<std::string> names;
    for (const auto cell : test::legal_cells(pos)) names.push_back(reference::text(rules, cell));
    std::ranges::sort(names);
    std::string joined;
    for (const auto& name : names) joined += (joined.empty() ? "" : " ") + name;
    return static_cast<std::uint32_t>(
        crc32(0, reinterpret_cast<const Bytef*>(joined.data()), static_cast<uInt>(joined.size())));
}

template <const Variant& V>
void expect_reproduced(const Json& game) {
    auto pos = Position<V>::initial();
    const auto moves = game.at("moves").get<std::vector<std::string>>();
    const auto mover = game.at("mover").get<std::string>();
    for (std::size_t ply = 0; ply < moves.size(); ++ply) {
        SCOPED_TRACE("ply " + std::to_string(ply));
        ASSERT_EQ(pos.legal_count(), game.at("legal").at(ply).get<int>());
        ASSERT_EQ(legal_crc(pos), game.at("legal_crc").at(ply).get<std::uint32_t>());
        ASSERT_EQ(letter(pos.side_to_move()), mover.at(ply));
        const Move m = test::move_named<V>(moves[ply]);
        ASSERT_TRUE(pos.is_legal(m));
        pos.play(m);
    }
    EXPECT_EQ(test::board_states(pos), game.at("boards").get<std::string>());
    const reference::End recorded{
        game.at("result").get<std::string>(), game.at("reason").get<std::string>(),
        game.at("points").at(0).get<int>(), game.at("points").at(1).get<int>()};
    EXPECT_EQ(test::end_of(pos.outcome()), recorded);
}

template <const Variant& V>
void expect_all_reproduced() {
    const auto games = recorded_games(V.name);
    ASSERT_EQ(games.size(), 300u);
    for (const auto& game : games) {
        SCOPED_TRACE("seed " + game.at("seed").dump());
        expect_reproduced<V>(game);
        if (::testing::Test::HasFatalFailure()) return;
    }
}

TEST(RecordedGames, ExtremeReproducesEveryGameOfTheCourseSimulator) {
    expect_all_reproduced<kExtreme>();
}
TEST(RecordedGames, DoubleReproducesEveryGameOfTheCourseSimulator) {
    expect_all_reproduced<kDouble>();
}

}  // namespace
}  // namespace xttt
