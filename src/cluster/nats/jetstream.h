#pragma once

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cluster/nats/connection.h"
#include "cluster/nats/pull.h"

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

struct StreamState {
    std::uint64_t messages = 0;
    std::uint64_t bytes = 0;
    std::map<std::string, std::uint64_t> subjects;  // how many messages each has
};

struct StoredMessage {
    std::uint64_t sequence = 0;
    std::chrono::system_clock::time_point time;
    std::string data;
};

// Streams of the server. Calls fail with Errc::Io where trying again may help. For any number of
// threads.
class JetStream {
public:
    explicit JetStream(NatsConnection connection) : connection_(std::move(connection)) {}
    const NatsConnection& connection() const { return connection_; }

    // Creates the stream; one that exists already stays as it is.
    Result<void> ensure_stream(const StreamSpec& spec) const;
    // Returns when the server has stored it.
    Result<void> publish(const std::string& subject, std::string_view data) const;
    // The same, unless the stream holds a message with that subject: then nothing is stored.
    // Returns its number in the stream; empty if another was there.
    Result<std::optional<std::uint64_t>> publish_once(const std::string& subject,
                                                      std::string_view data) const;
    // The same as publish; the message replaces all earlier ones of its subject.
    Result<void> publish_only(const std::string& subject, std::string_view data) const;

    // The last message of a subject, if there is one.
    Result<std::optional<StoredMessage>> last(const std::string& stream,
                                              const std::string& subject) const;
    // The first message of a subject from a sequence number on, if there is one.
    Result<std::optional<StoredMessage>> next(const std::string& stream, const std::string& subject,
                                              std::uint64_t from) const;
    // What the stream holds; its subjects only as far as they match `filter`, none if it is empty.
    Result<StreamState> state(const std::string& stream, const std::string& filter = {}) const;
    // Forgets the messages of a subject, which may have wildcards.
    Result<void> purge(const std::string& stream, const std::string& subject) const;

    // A subscription to a durable consumer, which is created unless it exists; one that exists
    // keeps its own lease.
    Result<PullSubscription> pull(const ConsumerSpec& spec) const;
    Result<void> forget_consumer(const std::string& stream, const std::string& name) const;
    Result<ConsumerState> consumer_state(const std::string& stream, const std::string& name) const;

private:
    NatsConnection connection_;
};

// Sleeps before a call is tried again, for the `round`th time: longer each time, to a second.
void wait_before_retry(int round);

// Calls f until it succeeds, fails for good, or `stop()` says that it is enough; sleeps between.
template <class F, class Stop>
auto persist(F&& f, Stop&& stop) -> decltype(f()) {
    for (int round = 0;; ++round) {
        auto result = f();
        if (result || result.error().code != Errc::Io || stop()) return result;
        wait_before_retry(round);
    }
}

}  // namespace xttt
