#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

#include "server/game/room.h"

namespace xttt {

struct HubLimits {
    std::int64_t open_games = 20'000;  // waiting for the invited one, at once
    // Where there are nearly as many, the oldest give way, if nobody is there and they are older.
    std::chrono::seconds open_grace = std::chrono::minutes(10);
    std::chrono::hours open_age{24};    // after which such a game is removed anyway
    std::chrono::hours keep{24 * 365};  // and any other one
    std::chrono::seconds idle{60};      // after which an unwatched game leaves memory
};

// All online games: those somebody looks at as rooms in memory, all others in the journal. For one
// thread; the journal must post its answers there.
class Hub : public RoomHost {
public:
    Hub(Journal& journal, Metrics& metrics, HubLimits limits);

    // What the creator of a game is told.
    struct Created {
        Token game;
        Side side;
        Token seat;
        Token invitation;
    };
    using CreatedFn = std::function<void(Granted<Created>)>;
    void create(const CreateRequest& request, CreatedFn done);

    // The game, from memory or the journal; null if there is none, or an error of the disk.
    using FoundFn = std::function<void(Result<std::shared_ptr<Room>>)>;
    void find(const Token& game, FoundFn found);

    // To be called about ten times a second.
    void tick(Clock::time_point now);
    void close_all(CloseCode code, std::string_view reason);

    std::size_t rooms() const { return rooms_.size(); }
    std::int64_t open_games() const { return open_games_; }

private:
    Journal& journal() override { return journal_; }
    Metrics& metrics() override { return metrics_; }
    Token begin_rematch(const SavedGame& game) override;
    void drop(const Room& room) override;
    void expire(Clock::time_point now);
    void make_room();

    struct Entry {
        std::shared_ptr<Room> room;
        Clock::time_point last_used;
        bool counted_open;
    };
    void add_room(std::shared_ptr<Room> room, bool counted_open);

    Journal& journal_;
    Metrics& metrics_;
    HubLimits limits_;
    std::int64_t open_games_;
    bool making_room_ = false;
    Clock::time_point next_room_{};  // before which there is no use in trying again
    std::unordered_map<Token, Entry> rooms_;
    std::unordered_map<Token, std::vector<FoundFn>> loading_;
    std::optional<Clock::time_point> next_expiry_;
};

}  // namespace xttt
