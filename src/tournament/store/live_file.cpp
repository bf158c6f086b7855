#include "tournament/store/live_file.h"

#include <algorithm>
#include <fstream>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "base/file.h"
#include "base/text.h"

namespace xttt {
namespace {

constexpr std::string_view kHeader = "xttt-live 1";
// Larger than the live file of any machine.
constexpr std::size_t kMostBytes = std::size_t{4} << 20;

std::optional<LiveGame> read_text_line(std::string_view text_line) {
    const auto parts = split(text_line, '\t');
    if (parts.size() != 5) return std::nullopt;
    const auto id = to_number<std::uint64_t>(parts[0]);
    const auto x = to_number<int>(parts[1]), o = to_number<int>(parts[2]);
    if (!id || !x || !o) return std::nullopt;
    return LiveGame{*id, {*x, *o}, std::string(parts[3]), std::string(parts[4])};
}

}  // namespace

std::string live_file(const std::string& store) {
    return store + ".live";
}

Result<void> write_live_games(const std::string& store, std::span<const LiveGame> games) {
    std::string text = fmt::format("{}\n", kHeader);
    for (const LiveGame& game : games)
        text += fmt::format("{}\t{}\t{}\t{}\t{}\n", game.id, game.entrants[0], game.entrants[1],
                            game.start_fen, game.moves);
    const std::string path = live_file(store);
    return replace_file(path, path + ".new", text);
}

std::vector<LiveGame> read_live_games(const std::string& store) {
    std::ifstream in(live_file(store), std::ios::binary);
    std::string text(kMostBytes, '\0');
    in.read(text.data(), static_cast<std::streamsize>(text.size()));
    text.resize(static_cast<std::size_t>(std::max<std::streamsize>(in.gcount(), 0)));
    const auto text_lines = split(text, '\n');
    std::vector<LiveGame> games;
    if (text_lines[0] != kHeader) return games;
    for (std::size_t i = 1; i < text_lines.size(); ++i)
        if (auto game = read_text_line(text_lines[i])) games.push_back(std::move(*game));
    return games;
}

}  // namespace xttt
