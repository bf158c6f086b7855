#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>

#include "cluster/nats/pull.h"

namespace xttt {

// The orders a worker holds: those waiting for one of its threads and those being played. Bounded;
// for any number of threads.
class WorkBench {
public:
    using Clock = std::chrono::steady_clock;
    // An order in somebody's hands. Stays where it is until finish().
    struct Held {
        Delivery delivery;
        bool begun = false;
    };

    explicit WorkBench(int jobs) : jobs_(jobs) {}

    // Waits until there is room for more orders, or the limit passes; returns for how many.
    int wait_for_room(std::chrono::milliseconds limit);
    void add(Delivery delivery);
    // The next order to play; none once the bench is closed.
    Held* begin();
    // Its result is stored on the server, after so long.
    void finish(Held* held, Clock::duration took);
    // Somebody else shall have it, after a while.
    void give_back(Held* held, std::chrono::milliseconds delay);

    // Says of everything held that it is being worked on.
    void keep_leases();
    // Gives back what nobody has begun and hands out nothing more; returns how many orders.
    int close();
    // Gives back what is still being played.
    int give_up();
    int playing() const;

private:
    int room() const;  // with mutex_ held, as the next
    void drop(Held* held);

    const int jobs_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Held> held_;
    bool closed_ = false;
    // Of recent games, in seconds; a worker that knows nothing takes no more than it can play.
    double typical_ = 1;
};

}  // namespace xttt
