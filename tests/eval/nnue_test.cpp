#include "eval/nnue/nnue.h"

#include <cmath>
#include <cstdio>
#include <cstring>
#include <fstream>

#include <gmock/gmock.h>
#include <unistd.h>

#include "base/random.h"
#include "support/variants.h"

namespace xttt {
namespace {

using testing::HasSubstr;

// Any weights will do where only arithmetic is tested.
template <const Variant& V>
std::shared_ptr<const nnue::Network<V>> random_network(std::uint64_t seed) {
    auto network = std::make_shared<nnue::Network<V>>();
    Random random(seed);
    const auto within = [&random](int limit) {
        return static_cast<int>(random.below(static_cast<std::uint32_t>(2 * limit + 1))) - limit;
    };
    for (auto& row : network->rows)
        for (auto& weight : row) weight = static_cast<std::int8_t>(within(25));
    // Rows of contents for one in a hundred.
    for (std::uint32_t number = 0; number < nnue::Layout<V>::kContents; ++number) {
        if (random.below(100) != 0) continue;
        auto& row = network->content_rows.emplace_back(nnue::ContentRow{number, {}}).row;
        for (auto& weight : row) weight = static_cast<std::int8_t>(within(120));
    }
    network->sum_board_rows();
    for (auto& bias : network->bias) bias = static_cast<std::int16_t>(within(100));
    for (auto& row : network->output)
        for (auto& weight : row) weight = static_cast<std::int16_t>(within(nnue::kMaxOutput));
    for (auto& bias : network->output_bias) bias = within(1'000'000);
    network->scale = 1000;
    return network;
}

// Calls f(pos, move, next) for each move of some random games.
template <const Variant& V, class F>
void along_random_games(int games, F&& f) {
    for (int g = 0; g < games; ++g) {
        Random random(mix64(static_cast<std::uint64_t>(g)));
        Position<V> pos;
        while (!pos.over()) {
            const Move m =
                pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
            Position<V> next = pos;
            next.play(m);
            f(pos, m, next);
            pos = next;
        }
    }
}

// What a feature adds to a neuron.
template <const Variant& V>
int weight_of(const nnue::Network<V>& network, int feature, int neuron) {
    if (feature < nnue::Layout<V>::kRows) return network.rows[feature][neuron];
    const auto number = static_cast<std::uint32_t>(feature - nnue::Layout<V>::kContentsAt);
    const auto known =
        std::ranges::lower_bound(network.content_rows, number, {}, &nnue::ContentRow::number);
    if (known == network.content_rows.end() || known->number != number) return 0;
    return known->row[neuron];
}

// The network's value in floating point, from the list of features alone.
template <const Variant& V>
double slow_score(const nnue::Network<V>& network, const Position<V>& pos) {
    const nnue::FeatureSet<V> boards(pos);
    typename nnue::FeatureSet<V>::AllFeatures all;
    typename nnue::FeatureSet<V>::TurnRows turn;
    boards.list(pos, all);
    boards.turn(pos, turn);
    const int bucket = nnue::bucket_of<V>(pos.playable().size());
    double sum = network.output_bias[bucket] / double{nnue::kOutputOne};
    for (int half = 0; half < 2; ++half) {
        const int view = index(pos.side_to_move()) ^ half;
        for (int i = 0; i < nnue::kHidden; ++i) {
            double value = network.bias[i];
            for (int r = 0; r < all.count; ++r) value += weight_of(network, all.rows[view][r], i);
            for (int r = 0; r < turn.count; ++r) value += weight_of(network, turn.rows[view][r], i);
            value = std::clamp(value / nnue::kActivationMax, 0.0, 1.0);
            sum += value * value * network.output[bucket][half * nnue::kHidden + i] /
                   double{nnue::kOutputUnit};
        }
    }
    return std::clamp(sum * network.scale, -250000.0, 250000.0);
}

VARIANT_SUITE(Nnue);

VARIANT_TEST(Nnue, StateAfterMovesEqualsStateFromScratch) {
    const NnueEvaluator<V> eval(random_network<V>(1));
    auto state = eval.start({});
    along_random_games<V>(4, [&](const Position<V>& pos, Move m, const Position<V>& next) {
        if (pos.mark_count() == 0) state = eval.start(pos);
        eval.update(state, next, m);
        ASSERT_TRUE(state == eval.start(next));
    });
}

VARIANT_TEST(Nnue, VectorsGiveTheSameScoresAsPlainArithmetic) {
    const auto network = random_network<V>(2);
    const NnueEvaluator<V, nnue::VectorKernel> fast(network);
    const NnueEvaluator<V, nnue::PlainKernel> plain(network);
    along_random_games<V>(4, [&](const Position<V>&, Move, const Position<V>& pos) {
        if (pos.over()) return;
        ASSERT_EQ(fast.score(fast.start(pos), pos), plain.score(plain.start(pos), pos));
    });
}

VARIANT_TEST(Nnue, ScoreIsThatOfTheNetworkInFloatingPoint) {
    const auto network = random_network<V>(3);
    const NnueEvaluator<V> eval(network);
    along_random_games<V>(4, [&](const Position<V>&, Move, const Position<V>& pos) {
        if (pos.over()) return;
        ASSERT_NEAR(eval.score(eval.start(pos), pos), slow_score<V>(*network, pos), 1.0);
    });
}

VARIANT_TEST(Nnue, SidesThatChangeRolesGetTheSameScore) {
    const NnueEvaluator<V> eval(random_network<V>(4));
    along_random_games<V>(5, [&](const Position<V>&, Move, const Position<V>& pos) {
        if (pos.over()) return;
        auto facts = Symmetry<V>().facts(pos);
        std::swap(facts.marks[0], facts.marks[1]);
        facts.side = opponent(facts.side);
        const auto other = Position<V>::assemble(facts);
        ASSERT_EQ(eval.score(eval.start(pos), pos), eval.score(eval.start(other), other));
    });
}

VARIANT_TEST(Nnue, NetworkComesBackFromItsBytes) {
    const auto network = random_network<V>(5);
    const auto again = nnue::Network<V>::parse(network->to_bytes());
    ASSERT_TRUE(again.has_value()) << again.error().message;
    EXPECT_EQ((*again)->rows, network->rows);
    EXPECT_EQ((*again)->bias, network->bias);
    EXPECT_EQ((*again)->output, network->output);
    EXPECT_EQ((*again)->output_bias, network->output_bias);
    EXPECT_EQ((*again)->scale, network->scale);
    EXPECT_EQ((*again)->content_rows, network->content_rows);
    EXPECT_EQ((*again)->board_rows, network->board_rows);
}

TEST(NnueContents, AnotherContentOfABoardIsAnotherScore) {
    // Without rows of contents a network sees marks and prospects only; one such row changes the
    // score of positions with that content and of no others.
    auto bare = std::make_shared<nnue::Network<kUltimate>>(*random_network<kUltimate>(8));
    bare->content_rows.clear();
    bare->sum_board_rows();
    const std::shared_ptr<const nnue::Network<kUltimate>> before = bare;
    auto changed = std::make_shared<nnue::Network<kUltimate>>(*before);
    Position<kUltimate> pos;
    pos.play(Move::at(4, 0));
    const int number = nnue::Contents<kUltimate>::open(0, 1);  // as the side to move sees it
    const auto at = static_cast<std::uint32_t>(4 * nnue::Contents<kUltimate>::kOpen + number);
    auto& row = changed->content_rows.emplace_back(nnue::ContentRow{at, {}}).row;
    row.fill(100);
    changed->sum_board_rows();
    const NnueEvaluator<kUltimate> plain(before), other(changed);
    EXPECT_NE(plain.score(plain.start(pos), pos), other.score(other.start(pos), pos));
    const Position<kUltimate> empty;
    EXPECT_EQ(plain.score(plain.start(empty), empty), other.score(other.start(empty), empty));
}

TEST(NnueContents, ANetworkWithoutRowsOfContentsIsOfTheFirstVersion) {
    auto network = std::make_shared<nnue::Network<kUltimate>>(*random_network<kUltimate>(10));
    network->content_rows.clear();
    const std::string bytes = network->to_bytes();
    nnue::NetworkHeader header;
    std::memcpy(&header, bytes.data(), sizeof header);
    EXPECT_EQ(header.version, 1U);
    const auto parsed = nnue::Network<kUltimate>::parse(bytes);
    ASSERT_TRUE(parsed.has_value()) << parsed.error().message;
    const NnueEvaluator<kUltimate> eval(*parsed);
    along_random_games<kUltimate>(4, [&](const auto&, Move, const Position<kUltimate>& pos) {
        if (pos.over()) return;
        ASSERT_NEAR(eval.score(eval.start(pos), pos), slow_score<kUltimate>(**parsed, pos), 1.0);
    });
}

TEST(NnueFile, AllShareTheBuiltInNetwork) {
    const auto first = nnue::Network<kUltimate>::builtin(),
               second = nnue::Network<kUltimate>::builtin();
    ASSERT_TRUE(first.has_value() && second.has_value());
    EXPECT_EQ(*first, *second);
}

TEST(NnueFile, ComesBackFromAFile) {
    const std::string path =
        ::testing::TempDir() + "nnue_test_" + std::to_string(getpid()) + ".xnet";
    const auto network = random_network<kUltimate>(11);
    const auto write = [&path](const std::string& bytes) {
        std::ofstream(path, std::ios::binary) << bytes;
    };
    write(network->to_bytes());
    const auto loaded = nnue::Network<kUltimate>::load(path);
    ASSERT_TRUE(loaded.has_value()) << loaded.error().message;
    EXPECT_EQ((*loaded)->board_rows, network->board_rows);
    write(network->to_bytes() + "x");
    EXPECT_THAT(nnue::Network<kUltimate>::load(path).error().message, HasSubstr("bytes; expected"));
    write(network->to_bytes().substr(0, 30));
    EXPECT_THAT(nnue::Network<kUltimate>::load(path).error().message,
                HasSubstr("not a network file"));
    std::remove(path.c_str());
}

TEST(NnueFile, RefusesRowsOfContentsThatCannotBe) {
    using Network = nnue::Network<kUltimate>;
    const auto why = [](const std::string& bytes) {
        const auto parsed = Network::parse(bytes);
        return parsed ? std::string("accepted") : parsed.error().message;
    };
    const auto good = random_network<kUltimate>(9);
    EXPECT_EQ(why(good->to_bytes()), "accepted");
    Network wrong = *good;
    std::swap(wrong.content_rows[3], wrong.content_rows[4]);
    EXPECT_THAT(why(wrong.to_bytes()), HasSubstr("feature 4 of the network has the number"));
    wrong = *good;
    wrong.content_rows[4].number = wrong.content_rows[3].number;
    EXPECT_THAT(why(wrong.to_bytes()), HasSubstr("feature 4 of the network has the number"));
    wrong = *good;
    wrong.content_rows.back().number = nnue::Layout<kUltimate>::kContents;
    EXPECT_THAT(why(wrong.to_bytes()), HasSubstr("be below 177147"));

    const auto with_header = [](std::string bytes, auto change) {
        nnue::NetworkHeader header;
        std::memcpy(&header, bytes.data(), sizeof header);
        change(header);
        std::memcpy(bytes.data(), &header, sizeof header);
        return bytes;
    };
    EXPECT_THAT(why(with_header(good->to_bytes(), [](auto& header) { header.version = 1; })),
                HasSubstr("format version 1 for ultimate allows at most 0"));
    EXPECT_THAT(why(with_header(good->to_bytes(), [](auto& header) { header.content_rows = 0; })),
                HasSubstr("no board content features"));
    EXPECT_THAT(why(with_header(good->to_bytes(), [](auto& header) { ++header.content_rows; })),
                HasSubstr("bytes; expected"));
    EXPECT_THAT(why(with_header(good->to_bytes(), [](auto& header) { header.content_rows = ~0U; })),
                HasSubstr("has 4294967295 board content features"));
    const auto other = with_header(random_network<kExtreme>(9)->to_bytes(), [](auto& header) {
        header.version = 2;
        header.content_rows = 1;
    });
    EXPECT_THAT(nnue::Network<kExtreme>::parse(other).error().message, HasSubstr("at most 0"));
}

TEST(NnueFile, RefusesWhatDoesNotFit) {
    const std::string good = random_network<kExtreme>(6)->to_bytes();
    const auto why = [](const std::string& bytes) {
        const auto parsed = nnue::Network<kExtreme>::parse(bytes);
        return parsed ? std::string("accepted") : parsed.error().message;
    };
    EXPECT_EQ(why(good), "accepted");
    EXPECT_EQ(why(""), "not a network file");
    EXPECT_EQ(why(std::string(1000, 'x')), "not a network file");

    nnue::NetworkHeader header;
    std::memcpy(&header, good.data(), sizeof header);
    const auto with = [&good](nnue::NetworkHeader changed) {
        std::string bytes = good;
        std::memcpy(bytes.data(), &changed, sizeof changed);
        return bytes;
    };
    auto changed = header;
    changed.version = 99;
    EXPECT_THAT(why(with(changed)), HasSubstr("version 99"));
    changed = header;
    changed.hidden = 32;
    EXPECT_THAT(why(with(changed)), HasSubstr("32 neurons"));
    changed = header;
    changed.scale += 1;
    EXPECT_THAT(why(with(changed)), HasSubstr("damaged"));
    EXPECT_THAT(why(random_network<kDouble>(1)->to_bytes()),
                HasSubstr("for variant 'double', not extreme"));
    EXPECT_THAT(why(good.substr(0, good.size() - 1)), HasSubstr("bytes; expected"));
    EXPECT_THAT(why(good + "x"), HasSubstr("bytes; expected"));
    std::string damaged = good;
    damaged[good.size() / 2] ^= 1;
    EXPECT_THAT(why(damaged), HasSubstr("damaged"));
}

TEST(NnueFile, NamesAFileThatIsNotThere) {
    const auto loaded = nnue::Network<kExtreme>::load("/no/such/network.xnet");
    ASSERT_FALSE(loaded.has_value());
    EXPECT_THAT(loaded.error().message, HasSubstr("cannot read"));
}

}  // namespace
}  // namespace xttt
