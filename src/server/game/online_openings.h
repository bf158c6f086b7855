#pragma once

#include <map>
#include <memory>

#include "server/background_thread.h"
#include "server/game/game_registry.h"
#include "server/net/router.h"

namespace xttt {

// The opening moves of the finished games of this server. A thread counts them: first the games of
// the journal, a few at a time in the order of their ids, then each game when its end is stored.
// Memory is bounded, so rare positions may be forgotten.
class OnlineOpenings {
public:
    // Starts to count. The journal and `post` must run callbacks in the thread that calls this
    // object.
    OnlineOpenings(Journal& journal, GameRegistry& registry, GroupCommit::Post post);
    ~OnlineOpenings();

    void add_routes(Router& router);
    // Whether the games of the journal have been counted.
    bool is_complete() const { return complete_; }

private:
    class Counter;

    // Counts the next games of the journal.
    void scan();
    // Counts a game that has ended, unless scan() will find it.
    void add_ended(const Token& id, const OnlineGame& game);
    void reply(const Variant& variant, const HttpRequest& request, const HttpReply& reply);

    Journal& journal_;
    GroupCommit::Post post_;
    Token scanned_;  // the last game that scan() has read; zeros: none
    bool complete_ = false;
    std::map<const Variant*, std::unique_ptr<Counter>> counters_;  // used by the thread
    BackgroundThread thread_;                                      // last member: uses all others
};

}  // namespace xttt
