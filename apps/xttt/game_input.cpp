#include "game_input.h"

#include <cerrno>
#include <cstring>
#include <fstream>

#include "base/text.h"

namespace xttt {

Result<RecordFormat> choose_format(const std::string& asked, const std::string& path) {
    const auto format = record_format(asked.empty() ? path : "." + asked);
    if (format) return *format;
    if (!asked.empty())
        return fail(Errc::Usage,
                    fmt::format("unknown format {}; there are xgn and jsonl", quote(asked)));
    return fail(Errc::Usage,
                fmt::format("the format of {} is not clear: its name ends neither in .xgn nor in "
                            ".jsonl",
                            quote(path)));
}

Result<void> read_games(const std::vector<GameSource>& sources, std::istream& in, std::ostream& log,
                        const std::function<Result<void>(const GameRecord&)>& take) {
    int good = 0, bad = 0;
    const auto report = [&](const GameSource& source, std::string_view message) {
        ++bad;
        log << "xttt: " << source.name() << ": " << message << '\n';
    };
    for (const GameSource& source : sources) {
        std::ifstream file;
        if (source.path != "-") {
            file.open(source.path, std::ios::binary);
            if (!file) {
                report(source, fmt::format("cannot be read: {}", std::strerror(errno)));
                continue;
            }
        }
        const auto reader = make_reader(source.format, source.path == "-" ? in : file);
        while (const auto game = reader->next()) {
            if (!*game) {
                report(source, game->error().message);
                continue;
            }
            ++good;
            if (auto taken = take(**game); !taken) return taken;
        }
    }
    if (bad > 0) return fail(Errc::BadRecord, fmt::format("{} games read, {} bad", good, bad));
    return {};
}

}  // namespace xttt
