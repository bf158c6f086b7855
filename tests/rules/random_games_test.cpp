#include <algorithm>
#include <cstdlib>
#include <string>

#include <gtest/gtest.h>

#include "base/random.h"
#include "reference/game.h"
#include "rules/position.h"
#include "support/describe.h"
#include "support/scene.h"
#include "support/variants.h"

namespace xttt {
namespace {

#if defined(__SANITIZE_ADDRESS__) || !defined(NDEBUG)
constexpr int kDefaultGames = 9;
#elif defined(__has_feature)
constexpr int kDefaultGames = __has_feature(address_sanitizer) ? 9 : 300;
#else
constexpr int kDefaultGames = 300;
#endif

// XTTT_RANDOM_GAMES=30000 plays the full proof; the default keeps `make test` short.
int games_to_play() {
    const char* wanted = std::getenv("XTTT_RANDOM_GAMES");
    return wanted ? std::atoi(wanted) : kDefaultGames;
}

// Everything the rules say about this moment, against the reference.
template <const Variant& V>
void expect_agreement(const Position<V>& pos, const reference::Game& game) {
    auto legal = test::legal_cells(pos);
    std::ranges::sort(legal);
    ASSERT_EQ(legal, game.legal());
    ASSERT_EQ(pos.legal_count(), static_cast<int>(legal.size()));
    ASSERT_EQ(letter(pos.side_to_move()), game.mover());
    ASSERT_EQ(pos.is_bonus_move(), game.is_bonus_move());
    ASSERT_EQ(test::board_states(pos), game.boards());
    ASSERT_EQ(test::end_of(pos.outcome()), game.end());
    ASSERT_EQ(pos.over(), pos.outcome().has_value());
}

// The several ways to ask for the legal moves give one answer.
template <const Variant& V>
void expect_legal_moves_agree_among_themselves(const Position<V>& pos) {
    CellSet<V> listed;
    unsigned k = 0;
    pos.for_each_legal([&](Move m) {
        listed.insert(m);
        ASSERT_EQ(pos.nth_legal(k++), m);
    });
    ASSERT_EQ(listed, pos.legal_moves());
    for (int id = 0; id < V.cells(); ++id)
        ASSERT_EQ(pos.is_legal(move_from_id<V>(id)), listed.contains(move_from_id<V>(id)));
}

// The ways to move (with and without undo, with and without key) and to rebuild a position agree.
template <const Variant& V>
void expect_moving_is_consistent(const Position<V>& before, Move m, const Position<V>& after) {
    Position<V> pos = before;
    typename Position<V>::Undo undo;
    pos.play(m, undo);
    ASSERT_EQ(pos, after);
    pos.undo(m, undo);
    ASSERT_EQ(pos, before);

    ASSERT_EQ(after.key(), after.recomputed_key());
    ASSERT_EQ(after, Position<V>::assemble(test::facts_of(after)));
    auto bare = before.template with_tracking<Tracking::None>();
    bare.play(m);
    ASSERT_EQ(bare, after.template with_tracking<Tracking::None>());
}

// Uniform moves alone rarely fill a big board, so some games avoid winning small boards or avoid
// lines of them: they reach drawn boards, open moves and full endings.
enum class Habit { Uniform, AvoidsBoards, AvoidsLines };

template <const Variant& V>
Move choose(const Position<V>& pos, Habit habit, Random& random) {
    const auto count = static_cast<std::uint32_t>(pos.legal_count());
    Move m = pos.nth_legal(random.below(count));
    if (habit == Habit::Uniform) return m;
    for (int tries = 0; tries < 6; ++tries, m = pos.nth_legal(random.below(count))) {
        Position<V> next = pos;
        const Status status = next.play(m);
        if (habit == Habit::AvoidsLines && (status == Status::Playing || status == Status::Full))
            return m;
        if (habit == Habit::AvoidsBoards &&
            next.won(pos.side_to_move()) == pos.won(pos.side_to_move()))
            return m;
    }
    return m;
}

VARIANT_SUITE(RandomGames);

VARIANT_TEST(RandomGames, AgreeWithTheReferenceAtEveryPly) {
    const auto rules = reference::rules_of(V.name);
    const int games = games_to_play();
    int lines = 0, full = 0;
    for (int seed = 0; seed < games; ++seed) {
        SCOPED_TRACE("game " + std::to_string(seed));
        const auto habit = static_cast<Habit>(seed % 3);
        Random random{mix64(static_cast<std::uint64_t>(seed))};
        reference::Game game{rules};
        auto pos = Position<V>::initial();
        expect_agreement(pos, game);
        while (!pos.over()) {
            const Move m = choose(pos, habit, random);
            const Position<V> before = pos;
            pos.play(m);
            game.play(test::cell_of<V>(m));
            expect_agreement(pos, game);
            expect_legal_moves_agree_among_themselves(pos);
            expect_moving_is_consistent(before, m, pos);
            if (::testing::Test::HasFatalFailure()) return;
        }
        (pos.status() == Status::Full ? full : lines) += 1;
    }
    // Both kinds of ending must have been seen for the agreement to mean anything.
    EXPECT_GT(lines, 0);
    EXPECT_GT(full, 0);
}

}  // namespace
}  // namespace xttt
