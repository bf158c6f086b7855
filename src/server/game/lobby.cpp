#include "server/game/lobby.h"

#include <algorithm>

namespace xttt {

std::optional<RequestError> Lobby::check(const std::string& address) const {
    const auto own = std::ranges::count_if(
        entries_, [&](const auto& entry) { return entry.second.address == address; });
    if (static_cast<std::size_t>(own) >= limits_.per_address)
        return RequestError{"too-many-challenges",
                            "you have too many open challenges; cancel one first"};
    if (entries_.size() >= limits_.entries)
        return RequestError{"lobby-full",
                            "too many open challenges; create a game by link instead"};
    return std::nullopt;
}

void Lobby::add(Challenge challenge, const std::string& address, Clock::time_point now) {
    const Token game = challenge.game;
    if (entries_.size() >= limits_.entries && !entries_.contains(game)) return;
    entries_.insert_or_assign(
        game, Entry{.challenge = std::move(challenge), .address = address, .last_here = now});
}

void Lobby::set_creator_here(const Token& game, bool here, Clock::time_point now) {
    const auto entry = entries_.find(game);
    if (entry == entries_.end()) return;
    entry->second.creator_here = here;
    entry->second.last_here = now;
}

void Lobby::hide_until(const Token& game, Clock::time_point until) {
    const auto entry = entries_.find(game);
    if (entry != entries_.end()) entry->second.hidden_until = until;
}

void Lobby::expire(Clock::time_point now, std::int64_t created_before) {
    std::erase_if(entries_, [&](const auto& item) {
        const Entry& entry = item.second;
        const bool left = !entry.creator_here && !entry.challenge.is_correspondence() &&
                          now - entry.last_here > limits_.absence;
        return left || entry.challenge.created < created_before;
    });
}

std::vector<Challenge> Lobby::list(Clock::time_point now) const {
    std::vector<Challenge> shown;
    for (const auto& [game, entry] : entries_) {
        const bool available = entry.creator_here || entry.challenge.is_correspondence();
        if (available && now >= entry.hidden_until) shown.push_back(entry.challenge);
    }
    std::ranges::sort(shown, [](const Challenge& a, const Challenge& b) {
        return std::pair(b.created, b.game.bytes()) < std::pair(a.created, a.game.bytes());
    });
    return shown;
}

}  // namespace xttt
