#pragma once

#include <fstream>
#include <functional>
#include <istream>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "command.h"
#include "record/record_io.h"

namespace xttt {

// A source of games: a file of records, standard input if the path is "-", or the store of a
// tournament.
struct GameSource {
    std::string path;
    RecordFormat format;
    bool store = false;
    bool replayed = false;  // of a store: also games that were replayed and do not count
    // For messages.
    std::string name() const { return path == "-" ? "standard input" : path; }
};

// The format with this name, or by the extension of the path if the name is empty.
Result<RecordFormat> choose_format(const std::string& name, const std::string& path);

// Passes every game of the sources to `take`. Reports games and files that cannot be read on `log`,
// continues with the rest, and then fails. Stops at once if `take` fails.
Result<void> read_games(const std::vector<GameSource>& sources, std::istream& in, std::ostream& log,
                        const std::function<Result<void>(const GameRecord&)>& take);

// Fails if writing would replace a file with content. `option` and `advice` are for the message.
Result<void> check_replaceable(const std::string& path, std::string_view option,
                               std::string_view advice);

// Where the games of a command are recorded: --record, --append, --force.
struct RecordOptions {
    std::vector<std::string> paths;  // .xgn or .jsonl
    bool append = false;
    bool force = false;
};
void add_record_options(Command& command, RecordOptions& options);

class RecordFiles {
public:
    // Rejects existing files, unless --append or --force is given.
    static Result<RecordFiles> open(const RecordOptions& options);
    Result<void> add(const GameRecord& record);

private:
    struct Entry {
        std::string path;
        RecordFormat format;
        std::ofstream out;
    };
    std::vector<Entry> entries_;
};

}  // namespace xttt
