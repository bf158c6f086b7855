#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cluster/nats/jetstream.h"

namespace xttt {

// Does what JetStream::publish_once does for many messages at a time: nobody waits for the server's
// word on one before the next is sent. Tries again until the server has answered, however long it
// is away. For any number of threads.
class OncePublisher {
public:
    // Its number in the stream; empty if another message was there; an error where trying again
    // will not help.
    using Stored = Result<std::optional<std::uint64_t>>;
    using Done = std::function<void(const Stored&)>;

    // `trouble` hears of failures that are tried again.
    static Result<std::unique_ptr<OncePublisher>> open(
        const JetStream& streams, std::function<void(const std::string&)> trouble);
    // What the server has not confirmed by now is forgotten here, whether it was stored or not.
    ~OncePublisher();

    // `done` is called once, by a thread of the publisher, which must not be kept waiting.
    void publish(const std::string& subject, std::string_view data, Done done);

private:
    class Impl;
    explicit OncePublisher(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
