#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "cluster/nats/jetstream.h"

namespace xttt {

// JetStream::publish_once for many messages at a time: does not wait for the confirmation of one
// message before it sends the next. Sends a message again until the server has answered, so each is
// stored at most once. Thread-safe.
class IdempotentPublisher {
public:
    // Sequence number in the stream; empty if the subject had a message; an error if trying again
    // cannot help.
    using Stored = Result<std::optional<std::uint64_t>>;
    using Done = std::function<void(const Stored&)>;

    static Result<std::unique_ptr<IdempotentPublisher>> open(const JetStream& streams);
    // Unconfirmed messages are dropped, whether the server has stored them or not.
    ~IdempotentPublisher();

    // `done` is called once, by a thread of the publisher, and must not block.
    void publish(const std::string& subject, std::string_view data, Done done);

private:
    class Impl;
    explicit IdempotentPublisher(std::unique_ptr<Impl> impl);
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
