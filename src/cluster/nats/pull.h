#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "cluster/nats/connection.h"

namespace xttt {

// A durable consumer: the server remembers what has been acknowledged.
struct ConsumerSpec {
    std::string stream;
    std::string name;
    std::string filter;  // of subjects
    // Given out again when nothing is heard for so long.
    std::chrono::milliseconds lease{30000};
    std::int64_t max_unacknowledged = 65536;
};

struct ConsumerState {
    std::uint64_t waiting = 0;         // not given out yet
    std::uint64_t given_out = 0;       // and not acknowledged
    std::uint64_t redelivered = 0;     // of those
    std::uint64_t last_given_out = 0;  // its number in the stream
    std::chrono::milliseconds lease{0};
};

// A message that was given to us and waits for our word. Not for two threads at once.
class Delivery {
public:
    struct Impl;
    explicit Delivery(std::unique_ptr<Impl> impl);
    Delivery(Delivery&&) noexcept;
    Delivery& operator=(Delivery&&) noexcept;
    ~Delivery();  // without a word: the server gives it out again when the lease ends

    std::string_view subject() const;
    std::string_view data() const;
    int attempt() const;  // 1: the first time it is given out

    // It is done with. Sent when convenient; where it is lost, the message comes again.
    void acknowledge() const;
    // The lease begins anew.
    void still_working() const;
    // Somebody else shall have it, after a while.
    void give_back(std::chrono::milliseconds delay) const;

private:
    std::unique_ptr<Impl> impl_;
};

class PullSubscription {
public:
    struct Impl;
    explicit PullSubscription(std::shared_ptr<Impl> impl) : impl_(std::move(impl)) {}

    // Up to `most` messages as soon as there is at least one; none when the limit passes.
    Result<std::vector<Delivery>> fetch(int most, std::chrono::milliseconds limit) const;

private:
    std::shared_ptr<Impl> impl_;
};

}  // namespace xttt
