#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>

#include "cluster/nats/pull.h"

namespace xttt {

// The orders a worker holds: those waiting for one of its threads, those being played, and those
// whose results are on their way. Bounded; for any number of threads.
class WorkBench {
public:
    using Clock = std::chrono::steady_clock;
    // An order in somebody's hands. Stays where it is until finish() or give_back().
    struct Held {
        explicit Held(Delivery given) : delivery(std::move(given)) {}
        Delivery delivery;
        std::list<Held>::iterator place;  // in the list it is in, for the bench only
        bool played = false;
    };

    explicit WorkBench(int jobs) : jobs_(jobs) {}

    // Waits until there is room for more orders, or the limit passes; returns for how many.
    int wait_for_room(std::chrono::milliseconds limit);
    void add(Delivery delivery);
    // The next order to play; none once the bench is closed.
    Held* begin();
    // It took so long, and its result is being delivered: its place is free for another.
    void played(Held* held, Clock::duration took);
    // Its result is stored on the server.
    void finish(Held* held);
    // Somebody else shall have it, after a while.
    void give_back(Held* held, std::chrono::milliseconds delay);

    // Says of everything held that it is being worked on.
    void keep_leases();
    // Gives back what nobody has begun and hands out nothing more; returns how many orders.
    int close();
    // Gives back whatever is left.
    void give_up();
    int playing() const;
    int delivering() const;

private:
    int room() const;  // with mutex_ held, as the next
    void drop(Held* held);

    const int jobs_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Held> waiting_, playing_, delivering_;
    bool closed_ = false;
    // Seconds that recent orders took; 0 as long as nothing is known.
    double typical_ = 0;
};

}  // namespace xttt
