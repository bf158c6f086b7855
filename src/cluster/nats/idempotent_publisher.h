#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <thread>

#include "base/clock.h"
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

    // `done` is called once, by a thread of the publisher, and must not block. When the publisher
    // ends, unconfirmed messages are dropped, whether the server has stored them or not.
    void publish(const std::string& subject, std::string_view data, Done done);

private:
    struct Message {
        OwnedMessage content;
        Done done;
        Clock::time_point sent = {};   // most recently
        Clock::time_point again = {};  // time to send it again
        int failures = 0;
        bool refused = false;          // temporarily refused; sent again
        std::optional<Error> failure;  // permanent
    };
    IdempotentPublisher(const JetStream& streams, std::string inbox, OwnedSubscription answers)
        : connection_(streams.connection().handles()),
          inbox_(std::move(inbox)),
          answers_(std::move(answers)),
          reader_([this](const std::stop_token& stop) { read(stop); }) {}

    // With mutex_ held, so that no answer is processed while the message is being written.
    void send(Message& message);
    // The server answers to an inbox with one subject per message. A thread reads the answers, and
    // sends unanswered messages again.
    void read(const std::stop_token& stop);
    void on_answer(natsMsg* answer);
    void sweep();

    std::shared_ptr<NatsHandles> connection_;
    const std::string inbox_;
    OwnedSubscription answers_;
    std::mutex mutex_;
    std::map<std::uint64_t, Message> messages_;
    std::uint64_t last_number_ = 0;
    std::jthread reader_;
};

}  // namespace xttt
