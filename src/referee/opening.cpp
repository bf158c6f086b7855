#include "referee/opening.h"

#include <algorithm>
#include <sstream>

#include <fmt/format.h>

#include "base/file.h"
#include "base/random.h"
#include "base/text.h"
#include "rules/playout.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

template <const Variant& V>
Result<Opening> parse_opening(std::string_view text) {
    Opening opening;
    auto pos = Position<V>::initial();
    if (text.find('/') != std::string_view::npos) {
        TRY(pos, parse_fen<V>(text));
        opening.fen = text;
    } else {
        for (const auto word : split_words(text)) {
            TRY(const auto move, parse_move(pos, word));
            pos.play(move);
            opening.moves.push_back({move, {}});
        }
        if (opening.moves.empty()) return fail(Errc::BadInput, "expected moves or a FEN");
    }
    if (pos.over()) return fail(Errc::BadInput, "the game is already over at that point");
    return opening;
}

std::string_view without_comment(std::string_view text_line) {
    text_line = text_line.substr(0, text_line.find('#'));
    const auto last = text_line.find_last_not_of(" \t\r");
    return text_line.substr(0, last == std::string_view::npos ? 0 : last + 1);
}

}  // namespace

Result<std::vector<Opening>> read_openings(const std::string& path, const Variant& variant) {
    auto text = read_input_file(path);
    if (!text) return fail(Errc::Usage, "openings: " + text.error().message);
    std::istringstream in(std::move(*text));
    return read_openings(in, path, variant);
}

Result<std::vector<Opening>> read_openings(std::istream& in, const std::string& name,
                                           const Variant& variant) {
    return with_variant(variant.name, [&]<const Variant & V>() -> Result<std::vector<Opening>> {
        std::vector<Opening> openings;
        int number = 0;
        for (std::string text_line; std::getline(in, text_line);) {
            ++number;
            const auto text = without_comment(text_line);
            if (text.empty()) continue;
            auto opening = parse_opening<V>(text);
            if (!opening)
                return fail(Errc::BadInput,
                            fmt::format("{}, line {}: {}", name, number, opening.error().message));
            openings.push_back(std::move(*opening));
        }
        if (openings.empty()) return fail(Errc::BadInput, name + " contains no opening");
        return openings;
    });
}

Result<void> select_openings(std::vector<Opening>& openings, const OpeningSelection& selection,
                             std::uint64_t seed) {
    if (static_cast<std::size_t>(selection.start) > openings.size())
        return fail(Errc::Usage, fmt::format("there is no opening number {}: the file has {}",
                                             selection.start, openings.size()));
    if (selection.shuffled) {
        Random random(mix64(seed));
        for (std::size_t left = openings.size(); left > 1; --left)
            std::swap(openings[left - 1], openings[random.below(static_cast<std::uint32_t>(left))]);
    }
    std::ranges::rotate(openings, openings.begin() + (selection.start - 1));
    for (Opening& opening : openings)
        if (selection.plies > 0 && opening.moves.size() > static_cast<std::size_t>(selection.plies))
            opening.moves.resize(static_cast<std::size_t>(selection.plies));
    return {};
}

Opening random_opening(const Variant& variant, int plies, std::uint64_t seed) {
    return with_variant(variant.name,
                        [&]<const Variant & V>() -> Result<Opening> {
                            Random random(mix64(seed));
                            Opening opening;
                            for (const Move move : random_moves<V>(plies, random))
                                opening.moves.push_back({move, {}});
                            return opening;
                        })
        .value();
}

}  // namespace xttt
