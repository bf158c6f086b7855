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
#include "server/net/client.h"
#include "server/net/router.h"
#include "tournament/store/store_reader.h"

namespace xttt {

// The tournaments the server shows, live: a thread looks for changes in their stores, which other
// processes write, and makes the texts; those are told to whoever watches.
class TournamentWatch {
public:
    using Post = std::function<void(std::function<void()>)>;

    // Stores of `xttt tournament`, each named in addresses by its file's name without the ending.
    // Fails for a file that is none, and for two of one name.
    static Result<std::unique_ptr<TournamentWatch>> open(const std::vector<std::string>& stores,
                                                         Post post);
    ~TournamentWatch();

    // The watch must outlive the router.
    void add_routes(Router& router);
    void close_all(CloseCode code, std::string_view reason);

private:
    class Visitor;
    // Written by the thread, read and told in the thread of the network.
    struct Shown {
        SharedText summary, view, live;
        std::vector<Visitor*> visitors;
    };
    // The thread's own.
    struct Watched;
    using Answer = std::function<void(Result<std::string>)>;
    struct Question {
        std::string tournament;
        std::int64_t game;
        Answer answer;
    };

    TournamentWatch(std::vector<std::unique_ptr<Watched>> watched, Post post);
    void run();
    void look(Watched& watched);
    void look_at_games(Watched& watched, bool running);
    void answer(Question question);
    void show(const std::string& id, std::string summary, std::string view);
    void show_live(const std::string& id, std::string live);

    // Shared with the connections, which may outlive the watch.
    std::map<std::string, std::shared_ptr<Shown>> shown_;
    std::vector<std::unique_ptr<Watched>> watched_;
    Post post_;
    std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
    std::mutex mutex_;
    std::condition_variable woken_;
    std::vector<Question> questions_;
    bool stopping_ = false;
    std::thread thread_;
};

}  // namespace xttt
