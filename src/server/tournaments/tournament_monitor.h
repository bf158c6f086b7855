#pragma once

#include <condition_variable>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

#include "base/result.h"
#include "server/net/http.h"
#include "server/net/router.h"
#include "tournament/store/store_reader.h"

namespace xttt {

// Live view of tournaments: a thread polls their stores, which other processes write, and publishes
// changes to subscribers.
class TournamentMonitor {
public:
    using Post = std::function<void(std::function<void()>)>;

    // Stores of `xttt tournament`; the file name without extension is the id. Fails for a file that
    // is not a store, and for two stores with the same id.
    static Result<std::unique_ptr<TournamentMonitor>> open(const std::vector<std::string>& stores,
                                                           Post post);
    ~TournamentMonitor();

    // Adds the store of an arena's cup, which exists now; only the arena's staff see the evidence.
    // Called by the network thread. Does nothing if the store is shown already.
    Result<void> add(const std::string& store);

    // The monitor must outlive the router.
    void add_routes(Router& router);
    // The list of tournaments then also has the name of the server's arena.
    void set_arena(std::string name) { arena_ = std::move(name); }
    void close_all(CloseCode code, std::string_view reason);

private:
    class Subscriber;
    // Current texts; used in the network thread.
    struct Published {
        SharedText summary, view, live;
        std::vector<Subscriber*> subscribers;
    };
    // A polled store; used in the monitor's thread.
    struct Source;
    using Answer = std::function<void(Result<std::string>)>;
    struct GameQuery {
        std::string tournament;
        std::int64_t game;
        Answer answer;
    };

    TournamentMonitor(std::vector<std::unique_ptr<Source>> sources, Post post);
    static Result<std::unique_ptr<Source>> open_source(const std::string& store);
    void publish_new(const std::string& id);
    void run();
    void poll(Source& source);
    void poll_live_games(Source& source, bool running);
    void answer(GameQuery query);
    void publish(const std::string& id, std::string summary, std::string view);
    void publish_live(const std::string& id, std::string live);

    // Shared with connections, which may outlive the monitor.
    std::map<std::string, std::shared_ptr<Published>> published_;
    std::vector<std::unique_ptr<Source>> sources_;
    Post post_;
    std::string arena_;  // empty: none
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    std::mutex mutex_;
    std::condition_variable woken_;
    std::vector<GameQuery> queries_;
    std::vector<std::unique_ptr<Source>> added_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace xttt
