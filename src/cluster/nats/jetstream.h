#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/nats/connection.h"

namespace xttt {

// A stream of messages that the server keeps; 0 stands for no limit.
struct StreamSpec {
    std::string name;
    std::vector<std::string> subjects;
    bool work_queue = false;  // a message is gone once it is acknowledged
    bool in_memory = false;   // rather than on disk
    std::int64_t max_messages = 0;
    std::int64_t max_bytes = 0;
    int max_per_subject = 0;
    bool refuse_when_full = false;  // rather than drop the oldest
    // With max_per_subject 1: a second message with a subject is refused while the first is there.
    bool refuse_same_subject = false;
    std::chrono::seconds max_age{0};
    bool rollup = false;  // a message may replace all earlier ones of its subject
};

// Bytes a stream may hold: at first, and after it has grown (grow_if_full).
struct StreamSize {
    std::int64_t initial = std::int64_t{64} << 20;
    std::int64_t largest = std::int64_t{4} << 30;
};

struct StreamState {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::int64_t max_bytes = 0;  // 0: no limit
    std::uint64_t first = 0;     // sequence number of the oldest message
    std::int64_t created = 0;    // distinguishes the stream from an earlier one with the same name
    std::map<std::string, std::uint64_t> subjects;  // number of messages of each
};

struct StoredMessage {
    std::uint64_t sequence = 0;
    std::chrono::system_clock::time_point time;
    std::string data;
};

// A durable consumer: the server remembers what has been acknowledged.
struct ConsumerSpec {
    std::string stream;
    std::string name;
    std::string filter;  // of subjects
    // A message that is neither acknowledged nor extended for this time is delivered again.
    std::chrono::milliseconds lease{30000};
    std::int64_t max_unacknowledged = 65536;
};

struct ConsumerState {
    std::uint64_t waiting = 0;         // not delivered yet
    std::uint64_t given_out = 0;       // delivered, not acknowledged
    std::uint64_t redelivered = 0;     // of those, delivered more than once
    std::uint64_t last_given_out = 0;  // sequence number of the last delivery
    std::uint64_t ack_floor = 0;       // everything up to it has been acknowledged, or skipped
    std::chrono::milliseconds lease{0};
};

// A message delivered to this client and not yet acknowledged; one that is dropped is delivered
// again when its lease ends. Not thread-safe.
class Delivery {
public:
    Delivery(std::shared_ptr<natsSubscription> subscription, natsMsg* message);

    std::string_view subject() const { return natsMsg_GetSubject(message_.get()); }
    std::string_view data() const {
        return {natsMsg_GetData(message_.get()),
                static_cast<std::size_t>(natsMsg_GetDataLength(message_.get()))};
    }
    int attempt() const { return attempt_; }  // 1: the first delivery

    // Asynchronous; if it is lost, the message is delivered again.
    void acknowledge() const { natsMsg_Ack(message_.get(), nullptr); }
    // Restarts the lease.
    void still_working() const { natsMsg_InProgress(message_.get(), nullptr); }
    // Releases it to another client after `delay`.
    void give_back(std::chrono::milliseconds delay) const {
        natsMsg_NakWithDelay(message_.get(), delay.count(), nullptr);
    }

private:
    std::shared_ptr<natsSubscription> subscription_;  // the message borrows from it
    OwnedMessage message_;
    int attempt_ = 1;
};

class PullSubscription {
public:
    PullSubscription(std::shared_ptr<NatsHandles> connection, OwnedSubscription subscription);

    // Up to `most` messages as soon as there is at least one; none at the time limit.
    Result<std::vector<Delivery>> fetch(int most, std::chrono::milliseconds limit) const;

private:
    std::shared_ptr<natsSubscription> subscription_;  // keeps its connection alive
};

// Streams of the server. Calls fail with Errc::Io if a retry may help. Thread-safe.
class JetStream {
public:
    explicit JetStream(NatsConnection connection) : connection_(std::move(connection)) {}
    const NatsConnection& connection() const { return connection_; }

    // Creates the stream; an existing one is not changed.
    Result<void> ensure_stream(const StreamSpec& spec) const;
    // Sets the limit in bytes; false if it was the same.
    Result<bool> resize_stream(const std::string& stream, std::int64_t max_bytes) const;
    // Doubles the limit, to `largest` at most, if more than two thirds of it are used.
    Result<void> grow_if_full(const std::string& stream, std::int64_t largest) const;
    // Publishes a message; returns when the server has stored it.
    Result<void> publish(const std::string& subject, std::string_view data) const {
        TRY_VOID(store(subject, data, nullptr, false));
        return {};
    }
    // The same, if the last message of the subject has the sequence number `last` (0: if there is
    // none). Returns the new sequence number; empty if there was another message.
    Result<std::optional<std::uint64_t>> publish_after(const std::string& subject,
                                                       std::string_view data,
                                                       std::uint64_t last) const;
    Result<std::optional<std::uint64_t>> publish_once(const std::string& subject,
                                                      std::string_view data) const {
        return publish_after(subject, data, 0);
    }
    // The same as publish; the message replaces all earlier ones of its subject.
    Result<void> publish_only(const std::string& subject, std::string_view data) const {
        TRY_VOID(store(subject, data, nullptr, true));
        return {};
    }

    // The last message of a subject, if there is one.
    Result<std::optional<StoredMessage>> last(const std::string& stream,
                                              const std::string& subject) const;
    // The sequence numbers of the last messages of these subjects, without waiting for each.
    Result<std::vector<std::optional<std::uint64_t>>> last_sequences(
        const std::string& stream, std::span<const std::string> subjects) const;
    // The first message of a subject from a sequence number on, if there is one.
    Result<std::optional<StoredMessage>> next(const std::string& stream, const std::string& subject,
                                              std::uint64_t from) const;
    Result<bool> has_stream(const std::string& stream) const;
    // The state of the stream; subjects only as far as they match `filter`, none if it is empty.
    Result<StreamState> state(const std::string& stream, const std::string& filter = {}) const;
    // Removes one message; success if it is not there.
    Result<void> remove(const std::string& stream, std::uint64_t sequence) const;
    // Removes messages in the order given, without waiting for each; those that are not there are
    // skipped.
    Result<void> remove(const std::string& stream, std::span<const std::uint64_t> sequences) const;
    // Removes the messages of a subject, which may have wildcards, by their numbers; returns how
    // many.
    Result<std::size_t> remove_all(const std::string& stream, const std::string& subject) const;
    // The same in one request. Only for streams without consumers: after it nats-server 2.9 moves
    // every consumer whose filter includes the subject to the end of the stream, past messages of
    // other subjects that were never delivered.
    Result<void> purge(const std::string& stream, const std::string& subject) const;

    // A subscription to a durable consumer, which is created unless it exists; one that exists
    // keeps its own lease.
    Result<PullSubscription> pull(const ConsumerSpec& spec) const;
    Result<void> forget_consumer(const std::string& stream, const std::string& name) const;
    Result<ConsumerState> consumer_state(const std::string& stream, const std::string& name) const;

private:
    jsCtx* context() const { return connection_.handles()->jetstream.get(); }
    std::unexpected<Error> failed(natsStatus status, const std::string& what,
                                  jsErrCode code = {}) const {
        return server_error(*connection_.handles(), status, what, code);
    }
    Result<std::optional<std::uint64_t>> store(const std::string& subject, std::string_view data,
                                               jsPubOptions* options, bool replace) const;
    // Null if there is no such stream.
    Result<OwnedStreamInfo> info(const std::string& stream, jsOptions* options = nullptr) const;

    NatsConnection connection_;
};

// Sleeps before retry number `round`: longer each time, up to a second.
void wait_before_retry(int round);

// Calls f until it succeeds, fails permanently, or `stop()` returns true; sleeps between calls.
template <class F, class Stop>
auto persist(F&& f, Stop&& stop) -> decltype(f()) {
    for (int round = 0;; ++round) {
        auto result = f();
        if (result || result.error().code != Errc::Io || stop()) return result;
        wait_before_retry(round);
    }
}

}  // namespace xttt
