#pragma once

#include <istream>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "record/game_record.h"

namespace xttt {

// The two text formats of game records; docs/reference/file-formats.md describes them.
enum class RecordFormat { Xgn, Jsonl };

// The format of a file name, by its extension; empty if it is neither.
std::optional<RecordFormat> record_format(std::string_view path);

// Reads games from a stream, one at a time.
class RecordReader {
public:
    virtual ~RecordReader() = default;
    // The next game, or an error that starts with "line N: "; empty at the end. After a bad game,
    // reading continues with the next one. Moves, turns and the stated ending are checked, so a
    // returned record is a legal game.
    virtual std::optional<Result<GameRecord>> next() = 0;
};

// The stream must outlive the reader.
std::unique_ptr<RecordReader> make_reader(RecordFormat format, std::istream& in);
std::unique_ptr<RecordReader> make_xgn_reader(std::istream& in);
std::unique_ptr<RecordReader> make_jsonl_reader(std::istream& in);

// One game as text: .xgn with a blank line at the end, or one text line of .jsonl. Fails if a move
// of the record is illegal.
Result<std::string> record_text(RecordFormat format, const GameRecord& record);
Result<std::string> xgn_text(const GameRecord& record);
Result<std::string> jsonl_text(const GameRecord& record);

}  // namespace xttt
