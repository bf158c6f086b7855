#include "engine/bench.h"

#include <array>
#include <span>

#include <fmt/format.h>

#include "base/random.h"
#include "rules/any_position.h"
#include "rules/fen.h"
#include "rules/with_variant.h"

namespace xttt {

namespace {

// The initial position, the first move, and then later and later positions of ten games: recorded
// games of tests/vectors with many small boards won (extreme, double), and random games that win a
// small board whenever possible (diagonal, ultimate).
constexpr std::array<std::string_view, 12> kExtremePositions{
    "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 x - -",
    "8x7/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 o i1 -",
    "8x7/1o14/8x7/16/16/16/16/6x5x3/16/3o12/16/10x5/10o5/16/10o5/16 o m8 -",
    "15o/10xo4/2x1xo3x6/12x3/3x6x5/10o4x/8o1o2o2/7o3x2x1/9xo5/o1o2x8x1/6x1x1oo4/6o2xo3o1/1o6o5o1/"
    "10x5/6o3xx2x1/16 x i7 -",
    "6x4x4/11o3o/1o12x1/5x2xx6/1o14/4o8x2/2o9x3/2x2x10/2o7o1x3/x3x11/xo4x9/9o1x2x1/7o5o2/1o9o4/"
    "4o2oo2o4/6x9 x l14 -",
    "1o3xo1o3o2o/ox1x3oo1x3xo/xo4xx2o3o1/3xox6xox1/xx6xoxxx2o/2xx4o1o5/4o4x2o1x1/7xx5ox/"
    "1xxx3x1o1x2x1/2ox2o2o2o1o1/1o2ox10/4x2x2x5/o2xo4o5o/4o9o1/oo5xxo5o/5x7o2 x i6 -",
    "2oo3x4x1o1/9x4o1/4x5x1x3/5o4o1x1o1/xo2o4x6/4o11/8xo1ox3/4x1x8x/7x3x4/1ooo1x8x1/1o14/o2xx3o4x2/"
    "2xo1o9o/6xox7/oo6x5oo/1x8ox4 x e5 -",
    "x1o3o1ox1x2o1/3xo2xx2x2o1/2x1oxoo2xoox1o/ox6x5o1/2o3o6o2/xxoo2x1xox2o2/x1o1o2o1o1ox1ox/"
    "2xox4ox1xxoo/xx2oxxxo2o1xxx/3o2ooo1x1xx1x/xo1o5o1x1o2/o1x1oxx1x3xxxo/1o2o1ox1x5x/1xxoo2xoo2x3/"
    "oxxox4oxo1x2/oo5oxoo3x1 x n6 -",
    "5oxx2xo2o1/8oxoo4/6xo1o4o1/1x3x4x2x2/3x1ox2xx3x1/4o9o1/6x7o1/1o1o5x1oxx2/2o13/3x3xx1xo1x2/"
    "2x1xo10/5x3o1o1x2/1o3oo5ox2/4o1o2o6/5o5o4/1o5o5xxx x i2 -",
    "ooxooox1xo2x2x/1o1oxxxoxxxo3x/xx1ooo1x1xoxxoxx/1ooxox1x1xo1oo1o/1xo5oooxxxoo/1o1o1x1o2o1o1o1/"
    "3oxoooxx1o1x1o/x1x1o1x2oo1o1xx/xx1oxo1xxxo1xxxo/o1x3ox4oxx1/ox2o1ooooxo1x1x/oo2ox1x3xxoox/"
    "x1oxoxoo1oxo1oo1/1xxx2xxx2xxoxx/x3x1x3xo2oo/1xox3oo1xoo1xo o a15 -",
    "2x4x2x1x3/1oo2xoxxoo2oo1/o1x1xo6o3/1x2xo2o2x4/1xo6x2o1o1/1x3x1o5xoo/4oooo7x/xo3o2xxxxo3/"
    "1x1x7o4/oxo2xoxoxxx2o1/1xo1x7x1ox/xx2ox5xx3/1xo1oo7ox1/1x2ooox1oo5/1x3o2o3x2o/1x2x2x4o3 o m15 "
    "-",
    "xo1xxoxxxo3oox/oxxoxxoxx2xooxo/1oooox1xoxxxo1xo/ooo1xoxox1oo3x/oooxxxxoxxoooooo/"
    "1xxoxooxooxxxxox/xxoox1oxxxoooox1/o1oxo1oxox1xooox/oxo3ooxox1oox1/oooxxoooxxxoxoox/"
    "ooox2xxxxoxxxoo/xxx2ox2oo1ooxx/xxoxxo1xxo1x1x2/o1ox1xxxxooxooxo/x2xx1xxx1oo1o1o/"
    "x1xo1o2oox1o1x1 o e13 -",
};
constexpr std::array<std::string_view, 12> kDoublePositions{
    "9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/9 x - -",
    "9/9/9/9/9/9/9/9/9|9/9/9/9/9/9/9/9/x8 o 2a9 -",
    "9/9/9/9/9/o8/9/6o2/9|9/9/9/9/x8/9/9/9/5x3 x 1a6 -",
    "9/5x3/9/1o7/9/1oo1o4/9/3x2o2/5o1x1|5x2o/7x1/2x3oo1/2xo5/9/o7o/8x/x1xxx1x2/9 o 2c8 -",
    "9/x8/6x1x/9/1o7/4ox3/9/2ox5/3x3o1|9/1x7/9/2o6/9/x6x1/o5o2/o2o5/9 x 2a8 -",
    "xx1o3xo/1o2o2ox/1o2o1x2/5o3/3x1xo2/5xo1o/1xoo5/4x4/1o1x2x2|6x2/1o7/o3o1x2/xxo2x2o/2x2x3/4x3o/"
    "x4x3/oox1o1o2/3x3x1 o 2d9 -",
    "4x3o/1o2o3o/2o6/6x2/1x7/3o5/1x1x3o1/9/3o5|2xo5/9/8x/9/4xo3/4x2x1/8x/1x7/4o4 o 2b8 -",
    "xo6o/oo4xo1/1xo3xxo/3x4x/3oox3/1o1x5/x1x3oxo/2oxo1x2/o5x2|o2oxo1x1/xxo1xox2/5xo2/o1ox2x1x/"
    "xxo2oxox/ooxox1ox1/xox2o3/2oox4/1xoxoox2 o 2a5 -",
    "2o1o2x1/4o3o/1x3o2x/7x1/x4o1x1/7x1/5xx2/5o3/9|5xo2/2ox3o1/7xo/2oxxx1x1/1o7/8x/2x1x3o/6o2/"
    "3o3o1 o 1h1 -",
    "1ooxxooox/1xoo2xxo/xoox2oox/xox1xxo1o/xo1oox1x1/oxooo3x/1oxx1xxoo/x1oxo1oxx/oxoo2x1o|3ox2o1/"
    "x2x1x3/xxoxoxo2/6oo1/1o3x1x1/2ooox2x/x1xoxoxox/o1o1x4/xxoxo2xo x 1i4 -",
    "1o1xo1x2/o4oo2/3o1o3/5x3/4o4/x3x1o2/1x1x1o2x/1x1x2o2/1x1o5|3xx2o1/7o1/1oo2xx1o/1xo3x2/xo5x1/"
    "4ox3/2x1x2xx/5x2o/oo7 o 1g1 -",
    "1xoxoxxxo/1x1o1xoox/oo1oxoxoo/oox1xxxoo/x1oxoo1ox/o2ooxxxo/ox1xo3x/oxxoox1ox/"
    "x1xoxo1xo|1oxoxo1ox/1x1xxoxox/oo2o1xx1/1xox1xoxo/1x1x1o2o/xoooxooxx/1oo1xox1o/xxoooxxxx/"
    "oxxxoxoxo x 2g6 -",
};
constexpr std::array<std::string_view, 12> kDiagonalPositions{
    "16/16/16/16/16/16/16/16/16/16/16/16/16/16/16/16 x - -",
    "16/16/16/16/16/16/16/16/16/16/16/16/9x6/16/16/16 o j13 -",
    "5x6x3/1o4o9/16/3o12/16/1o2x11/7x8/16/x14o/16/16/16/9o6/16/16/14x1 x g2 -",
    "10x5/11x1o2/o10o4/10o4o/2o13/4x11/7o8/1o1o11o/16/x11x3/16/5x8x1/5oxx4x2x/13x2/9o6/1o8xox3 x "
    "f13 -",
    "2x3o2xo3o1/x7oxo5/8x7/7xx1x5/2x7x2o2/x3o11/o6o5x2/ox11x2/3x6o5/1x1oo11/6o4x1x2/11x2o1/o3o9o1/"
    "3x7o4/6x1o5o1/2x2o10 x o12 -",
    "1x1xo5x1o3/4o1x4o3x/4oo3o6/4o4x6/1xx13/15o/1o7x2o3/9oo1xx2/2o2xoo1o3x2/x5o1o7/xx4x9/7xx7/5x10/"
    "3x2x9/o2o1ox2x6/o4o7o2 x b7 -",
    "1xx1o8x2/x3o2x2x2o2/1o2o4o2ox1o/o15/o2x7x3o/2x6oo3o1/x2o3xx2o1o1o/4x2xxo3x2/x2ooo6x3/"
    "4o1xx3x1oxx/1x3x8x1/1o9o3o/5xox8/3o8x1o1/3x10o1/o2x11x o p16 -",
    "o6x2o5/5x2x3x1ox/1x13o/1x6xxoo2xo/2o1o6x4/1x2oo6xo2/3o2xx4x1x1/3o2x2x2o3/6x2ox4x/5o5o1xo1/"
    "1o1o1o1x1o2x3/2x1xo4x1xx2/3o1ooo2x1x2o/7o3o3x/2ooox4oo1xx1/ox1x4x2o4 o h7 -",
    "1x5x1o3xo1/3x2oo5o2/4ox3x1o2xx/x2ooxxo7o/5x5o4/3o10xo/1o2x1x3o1xx1o/x1ooxx3xo1xo2/"
    "o1xxo3xo3o1x/oox1x2x3o2x1/o10o2x1/o3oo2o2x4/1x1ooox4o1x2/xo2oo2x4o1x/x1o1xo2xx4x1/"
    "1xo2xo2o1x1xxo o j15 -",
    "7o3ox3/o6xo1x2x2/o2o3ox1o3x1/oooo3oo6x/1xx1xx6x1o1/o1xoooo3x2x2/4x3oooo3x/2x11o1/2o1x4oxo2x1/"
    "1o1o1ox5xx2/x1o6xx1x2o/1x1x4o5o1/x3x5xo1x2/x9xo2xx/4o5x2o1x/3x2o3xx1oo1 o g10 -",
    "5x2ox1xx1xo/xo1ooo1x2x2oo1/o1xo2x5xo1o/1xx4o1o5x/x6x4x1ox/1x2oxxxo2o1o2/1xx1o1oxox1ox1o1/"
    "o2x2xxo1o3xo/xoox3o3o3x/1o1oo3oo4xx/x1xx2x1ooxxox2/1xo1x1o3oox1o1/o3oo1o1xo1oox1/"
    "2x3x1oxxooo1x/o2ox3x5x1/2x5x1ox1x1x x n3 -",
    "o4x1ox3x2o/o3o3o1x1x1o1/oo5x1x2xox1/o1xo2oo2xoxo1o/1xo2x2x2o4/1x2xo3oo3x1/1x1x2x1xoo3oo/"
    "ox1oxox1oo1xx1o1/2o1xxxx3x4/oxo4x5oo1/o1o3o2o2ooxx/1xo1x1x1oooo4/xo1xx2xx1o1x2x/"
    "ooxox3x1ox1xx1/xo2x3xxxoxox1/xxoox3o4o1x o m8 -",
};
constexpr std::array<std::string_view, 12> kUltimatePositions{
    "9/9/9/9/9/9/9/9/9 x - -",
    "9/9/9/9/9/9/9/9/5x3 o f9 -",
    "8x/9/9/5o3/4x4/9/9/9/9 o i1 -",
    "9/3x5/7o1/8x/2o6/2o6/9/6x2/9 x h3 -",
    "o3x4/3o5/2x2x3/9/9/1x2x4/3xo2o1/7o1/4o4 x e9 -",
    "9/3x1o1x1/o8/7o1/1o1o5/3x1ox2/xxo6/4x3x/1o7 x d5 -",
    "xx1o2o1x/o4ox2/7o1/2o6/ox4x2/x3o4/4x3x/9/2o6 x h3 -",
    "1x2o4/4x3x/4xoo2/5o1xx/o8/2x1o4/oo7/5oxxo/x2x1x2o o i2 -",
    "9/5x3/xxxx4o/7o1/4xx1o1/4xo1o1/o2oo1o1x/5x1oo/1o3x2x x i8 -",
    "5ox2/3xxxo2/1oo6/4o1xox/ooo6/ox3x3/1x5o1/x2x2x1o/2xo1ooxx x g2 -",
    "2o2xxxx/1o3o2o/o4o3/2oxo1x1o/6x2/4x1x2/1xo2ox2/1xx1o4/ox1o5 x d9 -",
    "o4ox2/1o3o1x1/2o2oo1o/4x1x2/x2x5/oo1o4o/xxxxx3x/8x/o7x o d7 -",
};
// clang-format on

struct PositionList {
    std::string_view variant;
    std::span<const std::string_view> fens;
};
constexpr std::array kPositionLists{
    PositionList{"extreme", kExtremePositions}, PositionList{"double", kDoublePositions},
    PositionList{"diagonal", kDiagonalPositions}, PositionList{"ultimate", kUltimatePositions}};

// Other variants: the initial position and positions of a random game with a fixed seed.
std::vector<std::string> positions_of_a_random_game(const Variant& variant) {
    constexpr int kPositions = 12, kPliesBetween = 4;
    Random random(1);
    std::vector<std::string> fens;
    AnyPosition position(variant);
    while (!position.over() && fens.size() < kPositions) {
        fens.push_back(position.fen());
        for (int ply = 0; ply < kPliesBetween && !position.over(); ++ply) {
            const std::vector<Move> moves = position.legal_moves();
            position.play(moves[random.below(static_cast<std::uint32_t>(moves.size()))]);
        }
    }
    return fens;
}

}  // namespace

std::vector<std::string> bench_positions(const Variant& variant) {
    for (const auto& [name, fens] : kPositionLists)
        if (name == variant.name) return {fens.begin(), fens.end()};
    return positions_of_a_random_game(variant);
}

namespace {

template <const Variant& V>
Result<BenchResult> bench(const BenchOptions& options, const std::stop_token& stop) {
    TRY(auto searcher, make_searcher<V>(options.search));
    BenchResult result;
    result.depth = options.depth.value_or(default_bench_depth(options.search.algorithm));
    SearchLimits limits;
    limits.depth = result.depth;
    const std::stop_callback on_stop(stop, [&] { searcher->stop(); });
    for (const std::string& fen : bench_positions(V)) {
        TRY(const auto pos, parse_fen<V>(fen));
        searcher->new_game();
        const SearchReport report = searcher->search(pos, limits, {});
        if (stop.stop_requested()) return fail(Errc::Usage, "the bench was stopped");
        ++result.positions;
        result.nodes += report.nodes;
        result.elapsed += report.elapsed;
    }
    return result;
}

}  // namespace

int default_bench_depth(std::string_view algorithm) {
    if (algorithm == "minimax") return 4;
    if (algorithm == "pvs") return 14;
    return 7;
}

Result<BenchResult> run_bench(const BenchOptions& options, const std::stop_token& stop) {
    return with_variant(options.variant,
                        [&]<const Variant & V>() { return bench<V>(options, stop); });
}

}  // namespace xttt
