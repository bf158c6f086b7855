#pragma once

#include <sstream>
#include <string>

#include "fuzz.h"
#include "record/record_io.h"

namespace xttt::fuzz {

inline GameRecord read_back(RecordFormat format, const std::string& text) {
    std::istringstream in(text);
    const auto reader = make_reader(format, in);
    const auto game = reader->next();
    require(game.has_value() && game->has_value(), "a written game can be read");
    require(!reader->next(), "a written game is one game");
    return **game;
}

// Every game a reader gives can be written in both formats, and reads back as the same game.
inline void check_records(RecordFormat format, const std::uint8_t* data, std::size_t size) {
    std::istringstream in(std::string(reinterpret_cast<const char*>(data), size));
    const auto reader = make_reader(format, in);
    while (const auto game = reader->next()) {
        if (!*game) {
            require(game->error().message.starts_with("line "), "an error names its line");
            continue;
        }
        for (const RecordFormat target : {RecordFormat::Xgn, RecordFormat::Jsonl}) {
            const auto text = record_text(target, **game);
            require(text.has_value(), "a game that was read can be written");
            require(read_back(target, *text) == **game, "a game reads back as it was");
        }
    }
}

}  // namespace xttt::fuzz
