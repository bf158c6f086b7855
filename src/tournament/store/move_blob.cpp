#include "tournament/store/move_blob.h"

#include <algorithm>
#include <cassert>
#include <cstdint>
#include <optional>

namespace xttt {
namespace {

constexpr char kFormat = 1;

// Encoding of a column of notes. Which moves have the note:
enum Presence : unsigned char { kNone = 0, kAll = 1, kSome = 2 };  // kSome: one bit per move
// and whether all values are equal: then the value is stored once.
constexpr unsigned char kSame = 4;

std::uint64_t zigzag(std::int64_t value) {
    return (static_cast<std::uint64_t>(value) << 1) ^ static_cast<std::uint64_t>(value >> 63);
}
std::int64_t unzigzag(std::uint64_t bits) {
    return static_cast<std::int64_t>((bits >> 1) ^ (~(bits & 1) + 1));
}

class Writer {
public:
    explicit Writer(std::string& out) : out_(out) {}
    void byte(unsigned char value) { out_ += static_cast<char>(value); }
    void number(std::uint64_t value) {
        for (; value >= 0x80; value >>= 7) byte(static_cast<unsigned char>(value | 0x80));
        byte(static_cast<unsigned char>(value));
    }
    void text(std::string_view bytes) {
        number(bytes.size());
        out_ += bytes;
    }

private:
    std::string& out_;
};

class Reader {
public:
    explicit Reader(std::string_view in) : in_(in) {}
    bool good() const { return good_; }
    bool at_end() const { return in_.empty(); }
    unsigned char byte() {
        if (in_.empty()) return good_ = false, 0;
        const auto value = static_cast<unsigned char>(in_.front());
        in_.remove_prefix(1);
        return value;
    }
    std::uint64_t number() {
        std::uint64_t value = 0;
        for (int shift = 0; shift < 64; shift += 7) {
            const unsigned char part = byte();
            value |= static_cast<std::uint64_t>(part & 0x7f) << shift;
            if (part < 0x80) return value;
        }
        return good_ = false, 0;
    }
    std::string_view bytes(std::uint64_t count) {
        if (count > in_.size()) return good_ = false, std::string_view();
        const auto found = in_.substr(0, count);
        in_.remove_prefix(count);
        return found;
    }
    std::string_view text() { return bytes(number()); }

private:
    std::string_view in_;
    bool good_ = true;
};

// A column reads and writes one field of a note as a number.
using Number = std::optional<std::uint64_t>;
struct Column {
    Number (*get)(const MoveNote&);
    void (*set)(MoveNote&, std::uint64_t);
};

std::uint64_t bits_of(std::chrono::milliseconds time) {
    return zigzag(time.count());
}
std::uint64_t bits_of(int value) {
    return zigzag(value);
}
std::uint64_t bits_of(std::uint64_t value) {
    return value;
}
// The lowest bit distinguishes a proven line from points.
std::uint64_t bits_of(const NoteScore& score) {
    return zigzag(score.value) << 1 | (score.kind == NoteScore::Kind::Win ? 1u : 0u);
}
void read_bits(std::uint64_t bits, std::chrono::milliseconds& time) {
    time = std::chrono::milliseconds(unzigzag(bits));
}
void read_bits(std::uint64_t bits, int& value) {
    value = static_cast<int>(unzigzag(bits));
}
void read_bits(std::uint64_t bits, std::uint64_t& value) {
    value = bits;
}
void read_bits(std::uint64_t bits, NoteScore& score) {
    score = {bits & 1 ? NoteScore::Kind::Win : NoteScore::Kind::Points,
             static_cast<int>(unzigzag(bits >> 1))};
}

template <auto Field>
constexpr Column kColumn{
    [](const MoveNote& note) {
        return note.*Field ? Number(bits_of(*(note.*Field))) : std::nullopt;
    },
    [](MoveNote& note, std::uint64_t bits) { read_bits(bits, (note.*Field).emplace()); }};
constexpr Column kColumns[] = {kColumn<&MoveNote::time>, kColumn<&MoveNote::clock>,
                               kColumn<&MoveNote::depth>, kColumn<&MoveNote::nodes>,
                               kColumn<&MoveNote::score>};

template <class HasIt>
void write_presence(Writer& out, std::span<const RecordedMove> moves, HasIt&& has_it) {
    for (std::size_t i = 0; i < moves.size(); i += 8) {
        unsigned bits = 0;
        for (std::size_t j = i; j < std::min(i + 8, moves.size()); ++j)
            bits |= static_cast<unsigned>(has_it(moves[j].note)) << (j - i);
        out.byte(static_cast<unsigned char>(bits));
    }
}

void write_column(Writer& out, std::span<const RecordedMove> moves, const Column& column) {
    std::size_t count = 0;
    bool same = true;
    Number first;
    for (const RecordedMove& recorded : moves) {
        const Number value = column.get(recorded.note);
        if (!value) continue;
        if (count++ == 0) first = value;
        same = same && value == first;
    }
    if (count == 0) return out.byte(kNone);
    const unsigned char presence = count == moves.size() ? kAll : kSome;
    out.byte(presence | (same ? kSame : 0));
    if (presence == kSome)
        write_presence(out, moves, [&](const MoveNote& n) { return column.get(n).has_value(); });
    if (same) return out.number(*first);
    for (const RecordedMove& recorded : moves)
        if (const Number value = column.get(recorded.note)) out.number(*value);
}

// The moves that have the note; empty if the byte is invalid.
std::optional<std::vector<bool>> read_presence(Reader& in, unsigned char kind, std::size_t count) {
    std::vector<bool> present(count, (kind & 3) == kAll);
    if ((kind & 3) == 3 || kind > (kSame | kSome)) return std::nullopt;
    if ((kind & 3) != kSome) return present;
    const auto bytes = in.bytes((count + 7) / 8);
    if (!in.good()) return std::nullopt;
    for (std::size_t i = 0; i < count; ++i)
        present[i] = (static_cast<unsigned char>(bytes[i / 8]) >> (i % 8) & 1) != 0;
    return present;
}

std::unexpected<Error> damaged() {
    return fail(Errc::BadRecord, "the stored moves of the game are damaged");
}

}  // namespace

std::string encode_moves(const Variant& variant, std::span<const RecordedMove> moves) {
    assert(variant.cells() <= 256);
    std::string blob;
    blob.reserve(moves.size() + 32);
    Writer out(blob);
    out.byte(kFormat);
    out.number(moves.size());
    for (const RecordedMove& recorded : moves)
        out.byte(static_cast<unsigned char>(recorded.move.board * variant.places() +
                                            recorded.move.cell));
    const bool noted =
        std::ranges::any_of(moves, [](const RecordedMove& r) { return !r.note.empty(); });
    if (!noted) return blob;
    for (const Column& column : kColumns) write_column(out, moves, column);
    const auto has_text = [](const MoveNote& n) { return !n.text.empty(); };
    if (std::ranges::none_of(moves, has_text, &RecordedMove::note)) {
        out.byte(kNone);
        return blob;
    }
    out.byte(kSome);
    write_presence(out, moves, has_text);
    for (const RecordedMove& recorded : moves)
        if (has_text(recorded.note)) out.text(recorded.note.text);
    return blob;
}

Result<std::vector<RecordedMove>> decode_moves(const Variant& variant, std::string_view blob) {
    Reader in(blob);
    if (in.byte() != kFormat) return damaged();
    const std::uint64_t count = in.number();
    const auto cells = in.bytes(count);
    if (!in.good()) return damaged();
    std::vector<RecordedMove> moves(count);
    for (std::size_t i = 0; i < count; ++i) {
        const int id = static_cast<unsigned char>(cells[i]);
        if (id >= variant.cells()) return damaged();
        moves[i].move = Move::at(id / variant.places(), id % variant.places());
    }
    if (in.at_end()) return moves;
    for (const Column& column : kColumns) {
        const unsigned char kind = in.byte();
        const auto present = read_presence(in, kind, count);
        if (!present) return damaged();
        const std::uint64_t same = (kind & kSame) != 0 ? in.number() : 0;
        for (std::size_t i = 0; i < count; ++i)
            if ((*present)[i]) column.set(moves[i].note, (kind & kSame) ? same : in.number());
    }
    const auto present = read_presence(in, in.byte(), count);
    if (!present) return damaged();
    for (std::size_t i = 0; i < count; ++i)
        if ((*present)[i]) moves[i].note.text = in.text();
    if (!in.good() || !in.at_end()) return damaged();
    constexpr auto kYear = std::chrono::hours(366 * 24);
    for (const RecordedMove& recorded : moves)
        for (const auto& time : {recorded.note.time, recorded.note.clock})
            if (time && (*time > kYear || *time < -kYear)) return damaged();
    return moves;
}

}  // namespace xttt
