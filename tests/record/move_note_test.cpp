#include "record/move_note.h"

#include <gtest/gtest.h>

#include "record/sample_games.h"

namespace xttt {
namespace {

using std::chrono::milliseconds;

TEST(MoveNotes, AreWrittenInFixedOrder) {
    const MoveNote note{.time = milliseconds(512),
                        .clock = milliseconds(15488),
                        .depth = 12,
                        .seldepth = 20,
                        .nodes = 34567,
                        .hashfull = 5,
                        .memory = 20480,
                        .score = NoteScore{NoteScore::Kind::Points, 325},
                        .pv = "1a1 1b2",
                        .text = "sends o away"};
    EXPECT_EQ(note_text(note),
              "[time 0.512] [clock 15.488] [depth 12] [seldepth 20] [nodes 34567] [hash 5] "
              "[memory 20480] [score +3.25] [pv 1a1 1b2] sends o away");
}

TEST(MoveNotes, ScoresAgainstThePlayerAreNegative) {
    MoveNote note;
    note.score = NoteScore{NoteScore::Kind::Points, -5};
    EXPECT_EQ(note_text(note), "[score -0.05]");
    note.score = NoteScore{NoteScore::Kind::Win, -7};
    EXPECT_EQ(note_text(note), "[score win -7]");
}

TEST(MoveNotes, ReadBackExactlyWhateverTheyHold) {
    Random random(5);
    for (int i = 0; i < 2000; ++i) {
        const MoveNote note = test::random_note(random);
        EXPECT_EQ(parse_note(note_text(note)).value(), note) << note_text(note);
    }
    for (const std::string text : {" ", "  ", "\n", "[clock 1]", "}", "\\", "\\n", "a ", " a"}) {
        MoveNote note;
        note.text = text;
        EXPECT_EQ(parse_note(note_text(note)).value(), note) << note_text(note);
    }
}

TEST(MoveNotes, ExtremeNumbersSurvive) {
    MoveNote note;
    note.time = milliseconds(std::numeric_limits<std::int64_t>::min());
    note.clock = milliseconds(std::numeric_limits<std::int64_t>::max());
    note.nodes = std::numeric_limits<std::uint64_t>::max();
    note.score = NoteScore{NoteScore::Kind::Points, std::numeric_limits<int>::min()};
    EXPECT_EQ(parse_note(note_text(note)).value(), note) << note_text(note);
}

TEST(MoveNotes, UnknownAndMalformedFieldsAreRefused) {
    for (const char* text : {"[clock]",
                             "[clock 1]",
                             "[clock 1.5]",
                             "[clock .512]",
                             "[clock 1.51x]",
                             "[clock 1.512",
                             "[clock +-1.512]",
                             "[depth 99999999999]",
                             "[depth 1.5]",
                             "[nodes -1]",
                             "[score 3]",
                             "[score win]",
                             "[mood good]",
                             "[pv ]",
                             "[pv a1  b1]",
                             "[pv A1]",
                             "[pv a1 ]",
                             "[hash 1.5]",
                             "[]",
                             "bad \\",
                             "\\x4",
                             "\\xff"})
        EXPECT_FALSE(parse_note(text)) << text;
}

}  // namespace
}  // namespace xttt
