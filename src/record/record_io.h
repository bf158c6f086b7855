#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The two texts of a game record; docs/reference/file-formats.md describes them.
enum class RecordFormat { Xgn, Jsonl };

// By the ending of a file's name; empty if it is neither.
std::optional<RecordFormat> record_format(std::string_view path);

// Games from a stream, one at a time.
class RecordReader {
public:
    virtual ~RecordReader() = default;
    // The next game, or what is wrong with it, beginning with "line N: "; empty at the end. Reading
    // goes on with the game after a bad one. Moves, turns and the stated ending are checked
    // against the rules, so a record that is given is a possible game.
    virtual std::optional<Result<GameRecord>> next() = 0;
};

// The stream must outlive the reader.
std::unique_ptr<RecordReader> make_reader(RecordFormat format, std::istream& in);
std::unique_ptr<RecordReader> make_xgn_reader(std::istream& in);
std::unique_ptr<RecordReader> make_jsonl_reader(std::istream& in);

// One game as text: of .xgn with the empty line that parts it from the next one, of .jsonl one
// line. Fails if the record's moves are no game.
Result<std::string> record_text(RecordFormat format, const GameRecord& record);
Result<std::string> xgn_text(const GameRecord& record);
Result<std::string> jsonl_text(const GameRecord& record);

}  // namespace xttt
