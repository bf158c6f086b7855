#pragma once

#include <chrono>
#include <condition_variable>
#include <list>
#include <mutex>

#include "base/clock.h"
#include "cluster/nats/jetstream.h"

namespace xttt {

// The orders a worker holds: waiting for one of its threads, being played, or with a result that is
// being published. Bounded; thread-safe.
class TaskQueue {
public:
    // An order being processed; valid until finish() or give_back().
    struct Held {
        explicit Held(Delivery given) : delivery(std::move(given)) {}
        Delivery delivery;
        std::list<Held>::iterator place;  // in its list; for the queue only
        bool played = false;
    };

    explicit TaskQueue(int jobs) : jobs_(jobs) {}

    // Waits until the queue accepts more orders, or the time limit passes; returns how many it
    // accepts.
    int wait_for_slots(std::chrono::milliseconds limit);
    void add(Delivery delivery);
    // The next order to play; null once the queue is closed.
    Held* begin();
    // The order took this time and its result is being published: frees its slot.
    void played(Held* held, Clock::duration took);
    // Its result is stored on the server.
    void finish(Held* held);
    // Returns it to the server, for another worker after `delay`.
    void give_back(Held* held, std::chrono::milliseconds delay);

    // Extends the leases of all orders.
    void keep_leases();
    // Returns orders that were not started to the server, and hands out no more; returns their
    // number.
    int close();
    // Returns all other orders to the server.
    void give_up();
    int playing() const;
    int delivering() const;

private:
    int free_slots() const;  // with mutex_ held, as the next
    void drop(Held* held);

    const int jobs_;
    mutable std::mutex mutex_;
    std::condition_variable changed_;
    std::list<Held> waiting_, playing_, delivering_;
    bool closed_ = false;
    // Seconds that recent orders took; 0: unknown.
    double typical_ = 0;
};

}  // namespace xttt
