#include "tournament/store/move_blob.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <cstdint>
#include <optional>
#include <utility>

#include "rules/any_position.h"

namespace xttt {
namespace {

constexpr char kColumns = 1;   // the format of older stores
constexpr char kCoded = 2;     // the current format
constexpr char kCodedPv = 3;   // the same with principal variation, seldepth or hash use
constexpr char kCodedAll = 4;  // the same with memory
constexpr std::uint32_t kMaxMoves = 4096;

std::uint64_t zigzag(std::uint64_t value) {
    return value << 1 ^ (~(value >> 63) + 1);
}
std::uint64_t unzigzag(std::uint64_t bits) {
    return bits >> 1 ^ (~(bits & 1) + 1);
}

// The probability of a 0 bit, in units of 1/2048.
using Chance = std::uint16_t;
constexpr int kChanceBits = 11;

template <std::size_t N>
struct Chances : std::array<Chance, N> {
    constexpr Chances() { this->fill(1 << (kChanceBits - 1)); }
};

// An adaptive binary range coder as in LZMA. Encoder and decoder have the same interface, so that
// one function serves both: each call takes the value to encode, which a decoder ignores, and
// returns the value.
class RangeCoder {
public:
    RangeCoder() = default;                                     // encodes
    explicit RangeCoder(std::string_view bytes) : in_(bytes) {  // decodes
        for (int i = 0; i < 4; ++i) shift();
    }
    bool writes() const { return !in_; }
    // False if a decoder is beyond the end of its input by more than the zeros that an encoder
    // leaves out; the values are then meaningless.
    bool good() const { return writes() || read_ <= in_->size() + kMaxZeros; }

    bool bit(Chance& zero, bool value) {
        constexpr int kRate = 4;
        const std::uint32_t bound = (range_ >> kChanceBits) * zero;
        if (in_) value = offset_ >= bound;
        narrow(value ? bound : 0, value ? range_ - bound : bound);
        const int change = value ? -(zero >> kRate) : ((1 << kChanceBits) - zero) >> kRate;
        zero = static_cast<Chance>(zero + change);
        return value;
    }
    // One of `count` equally likely values. Requires value < count <= 2^16.
    std::uint32_t uniform(std::uint32_t value, std::uint32_t count) {
        const std::uint32_t unit = range_ / count;
        if (in_) value = std::min(static_cast<std::uint32_t>(offset_ / unit), count - 1);
        narrow(value * unit, unit);
        return value;
    }
    // The encoded bytes, without the last zeros: a decoder reads zeros after the end.
    std::string finish() {
        for (int i = 0; i < 5; ++i) shift();
        for (std::size_t left_out = 0; out_.ends_with('\0') && left_out < kMaxZeros; ++left_out)
            out_.pop_back();
        return out_.empty() ? "" : out_.substr(1);  // the first byte is always 0
    }

private:
    static constexpr std::size_t kMaxZeros = 7;

    void narrow(std::uint32_t from, std::uint32_t size) {
        offset_ = in_ ? offset_ - from : offset_ + from;
        for (range_ = size; range_ < 1u << 24; range_ <<= 8) shift();
    }
    void shift() {
        if (in_) {
            const char byte = read_ < in_->size() ? (*in_)[read_] : '\0';
            ++read_;
            offset_ = offset_ << 8 | static_cast<unsigned char>(byte);
            return;
        }
        if (offset_ < 0xff000000u || offset_ >> 32 != 0) {
            for (; pending_ > 0; --pending_) {
                out_ += static_cast<char>(cache_ + (offset_ >> 32));
                cache_ = 0xff;
            }
            cache_ = static_cast<std::uint8_t>(offset_ >> 24);
        }
        ++pending_;
        offset_ = offset_ << 8 & 0xffffffffu;
    }

    std::optional<std::string_view> in_;
    std::size_t read_ = 0;
    std::string out_;
    std::uint64_t offset_ = 0;  // encoder: low end of the range; decoder: code - low
    std::uint32_t range_ = 0xffffffff;
    std::uint8_t cache_ = 0;   // the last byte that a carry can change
    std::size_t pending_ = 1;  // 1 + the number of 0xff bytes after it
};

// A number: its bit width and its highest bits with adaptive probabilities, the other bits uniform.
struct NumberModel {
    static constexpr unsigned kMostLengths = 17;
    Chances<1> same;
    Chances<128> length;
    std::array<Chances<8>, kMostLengths> high;

    std::uint64_t code(RangeCoder& coder, std::uint64_t value) {
        const auto bits = static_cast<unsigned>(std::bit_width(value));
        unsigned node = 1;
        for (int i = 6; i >= 0; --i)
            node = node * 2 + coder.bit(length[node], (bits >> i & 1) != 0);
        const unsigned width = std::min(node - 128, 64u);
        std::uint64_t result = width > 0 ? 1 : 0;
        Chances<8>& known = high[std::min(width, kMostLengths - 1)];
        for (unsigned i = width, prefix = 1; i-- > 1; prefix = prefix * 2 + (result & 1)) {
            const bool bit = (value >> (i - 1) & 1) != 0;
            result = result * 2 + (prefix < 8 ? coder.bit(known[prefix], bit)
                                              : coder.uniform(bit ? 1 : 0, 2) != 0);
        }
        return result;
    }
    // The same for the difference from `from`, with one bit for a difference of 0, which is common.
    // Unsigned, because damaged data can hold any number.
    std::uint64_t code_near(RangeCoder& coder, std::uint64_t value, std::uint64_t from) {
        if (coder.bit(same[0], value == from)) return from;
        return unzigzag(code(coder, zigzag(value - from))) + from;
    }
};

// The adaptive model of the notes of one player.
struct NotesModel {
    enum Column : unsigned {
        Time,
        Clock,
        Depth,
        Nodes,
        Score,
        Text,
        Seldepth,
        Hash,
        Pv,
        Memory,
        kCount
    };
    static constexpr unsigned kUsual = Text + 1;  // the columns of kCoded and kColumns
    static constexpr unsigned kWithPv = Pv + 1;   // those of kCodedPv
    Chances<kCount> present;
    std::array<NumberModel, kCount> numbers;
    Chances<1> is_win;
    Chances<256> letters, pv_letters;
    std::array<std::uint64_t, kCount> last{};

    static unsigned columns_of(const MoveNote& n) {
        return n.time.has_value() << Time | n.clock.has_value() << Clock |
               n.depth.has_value() << Depth | n.nodes.has_value() << Nodes |
               n.score.has_value() << Score | !n.text.empty() << Text |
               n.seldepth.has_value() << Seldepth | n.hashfull.has_value() << Hash |
               !n.pv.empty() << Pv | n.memory.has_value() << Memory;
    }

    // `columns`: the notes that any move of the game has.
    void code(RangeCoder& coder, unsigned columns, MoveNote& note) {
        const unsigned here = columns_of(note);
        const auto has = [&](Column column) {
            return (columns >> column & 1) != 0 &&
                   coder.bit(present[column], (here >> column & 1) != 0);
        };
        const auto near = [&](Column column, auto value, std::uint64_t from) {
            const auto bits = static_cast<std::uint64_t>(value);
            return last[column] = numbers[column].code_near(coder, bits, from);
        };
        const auto count = [](const auto& time) { return time ? time->count() : 0; };
        const auto time_of = [](std::uint64_t bits) {
            return std::chrono::milliseconds(static_cast<std::int64_t>(bits));
        };
        if (has(Time)) note.time = time_of(near(Time, count(note.time), last[Time]));
        if (has(Clock)) {
            const auto used = static_cast<std::uint64_t>(count(note.time));
            note.clock = time_of(near(Clock, count(note.clock), last[Clock] - used));
        }
        if (has(Depth))
            note.depth = static_cast<int>(near(Depth, note.depth.value_or(0), last[Depth]));
        if (has(Nodes)) note.nodes = near(Nodes, note.nodes.value_or(0), last[Nodes]);
        if (has(Score)) {
            const NoteScore score = note.score.value_or(NoteScore());
            const bool win = coder.bit(is_win[0], score.kind == NoteScore::Kind::Win);
            const auto kind = win ? NoteScore::Kind::Win : NoteScore::Kind::Points;
            note.score = NoteScore{kind, static_cast<int>(near(Score, score.value, last[Score]))};
        }
        const auto text = [&](Column column, Chances<256>& chances, std::string& value) {
            const auto length = numbers[column].code(coder, value.size());
            for (std::uint64_t i = 0; i < length && coder.good(); ++i) {
                const unsigned letter = coder.writes() ? static_cast<unsigned char>(value[i]) : 0;
                unsigned node = 1;
                for (int b = 7; b >= 0; --b)
                    node = node * 2 + coder.bit(chances[node], (letter >> b & 1) != 0);
                if (!coder.writes()) value += static_cast<char>(node);
            }
        };
        if (has(Text)) text(Text, letters, note.text);
        if (has(Seldepth))
            note.seldepth =
                static_cast<int>(near(Seldepth, note.seldepth.value_or(0), last[Seldepth]));
        if (has(Hash))
            note.hashfull = static_cast<int>(near(Hash, note.hashfull.value_or(0), last[Hash]));
        if (has(Pv)) text(Pv, pv_letters, note.pv);
        if (has(Memory)) note.memory = near(Memory, note.memory.value_or(0), last[Memory]);
    }
};

// The number of legal moves before `move`, in the order of nth_legal().
template <const Variant& V>
std::uint32_t legal_before(const Position<V>& pos, Move move) {
    int count = 0;
    if (pos.is_bound()) {
        const int bit = move.board / V.places() * V.places() + move.cell;
        count = std::popcount(pos.bound_cells() & ((Mask{1} << bit) - 1));
    } else {
        for (int board = 0; board < move.board; ++board)
            count += std::popcount(pos.playable().board(board));
        count += std::popcount(pos.playable().board(move.board) & ((Mask{1} << move.cell) - 1));
    }
    return static_cast<std::uint32_t>(count);
}

// Codes a move as its index among the legal moves and plays it; returns kNoMove if it is illegal.
// Without a position, codes its cell.
Move code_move(RangeCoder& coder, const Variant& variant, std::optional<AnyPosition>& position,
               Move move) {
    if (!position) {
        const int given = coder.writes() ? move.board * variant.places() + move.cell : 0;
        const auto cell = static_cast<int>(coder.uniform(
            static_cast<std::uint32_t>(given), static_cast<std::uint32_t>(variant.cells())));
        return Move::at(cell / variant.places(), cell % variant.places());
    }
    return position->visit([&](auto& pos) {
        if (pos.over() || (coder.writes() && !pos.is_legal(move))) return kNoMove;
        const std::uint32_t number = coder.writes() ? legal_before(pos, move) : 0;
        const Move coded =
            pos.nth_legal(coder.uniform(number, static_cast<std::uint32_t>(pos.legal_count())));
        pos.play(coded);
        return coded;
    });
}

// The notes that any move has.
unsigned columns_of(const std::vector<RecordedMove>& moves) {
    unsigned columns = 0;
    for (const RecordedMove& recorded : moves) columns |= NotesModel::columns_of(recorded.note);
    return columns;
}

// False if a move is illegal. Without `by_rules`, moves are coded as cells.
bool code_game(RangeCoder& coder, const Variant& variant, std::string_view start_fen, bool by_rules,
               unsigned column_count, std::vector<RecordedMove>& moves) {
    moves.resize(coder.uniform(static_cast<std::uint32_t>(moves.size()), kMaxMoves + 1));
    std::optional<AnyPosition> position;
    if (coder.uniform(by_rules ? 1 : 0, 2) != 0) {
        auto start =
            start_fen.empty() ? AnyPosition(variant) : AnyPosition::parse_fen(variant, start_fen);
        if (!start) return false;
        position = *std::move(start);
    }
    const unsigned columns =
        coder.uniform(coder.writes() ? columns_of(moves) : 0, 1u << column_count);
    std::array<NotesModel, 2> players;
    for (std::size_t i = 0; i < moves.size() && coder.good(); ++i) {
        const std::size_t side =
            position ? static_cast<std::size_t>(index(position->side_to_move())) : i % 2;
        const Move coded = code_move(coder, variant, position, moves[i].move);
        if (coded.is_none()) return false;
        moves[i].move = coded;
        if (columns != 0) players[side].code(coder, columns, moves[i].note);
    }
    return coder.good();
}

std::unexpected<Error> damaged() {
    return fail(Errc::BadRecord, "the stored moves of the game are damaged");
}

// The columns of a coded format; empty for another byte.
std::optional<unsigned> column_count(char format) {
    switch (format) {
        case kCoded:
            return NotesModel::kUsual;
        case kCodedPv:
            return NotesModel::kWithPv;
        case kCodedAll:
            return NotesModel::kCount;
        default:
            return std::nullopt;
    }
}

std::string encode(const Variant& variant, std::string_view start_fen,
                   std::vector<RecordedMove> moves) {
    const unsigned used = columns_of(moves);
    const char format = used >> NotesModel::kUsual == 0    ? kCoded
                        : used >> NotesModel::kWithPv == 0 ? kCodedPv
                                                           : kCodedAll;
    const unsigned columns = *column_count(format);
    for (const bool by_rules : {true, false}) {
        RangeCoder out;
        if (code_game(out, variant, start_fen, by_rules, columns, moves))
            return format + out.finish();
    }
    std::unreachable();
}

// The format of older stores: cells, then a column for each kind of note.

class ByteReader {
public:
    explicit ByteReader(std::string_view in) : in_(in) {}
    bool good() const { return good_; }
    bool at_end() const { return in_.empty(); }
    std::uint8_t byte() {
        const auto one = bytes(1);
        return one.empty() ? 0 : static_cast<std::uint8_t>(one[0]);
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const std::uint8_t part = byte();
            value |= static_cast<std::uint64_t>(part & 0x7f) << shift;
            if (part < 0x80) return value;
        }
        return good_ = false, 0;
    }
    std::int64_t signed_number() { return static_cast<std::int64_t>(unzigzag(number())); }
    std::string_view bytes(std::uint64_t count) {
        if (count > in_.size()) return good_ = false, std::string_view();
        const auto found = in_.substr(0, count);
        in_.remove_prefix(count);
        return found;
    }

private:
    std::string_view in_;
    bool good_ = true;
};

Result<std::vector<RecordedMove>> decode_columns(const Variant& variant, std::string_view blob) {
    enum Kind : unsigned { kAll = 1, kSome = 2, kSame = 4 };  // which moves have a note
    using std::chrono::milliseconds;
    ByteReader in(blob.substr(1));
    const std::uint64_t count = in.number();
    const auto cells = in.bytes(count);
    if (!in.good()) return damaged();
    std::vector<RecordedMove> moves(count);
    for (std::size_t i = 0; i < count; ++i) {
        const int cell = static_cast<unsigned char>(cells[i]);
        if (cell >= variant.cells()) return damaged();
        moves[i].move = Move::at(cell / variant.places(), cell % variant.places());
    }
    const unsigned columns = in.at_end() ? 0u : NotesModel::kUsual;
    for (unsigned column = 0; column < columns; ++column) {
        const unsigned kind = in.byte();
        if ((kind & 3) == 3 || kind > kSame + kSome) return damaged();
        const bool some = (kind & 3) == kSome;
        const auto present = in.bytes(some ? (count + 7) / 8 : 0);
        if (!in.good()) return damaged();
        const ByteReader first = in;
        for (std::size_t i = 0; i < count && in.good(); ++i) {
            const bool has = some ? (static_cast<unsigned char>(present[i / 8]) >> (i % 8) & 1) != 0
                                  : (kind & 3) == kAll;
            if (!has) continue;
            if ((kind & kSame) != 0) in = first;  // one value for all
            MoveNote& note = moves[i].note;
            switch (column) {
                case NotesModel::Time:
                    note.time = milliseconds(in.signed_number());
                    break;
                case NotesModel::Clock:
                    note.clock = milliseconds(in.signed_number());
                    break;
                case NotesModel::Depth:
                    note.depth = static_cast<int>(in.signed_number());
                    break;
                case NotesModel::Nodes:
                    note.nodes = in.number();
                    break;
                case NotesModel::Score: {
                    const std::uint64_t bits = in.number();
                    note.score =
                        NoteScore{bits & 1 ? NoteScore::Kind::Win : NoteScore::Kind::Points,
                                  static_cast<int>(unzigzag(bits >> 1))};
                    break;
                }
                default:
                    note.text = in.bytes(in.number());
            }
        }
    }
    if (!in.good() || !in.at_end()) return damaged();
    return moves;
}

}  // namespace

std::string encode_moves(const GameRecord& record) {
    assert(record.moves.size() <= kMaxMoves);
    return encode(*record.variant, record.start_fen, record.moves);
}

Result<std::vector<RecordedMove>> decode_moves(const Variant& variant, std::string_view start_fen,
                                               std::string_view blob) {
    std::vector<RecordedMove> moves;
    if (blob.starts_with(kColumns)) {
        TRY(moves, decode_columns(variant, blob));
    } else {
        const auto columns = column_count(blob.empty() ? '\0' : blob.front());
        if (!columns) return damaged();
        RangeCoder in(blob.substr(1));
        // Accepts only bytes that the encoder writes.
        if (!code_game(in, variant, start_fen, true, *columns, moves) ||
            encode(variant, start_fen, moves) != blob)
            return damaged();
    }
    constexpr auto kYear = std::chrono::hours(366 * 24);
    for (const RecordedMove& recorded : moves) {
        if (!recorded.note.pv.empty() && !is_pv_text(recorded.note.pv)) return damaged();
        for (const auto& time : {recorded.note.time, recorded.note.clock})
            if (time && (*time > kYear || *time < -kYear)) return damaged();
    }
    return moves;
}

}  // namespace xttt
