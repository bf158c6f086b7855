#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <nlohmann/json.hpp>

#include "base/text.h"
#include "selfplay/check.h"
#include "selfplay/game_maker.h"
#include "selfplay/game_statistics.h"
#include "selfplay/generate.h"
#include "selfplay/opening_statistics.h"
#include "selfplay/record_file.h"
#include "selfplay/shuffle.h"
#include "support/fresh_folder.h"
#include "support/variants.h"

namespace xttt {
namespace {

using testing::HasSubstr;
namespace fs = std::filesystem;

std::string bytes_of(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

SelfPlayOptions small_games(const std::string& out, std::uint32_t games = 4) {
    SelfPlayOptions options;
    options.out = out;
    options.nodes = 30;
    options.games = games;
    return options;
}

template <const Variant& V>
void must_generate(const SelfPlayOptions& options) {
    const auto done = generate<V>(options, {});
    ASSERT_TRUE(done.has_value()) << done.error().message;
}

VARIANT_SUITE(SelfPlay);

VARIANT_TEST(SelfPlay, WritesRecordsThatPassTheCheck) {
    const test::FreshFolder folder;
    const auto options = small_games(folder / "a.rec");
    must_generate<V>(options);
    const auto sum = check_records<V>(options.out);
    ASSERT_TRUE(sum.has_value()) << sum.error().message;
    EXPECT_EQ(sum->games, 4U);
    EXPECT_GT(sum->records, 40U);
    EXPECT_EQ(sum->won + sum->drawn + sum->lost, sum->records);
}

VARIANT_TEST(SelfPlay, ThreadsDoNotChangeTheFile) {
    const test::FreshFolder folder;
    must_generate<V>(small_games(folder / "one.rec", 6));
    auto options = small_games(folder / "three.rec", 6);
    options.threads = 3;
    must_generate<V>(options);
    EXPECT_EQ(bytes_of(folder / "one.rec"), bytes_of(folder / "three.rec"));
}

VARIANT_TEST(SelfPlay, GamesAreCheckedByTheirNumbers) {
    SelfPlayRecipe recipe;
    recipe.nodes = 20;
    recipe.random_share = 0.2;
    auto maker = GameMaker<V>::make(recipe).value();
    std::vector<TrainingRecord<V>> records;
    for (const std::uint32_t number : {7u, 8u})
        for (const auto& record : maker.play(number)) records.push_back(record);
    const auto starts = GameStarts<V>::make(recipe).value();
    const auto complaint = [&](std::uint32_t first, std::uint32_t count) {
        const auto fine = check_games<V>(starts, first, count, records);
        return fine ? std::string() : fine.error().message;
    };
    EXPECT_EQ(complaint(7, 2), "");
    EXPECT_THAT(complaint(6, 2), HasSubstr("game 6: the game number is wrong"));
    EXPECT_THAT(complaint(7, 1), HasSubstr("more games than"));
    EXPECT_THAT(complaint(7, 3), HasSubstr("game 9: its last record is missing"));
    const auto whole = records;
    records.erase(records.begin());
    EXPECT_THAT(complaint(7, 2), HasSubstr("does not follow"));
    records = whole;
    records.erase(records.begin() + 3);
    EXPECT_NE(complaint(7, 2), "");
    records = whole;
    records[4].marks[0][0] ^= 1;
    EXPECT_THAT(complaint(7, 2), HasSubstr("does not follow"));
    records = whole;
    for (auto& record : records) {  // another end of the first game
        if (record.game != 7) break;
        record.margin = static_cast<std::int16_t>(record.side == 0 ? 3000 : -3000);
        record.result = record.side == 0 ? 1 : -1;
    }
    EXPECT_THAT(complaint(7, 2), HasSubstr("no legal move leads to the recorded result"));
    records = whole;
    records[2].best = records[2].last;
    EXPECT_THAT(complaint(7, 2), HasSubstr("best move is illegal"));
    for (const auto score : {kInfinite + 1, -kInfinite - 1, std::numeric_limits<Score>::min()}) {
        records = whole;
        records[2].score = score;
        EXPECT_THAT(complaint(7, 2), HasSubstr("the score is out of range")) << score;
    }
}

TEST(SelfPlayFile, GoesOnWhereItWasCutOff) {
    const test::FreshFolder folder;
    must_generate<kUltimate>(small_games(folder / "whole.rec"));
    const std::string whole = bytes_of(folder / "whole.rec");
    for (const std::size_t left : {whole.size() - 7, whole.size() / 2, sizeof(RecordHeader)}) {
        const std::string path = folder / "cut.rec";
        std::ofstream(path, std::ios::binary | std::ios::trunc) << whole.substr(0, left);
        must_generate<kUltimate>(small_games(path));
        EXPECT_EQ(bytes_of(path), whole) << left;
    }
}

TEST(SelfPlayFile, RefusesToGoOnWithOtherSettings) {
    const test::FreshFolder folder;
    auto options = small_games(folder / "a.rec", 1);
    must_generate<kUltimate>(options);
    options.nodes = 31;
    const auto other = generate<kUltimate>(options, {});
    ASSERT_FALSE(other.has_value());
    EXPECT_THAT(other.error().message, HasSubstr("other settings"));
    const auto variant = generate<kDouble>(options, {});
    ASSERT_FALSE(variant.has_value());
    EXPECT_THAT(variant.error().message, HasSubstr("records of variant ultimate"));
}

TEST(SelfPlayFile, TemperatureAndOpeningsVaryTheGames) {
    const test::FreshFolder folder;
    auto options = small_games(folder / "a.rec", 3);
    options.temperature = 2;
    options.opening_min = options.opening_max = 0;
    options.openings = {"9/9/9/9/4x4/9/9/9/9 o e5 -"};
    must_generate<kUltimate>(options);
    const auto records = read_records<kUltimate>(options.out);
    ASSERT_TRUE(records.has_value());
    EXPECT_EQ(records->front().ply, 1);
    EXPECT_TRUE(check_records<kUltimate>(options.out).has_value());
}

TEST(SelfPlayFile, ShufflingKeepsAllAndDeduplicatingDropsImages) {
    const test::FreshFolder folder;
    must_generate<kUltimate>(small_games(folder / "a.rec", 2));
    ShuffleOptions options{.in = {folder / "a.rec", folder / "a.rec"}, .out = folder / "b.rec"};
    const auto all = shuffle_records<kUltimate>(options);
    ASSERT_TRUE(all.has_value());
    EXPECT_EQ(all->read, all->written);
    options.dedupe = true;
    const auto some = shuffle_records<kUltimate>(options);
    ASSERT_TRUE(some.has_value());
    EXPECT_LE(some->written * 2, some->read);
    EXPECT_TRUE(check_records<kUltimate>(options.out).has_value());
}

TEST(SelfPlayFile, CheckNamesTheRecordThatIsWrong) {
    const test::FreshFolder folder;
    must_generate<kUltimate>(small_games(folder / "a.rec", 1));
    auto records = read_records<kUltimate>(folder / "a.rec");
    ASSERT_TRUE(records.has_value());
    (*records)[3].best = (*records)[3].last;
    ASSERT_TRUE(write_records<kUltimate>(folder / "b.rec", *read_record_header(folder / "a.rec"),
                                         *records));
    const auto checked = check_records<kUltimate>(folder / "b.rec");
    ASSERT_FALSE(checked.has_value());
    EXPECT_THAT(checked.error().message, HasSubstr("record 3: the best move is illegal"));

    std::ofstream(folder / "c.rec") << "nothing";
    EXPECT_FALSE(read_record_header(folder / "c.rec"));
}

VARIANT_TEST(SelfPlay, OpeningStatisticsCountEquivalentGamesTogether) {
    auto maker =
        GameMaker<V>::make({.nodes = 30, .opening_min = 0, .opening_max = 1, .random_share = 0});
    ASSERT_TRUE(maker.has_value());
    constexpr int kPlies = 6;
    OpeningStatistics<V> played(kPlies), turned(kPlies);
    for (std::uint32_t number = 0; number < 3; ++number) {
        auto game = maker->play(number);
        played.add(game);
        const Symmetry<V> symmetry(static_cast<int>(number) + 3);
        for (auto& record : game) {
            auto image = TrainingRecord<V>::of(symmetry(record.position()), record.score,
                                               symmetry(record.best_move()), number);
            image.margin = record.margin;
            image.result = record.result;
            image.ends_game = record.ends_game;
            record = image;
        }
        turned.add(game);
    }
    EXPECT_EQ(played.games(), 3U);
    EXPECT_EQ(played.text(1000), turned.text(1000));
    // The start is in it, with all three games.
    const auto start = canonical(Position<V>::initial());
    const std::string text = played.text(1000);
    const std::string entry = text.substr(text.find(opening_key<V>(start)));
    const auto words = split_words(std::string_view(entry).substr(0, entry.find('\n')));
    int games = 0;
    for (const auto word : words)
        if (const auto parts = split(word, ':'); parts.size() == 5)
            games += std::stoi(std::string(parts[1]));
    EXPECT_EQ(games, 3);
    EXPECT_EQ(std::ranges::count(played.text(2), '\n'), 3);
}

VARIANT_TEST(SelfPlay, OpeningStatisticsCountGamesWithoutScores) {
    constexpr int kPlies = 4;
    OpeningStatistics<V> counted(kPlies);
    for (const int number : {0, 1, 5}) {
        const Symmetry<V> symmetry(number);
        Position<V> pos;
        std::vector<Move> moves;
        for (int ply = 0; ply < kPlies + 2; ++ply) {
            // The second move of the last game is another one.
            const Move move = pos.nth_legal(number == 5 && ply == 1 ? 1 : 0);
            moves.push_back(symmetry(move));
            pos.play(move);
        }
        counted.add(moves, number == 0 ? 1 : number == 1 ? -1 : 0);
    }
    EXPECT_EQ(counted.games(), 3U);
    EXPECT_EQ(counted.positions(), 2U * kPlies - 2);
    const Position<V> start;
    const auto form = canonical(start);
    const std::string entry = fmt::format("{} {}:3:1:1:0\n", opening_key(form),
                                          move_id<V>(opening_move(form, start.nth_legal(0))));
    EXPECT_NE(counted.text(1000).find(entry), std::string::npos);
    // The start and the position after the first move have all three games.
    EXPECT_EQ(std::ranges::count(counted.text(1000, 2), '\n'), 1 + kPlies);
    EXPECT_EQ(std::ranges::count(counted.text(1000, 3), '\n'), 1 + 2);
    EXPECT_NE(counted.text(1000, 3).find(entry), std::string::npos);
    counted.keep(2);
    EXPECT_EQ(counted.positions(), 2U);
    EXPECT_EQ(counted.text(1000), counted.text(1000, 3));
}

VARIANT_TEST(SelfPlay, OpeningStatisticsKeepTheGamesOfABookApart) {
    const Position<V> start;
    const Move first = start.nth_legal(0);
    Position<V> next = start;
    next.play(first);
    Book<V> book;
    book.insert(
        next,
        {.move = next.nth_legal(0), .score = 120, .depth = 20, .games = 64, .won = 30, .lost = 20});
    OpeningStatistics<V> counted(6);
    counted.add(book);
    const auto form = canonical(start);
    const int move = move_id<V>(opening_move(form, first));
    const std::string text = fmt::format("xttt-openings 2 {} 0\n{} {}:0:0:0:-12:21:64:20:30\n",
                                         V.name, opening_key(form), move);
    EXPECT_EQ(counted.text(0), text);
    // Adding up parts keeps the depth, the score and the games of the book.
    OpeningStatistics<V> sum(6);
    sum += counted;
    sum += counted;
    EXPECT_EQ(sum.text(0), text);
}

template <const Variant& V>
std::string statistics_json(int threads, std::uint64_t bonus_nodes = 0) {
    StatisticsOptions options;
    options.nodes = 20;
    options.opening_min = options.opening_max = 1;
    options.random_share = 0;
    options.games = 12;
    options.threads = threads;
    options.bonus_nodes = bonus_nodes;
    const auto found = play_statistics<V>(options, {});
    EXPECT_TRUE(found.has_value());
    EXPECT_EQ(found->games.games(), 12u);
    return '{' + found->games.json_members() + '}';
}

VARIANT_TEST(SelfPlay, StatisticsDoNotDependOnTheNumberOfThreads) {
    EXPECT_EQ(statistics_json<V>(1, 50), statistics_json<V>(3, 50));
}

VARIANT_TEST(SelfPlay, StatisticsCountEveryGameOnce) {
    const auto json = nlohmann::json::parse(statistics_json<V>(1, 50));
    const auto& result = json["result"];
    EXPECT_EQ(result[0], 12);
    EXPECT_LE(result[1].template get<int>() + result[2].template get<int>(), 12);
    int by_move = 0, by_length = 0, balances = 0, bonus = 0;
    for (const auto& tally : json["first_moves"]) by_move += tally[0].template get<int>();
    for (const auto& count : json["lengths"]) by_length += count.template get<int>();
    for (const auto& row : json["balances"]) balances += row[1][0].template get<int>();
    for (const auto& tally : json["bonus"]) bonus += tally[0].template get<int>();
    EXPECT_EQ(by_move, 12);
    EXPECT_EQ(by_length, 12);
    EXPECT_LE(balances, 12);
    EXPECT_GT(balances, 0);
    EXPECT_EQ(bonus > 0, V.bonus_move);
    for (const auto& [kind, sides] : json["first_boards"].items())
        EXPECT_LE(sides[0][0].template get<int>() + sides[1][0].template get<int>(), 12) << kind;
}

TEST(GameStatistics, CountInTheViewOfTheSideThatWonTheBoard) {
    // o has won the upper left board; x wins the game by 3 points.
    Position<kUltimate>::Facts facts;
    facts.marks[1][0] = 0b111;
    const auto pos = Position<kUltimate>::assemble(facts);
    auto first = TrainingRecord<kUltimate>::of(Position<kUltimate>{}, 0, Move::at(0, 0), 0);
    auto last = TrainingRecord<kUltimate>::of(pos, 0, pos.nth_legal(0), 0);
    const Outcome outcome{EndReason::Full, std::nullopt, {5, 2}};
    first.set_end(outcome);
    last.set_end(outcome);
    last.ends_game = 1;
    GameStatistics<kUltimate> statistics;
    statistics.add(std::vector{first, last});
    const auto json = nlohmann::json::parse('{' + statistics.json_members() + '}');
    EXPECT_EQ(json["result"], nlohmann::json({1, 1, 0, 3, 9}));
    EXPECT_EQ(json["first_boards"]["corner"][0][0], 0);
    EXPECT_EQ(json["first_boards"]["corner"][1], nlohmann::json({1, 0, 1, -3, 9}));
    EXPECT_EQ(json["by_line"], 0);
}

}  // namespace
}  // namespace xttt
