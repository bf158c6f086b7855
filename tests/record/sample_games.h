#pragma once

#include <sstream>
#include <string>
#include <vector>

#include "base/random.h"
#include "record/game_record.h"
#include "record/record_io.h"
#include "rules/with_variant.h"

namespace xttt::test {

// Text with everything that needs care in one of the formats.
inline const std::string kAwkward = " \"q\" {b} [c] \\ \n\t\x01 \xc3\xa9 ; % ";

inline MoveNote random_note(Random& random) {
    using std::chrono::milliseconds;
    MoveNote note;
    const auto bits = random.next();
    if (bits & 1) note.time = milliseconds(random.below(100000));
    if (bits & 2) note.clock = milliseconds(random.below(100000)) - milliseconds(500);
    if (bits & 4) note.depth = static_cast<int>(random.below(60));
    if (bits & 8) note.nodes = random.next();
    if (bits & 16)
        note.score = NoteScore{bits & 32 ? NoteScore::Kind::Win : NoteScore::Kind::Points,
                               static_cast<int>(random.below(20000)) - 10000};
    if (bits & 64) note.text = kAwkward.substr(random.below(8));
    if (bits & 128) note.seldepth = static_cast<int>(random.below(90));
    if (bits & 256) note.hashfull = static_cast<int>(random.below(1001));
    if (bits & 512) note.pv = "e5 1a1 d4";
    if (bits & 1024) note.memory = random.below(1 << 20);
    return note;
}

// A random game of V cut off somewhere or played to the end, with notes, tags, forfeits and starts
// from later positions as chance has it.
template <const Variant& V>
GameRecord random_record(std::uint64_t seed) {
    Random random(seed);
    GameRecord record;
    record.variant = &V;
    if (random.below(2)) record.seed = random.next();
    if (random.below(2)) record.tags = {{"Event", kAwkward}, {"X", "a"}, {"Zeta_1", ""}};
    auto pos = Position<V>::initial();
    const auto play = [&] {
        const Move move =
            pos.nth_legal(random.below(static_cast<std::uint32_t>(pos.legal_count())));
        pos.play(move);
        return move;
    };
    if (random.below(3) == 0) {
        for (auto skip = random.below(60); skip > 0 && !pos.over(); --skip) play();
        record.start_fen = to_fen<V>(pos);
    }
    const bool with_notes = random.below(2);
    const std::uint32_t length = random.below(2) ? 1000 : random.below(80);
    while (record.moves.size() < length && !pos.over()) {
        const Move move = play();
        const bool noted = with_notes && random.below(3) == 0;
        record.moves.push_back({move, noted ? random_note(random) : MoveNote{}});
    }
    if (!pos.over() && random.below(2))
        record.forfeit = Forfeit{random.below(2) ? Side::X : Side::O,
                                 kForfeitReasons[random.below(kForfeitReasons.size())],
                                 random.below(2) ? kAwkward : ""};
    else if (!pos.over() && random.below(4) == 0)
        record.drawn = random.below(2) ? kAwkward : "";
    return record;
}

inline std::vector<GameRecord> random_records(int per_variant) {
    std::vector<GameRecord> records;
    for (int i = 0; i < per_variant; ++i)
        for (const Variant* variant : kVariants)
            (void)with_variant(variant->name, [&]<const Variant & V>() -> Result<void> {
                records.push_back(random_record<V>(static_cast<std::uint64_t>(i)));
                return {};
            });
    return records;
}

inline std::vector<Result<GameRecord>> read_all(RecordFormat format, const std::string& text) {
    std::istringstream in(text);
    const auto reader = make_reader(format, in);
    std::vector<Result<GameRecord>> games;
    while (auto game = reader->next()) games.push_back(std::move(*game));
    return games;
}

// The one game of a text, or the one complaint about it.
inline Result<GameRecord> read_one(RecordFormat format, const std::string& text) {
    auto games = read_all(format, text);
    if (games.size() != 1) return fail(Errc::BadInput, fmt::format("{} games", games.size()));
    return games[0];
}
inline std::string complaint(RecordFormat format, const std::string& text) {
    const auto game = read_one(format, text);
    return game ? "" : game.error().message;
}

}  // namespace xttt::test
