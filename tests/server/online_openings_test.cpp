#include "server/game/online_openings.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "registry_fixture.h"
#include "selfplay/opening_statistics.h"

namespace xttt {
namespace {

constexpr int kPlies = 12;

// The first legal moves of a game of ultimate, turned or mirrored.
std::vector<Move> moves_of_a_game(int symmetry, int plies = kPlies) {
    std::vector<Move> moves;
    Position<kUltimate> pos;
    for (int ply = 0; ply < plies; ++ply) {
        const Move move = pos.nth_legal(0);
        moves.push_back(Symmetry<kUltimate>(symmetry)(move));
        pos.play(move);
    }
    return moves;
}

class OnlineOpeningsTest : public test::RegistryFixture {
protected:
    OnlineOpeningsTest() { restart(); }

    void restart() {
        openings_.reset();
        open();
        openings_ = std::make_unique<OnlineOpenings>(*journal_, *registry_, callbacks_.post());
        router_ = Router();
        openings_->add_routes(router_);
    }
    void wait_for_the_journal() {
        callbacks_.run_until([&] { return openings_->is_complete(); });
    }

    // Two people play; then o resigns, or they leave the game.
    void play(const std::vector<Move>& moves, bool ends = true) {
        const auto game = create();
        const auto o = enter(game.game, join(game)), x = enter(game.game, game.seat);
        wait_for(*x, "start");
        for (std::size_t ply = 0; ply < moves.size(); ++ply) {
            const std::string text = move_text<kUltimate>(moves[ply]);
            (ply % 2 == 0 ? x : o)->say(test::move(static_cast<int>(ply), text.c_str()));
            callbacks_.run_until([&] { return x->client.events().size() == ply + 3; });
        }
        if (!ends) return;
        o->say({{"type", "resign"}});
        wait_for(*x, "resign");
    }
    // Puts a finished game into the journal, as an earlier process would have.
    void store(const std::vector<Move>& moves) {
        const SavedGame game{
            .id = Token::random(), .settings = {.variant = &kUltimate}, .created = unix_seconds()};
        journal_->add_game(game, [](const auto&) {});
        int n = 0;
        const auto add = [&](const GameEvent& event) {
            journal_->add_event(game.id, kUltimate, ++n, event,
                                [this](const Result<void>& done) { stored_ += done.has_value(); });
        };
        add({.kind = EventKind::Join, .side = Side::O});
        add({.kind = EventKind::Start});
        for (std::size_t ply = 0; ply < moves.size(); ++ply)
            add({.kind = EventKind::Move,
                 .side = ply % 2 == 0 ? Side::X : Side::O,
                 .move = moves[ply],
                 .ply = static_cast<int>(ply) + 1});
        add({.kind = EventKind::Resign, .side = Side::X, .ply = static_cast<int>(moves.size())});
    }

    HttpResponse get(const std::string& known = "") {
        const HttpRequest request{
            .method = "GET", .target = "/api/openings/ultimate", .if_none_match = known};
        std::optional<HttpResponse> response;
        router_.handle(request, *parse_target(request.target),
                       [&](HttpResponse answer) { response = std::move(answer); });
        callbacks_.run_until([&] { return response.has_value(); });
        return *response;
    }
    // The line of the start, from which all games here play the same move.
    static std::string start(int games, int won_by_x, int won_by_o) {
        const Position<kUltimate> pos;
        const auto form = canonical(pos);
        return fmt::format("\n{} {}:{}:{}:{}:0\n", opening_key(form),
                           move_id<kUltimate>(opening_move(form, pos.nth_legal(0))), games,
                           won_by_x, won_by_o);
    }

    std::unique_ptr<OnlineOpenings> openings_;
    Router router_;
    int stored_ = 0;
};

TEST_F(OnlineOpeningsTest, EquivalentGamesAreCountedTogether) {
    wait_for_the_journal();
    play(moves_of_a_game(0));
    // A single game is not shown.
    EXPECT_EQ(get().body, "xttt-openings 2 ultimate 1\n");
    play(moves_of_a_game(5));
    const auto answer = get();
    EXPECT_THAT(answer.body, testing::StartsWith("xttt-openings 2 ultimate 2\n"));
    EXPECT_THAT(answer.body, testing::HasSubstr(start(2, 2, 0)));
    EXPECT_EQ(std::ranges::count(answer.body, '\n'), 1 + kPlies);
}

TEST_F(OnlineOpeningsTest, UnfinishedAndShortGamesDoNotCount) {
    play(moves_of_a_game(0), false);
    play(moves_of_a_game(0, 5));
    EXPECT_EQ(get().body, "xttt-openings 2 ultimate 0\n");
    restart();
    wait_for_the_journal();
    EXPECT_EQ(get().body, "xttt-openings 2 ultimate 0\n");
}

TEST_F(OnlineOpeningsTest, AnAnswerIsKeptUntilAnotherGameEnds) {
    wait_for_the_journal();
    play(moves_of_a_game(0));
    play(moves_of_a_game(1));
    const auto first = get();
    ASSERT_EQ(first.headers[0].first, "ETag");
    const std::string known = first.headers[0].second;
    const auto again = get(known);
    EXPECT_EQ(again.status, 304);
    EXPECT_EQ(again.body, "");
    play(moves_of_a_game(2));
    const auto changed = get(known);
    EXPECT_EQ(changed.status, 200);
    EXPECT_THAT(changed.body, testing::HasSubstr(start(3, 3, 0)));
}

TEST_F(OnlineOpeningsTest, GamesOfTheJournalAreCountedOnceAlsoWhileOthersEnd) {
    constexpr int kStored = 45;
    for (int i = 0; i < kStored; ++i) store(moves_of_a_game(i % 8));
    callbacks_.run_until([&] { return stored_ == kStored * (kPlies + 3); });
    restart();
    play(moves_of_a_game(3));
    wait_for_the_journal();
    EXPECT_THAT(get().body, testing::HasSubstr(start(kStored + 1, 1, kStored)));
    restart();
    wait_for_the_journal();
    EXPECT_THAT(get().body, testing::HasSubstr(start(kStored + 1, 1, kStored)));
}

TEST_F(OnlineOpeningsTest, ADamagedGameIsSkipped) {
    for (int i = 0; i < 3; ++i) store(moves_of_a_game(i));
    callbacks_.run_until([&] { return stored_ == 3 * (kPlies + 3); });
    {
        auto rival = Database::open(folder_ / "online.db", Database::Access::ReadWrite);
        ASSERT_TRUE(rival);
        ASSERT_TRUE((*rival)->execute("UPDATE games SET variant = 'chess' WHERE key = 1"));
    }
    restart();
    wait_for_the_journal();
    EXPECT_THAT(get().body, testing::HasSubstr(start(2, 0, 2)));
}

}  // namespace
}  // namespace xttt
