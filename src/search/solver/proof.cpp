#include "search/solver/proof.h"

#include <charconv>
#include <limits>
#include <optional>

#include <fmt/format.h>

#include "base/count_text.h"
#include "rules/fen.h"
#include "rules/notation.h"
#include "rules/with_variant.h"

namespace xttt {
namespace {

constexpr std::string_view kMagic = "xttt-proof 1";
constexpr std::size_t kChoicesPerTextLine = 24;

// Reads the text of a proof, and numbers its text lines for messages.
class ProofReader {
public:
    explicit ProofReader(std::string_view text) : rest_(text) {}

    std::optional<std::string_view> next() {
        if (rest_.empty()) return std::nullopt;
        const auto end = rest_.find('\n');
        auto text_line = rest_.substr(0, end);
        rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
        if (text_line.ends_with('\r')) text_line.remove_suffix(1);
        ++number_;
        return text_line;
    }
    // The rest of the next text line, which must begin with `word`.
    Result<std::string_view> after(std::string_view word) {
        const auto text_line = next();
        if (!text_line || !text_line->starts_with(word) ||
            text_line->substr(word.size()).substr(0, 1) != " ")
            return error(fmt::format("expected '{} ...'", word));
        return text_line->substr(word.size() + 1);
    }
    std::unexpected<Error> error(std::string_view what) const {
        return fail(Errc::BadInput, fmt::format("proof, line {}: {}", number_, what));
    }

private:
    std::string_view rest_;
    int number_ = 0;
};

std::string_view take_word(std::string_view& text) {
    const auto begin = std::min(text.find_first_not_of(' '), text.size());
    text.remove_prefix(begin);
    const auto word = text.substr(0, text.find(' '));
    text.remove_prefix(word.size());
    return word;
}

Result<Claim> parse_claim(const ProofReader& reader, std::string_view text) {
    const auto side = take_word(text), kind = take_word(text), amount = take_word(text);
    Claim claim;
    const auto [end, code] =
        std::from_chars(amount.data(), amount.data() + amount.size(), claim.amount);
    const bool known = (side == "x" || side == "o") && (kind == "line" || kind == "margin");
    if (!known || code != std::errc{} || end != amount.data() + amount.size() ||
        text.find_first_not_of(' ') != std::string_view::npos)
        return reader.error("a claim is 'claim x|o line MOVES' or 'claim x|o margin POINTS'");
    claim.side = side == "x" ? Side::X : Side::O;
    claim.kind = kind == "line" ? Claim::Kind::Line : Claim::Kind::Margin;
    return claim;
}

// Reads the choices of one claim in traversal order.
template <const Variant& V>
class ChoiceReader {
public:
    explicit ChoiceReader(ProofReader& reader) : reader_(reader) {}

    Result<Move> next() {
        const auto word = next_word();
        if (word == "end") return reader_.error("the proof is incomplete: a move is missing");
        const auto move = read_move<V>(word);
        if (!move) return reader_.error(fmt::format("'{}' is not a move", word));
        return *move;
    }
    Result<void> expect_end() {
        const auto word = next_word();
        if (word == "end") return {};
        return reader_.error(fmt::format("expected 'end', found '{}'", word));
    }

private:
    std::string_view next_word() {
        for (;;) {
            if (const auto word = take_word(text_line_); !word.empty()) return word;
            const auto text_line = reader_.next();
            if (!text_line) return "";
            text_line_ = *text_line;
        }
    }

    ProofReader& reader_;
    std::string_view text_line_;
};

template <const Variant& V>
Result<CheckedProof> check_claims(ProofReader& reader, std::string_view fen) {
    const auto root = parse_fen<V>(fen);
    if (!root) return reader.error(root.error().message);
    CheckedProof checked{.variant = std::string(V.name), .fen = std::string(fen)};
    while (const auto text_line = reader.next()) {
        if (text_line->empty()) continue;
        if (!text_line->starts_with("claim ")) return reader.error("expected 'claim ...'");
        TRY(const auto claim, parse_claim(reader, text_line->substr(6)));
        ChoiceReader<V> choices(reader);
        ClaimVerifier<V> verifier(
            claim, [&](const Position<V>&) { return choices.next(); },
            std::numeric_limits<std::size_t>::max());
        TRY_VOID(verifier.run(*root));
        TRY_VOID(choices.expect_end());
        checked.claims.push_back(claim);
        checked.positions += verifier.positions();
    }
    if (checked.claims.empty()) return reader.error("the proof has no claim");
    return checked;
}

}  // namespace

template <const Variant& V>
std::string proof_text(const Position<V>& pos, const std::vector<ProvenClaim>& claims) {
    std::string text = fmt::format("{}\nvariant {}\nposition {}\n", kMagic, V.name, to_fen<V>(pos));
    for (const auto& [claim, choices] : claims) {
        text += fmt::format("claim {} {} {}\n", letter(claim.side),
                            claim.kind == Claim::Kind::Line ? "line" : "margin", claim.amount);
        for (std::size_t i = 0; i < choices.size(); ++i) {
            text += move_text<V>(choices[i]);
            text += (i + 1) % kChoicesPerTextLine == 0 || i + 1 == choices.size() ? '\n' : ' ';
        }
        text += "end\n";
    }
    return text;
}

Result<CheckedProof> check_proof(std::string_view text) {
    ProofReader reader(text);
    if (reader.next() != kMagic) return reader.error(fmt::format("expected '{}'", kMagic));
    TRY(const auto variant, reader.after("variant"));
    TRY(const auto fen, reader.after("position"));
    return with_variant(variant, [&]<const Variant & V>() -> Result<CheckedProof> {
        return check_claims<V>(reader, fen);
    });
}

std::string describe(const Claim& claim) {
    const char me = letter(claim.side), other = letter(opponent(claim.side));
    if (claim.kind == Claim::Kind::Line)
        return fmt::format("{} forces a line in at most {}", me, count_text(claim.amount, "move"));
    return claim.amount >= 0 ? fmt::format("{} ends at least {} ahead of {}", me,
                                           count_text(claim.amount, "point"), other)
                             : fmt::format("{} ends at most {} behind {}", me,
                                           count_text(-claim.amount, "point"), other);
}

#define XTTT_INSTANTIATE(V)                                    \
    template std::string proof_text<V>(const Position<V>& pos, \
                                       const std::vector<ProvenClaim>& claims);
XTTT_FOR_EACH_VARIANT(XTTT_INSTANTIATE)
#undef XTTT_INSTANTIATE

}  // namespace xttt
