#include "cluster/nats/jetstream.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>

#include "cluster/nats/handles.h"

namespace xttt {
namespace {

constexpr int kSetUpRounds = 6;  // 2.5 s together

constexpr std::int64_t nanoseconds(std::chrono::nanoseconds time) {
    return time.count();
}

StoredMessage stored_message(natsMsg* message) {
    const std::chrono::nanoseconds time(natsMsg_GetTime(message));
    return {.sequence = natsMsg_GetSequence(message),
            .time = std::chrono::system_clock::time_point(
                std::chrono::duration_cast<std::chrono::system_clock::duration>(time)),
            .data = std::string(natsMsg_GetData(message),
                                static_cast<std::size_t>(natsMsg_GetDataLength(message)))};
}

}  // namespace

struct PullSubscription::Impl {
    std::shared_ptr<NatsHandles> connection;  // outlives the subscription
    OwnedSubscription subscription;
};

// The message borrows from its subscription, so it keeps it alive.
struct Delivery::Impl {
    std::shared_ptr<PullSubscription::Impl> subscription;
    OwnedMessage message;
    int attempt = 1;
};

Delivery::Delivery(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Delivery::Delivery(Delivery&&) noexcept = default;
Delivery& Delivery::operator=(Delivery&&) noexcept = default;
Delivery::~Delivery() = default;

std::string_view Delivery::subject() const {
    return natsMsg_GetSubject(impl_->message.get());
}
std::string_view Delivery::data() const {
    return {natsMsg_GetData(impl_->message.get()),
            static_cast<std::size_t>(natsMsg_GetDataLength(impl_->message.get()))};
}
int Delivery::attempt() const {
    return impl_->attempt;
}
void Delivery::acknowledge() const {
    natsMsg_Ack(impl_->message.get(), nullptr);
}
void Delivery::still_working() const {
    natsMsg_InProgress(impl_->message.get(), nullptr);
}
void Delivery::give_back(std::chrono::milliseconds delay) const {
    natsMsg_NakWithDelay(impl_->message.get(), delay.count(), nullptr);
}

Result<std::vector<Delivery>> PullSubscription::fetch(int most,
                                                      std::chrono::milliseconds limit) const {
    natsMsgList list{};
    jsErrCode code{};
    const auto status =
        natsSubscription_Fetch(&list, impl_->subscription.get(), most, limit.count(), &code);
    std::vector<Delivery> deliveries;
    for (int i = 0; i < list.Count; ++i) {
        auto delivery = std::make_unique<Delivery::Impl>();
        delivery->subscription = impl_;
        delivery->message.reset(std::exchange(list.Msgs[i], nullptr));
        jsMsgMetaData* meta = nullptr;
        if (natsMsg_GetMetaData(&meta, delivery->message.get()) == NATS_OK) {
            delivery->attempt = static_cast<int>(meta->NumDelivered);
            jsMsgMetaData_Destroy(meta);
        }
        deliveries.emplace_back(std::move(delivery));
    }
    natsMsgList_Destroy(&list);
    // Received messages count, whatever the later status.
    if (status == NATS_OK || status == NATS_TIMEOUT || !deliveries.empty()) return deliveries;
    return nats_error(status, "waiting for messages", code);
}

void wait_before_retry(int round) {
    std::this_thread::sleep_for(
        std::chrono::milliseconds(std::min(1000, 50 << std::min(round, 5))));
}

Result<void> JetStream::ensure_stream(const StreamSpec& spec) const {
    // Queried first, because not every user of a stream may create it.
    if (state(spec.name)) return {};
    std::vector<const char*> subjects;
    for (const auto& subject : spec.subjects) subjects.push_back(subject.c_str());
    jsStreamConfig config;
    jsStreamConfig_Init(&config);
    config.Name = spec.name.c_str();
    config.Subjects = subjects.data();
    config.SubjectsLen = static_cast<int>(subjects.size());
    config.Retention = spec.work_queue ? js_WorkQueuePolicy : js_LimitsPolicy;
    config.Storage = spec.in_memory ? js_MemoryStorage : js_FileStorage;
    config.Discard = spec.refuse_when_full ? js_DiscardNew : js_DiscardOld;
    config.DiscardNewPerSubject = spec.refuse_same_subject;
    if (spec.max_messages > 0) config.MaxMsgs = spec.max_messages;
    if (spec.max_bytes > 0) config.MaxBytes = spec.max_bytes;
    if (spec.max_per_subject > 0) config.MaxMsgsPerSubject = spec.max_per_subject;
    config.MaxAge = nanoseconds(spec.max_age);
    config.AllowRollup = spec.rollup;
    config.AllowDirect = true;
    jsStreamInfo* info = nullptr;
    jsErrCode code{};
    const auto status =
        js_AddStream(&info, connection_.handles()->jetstream.get(), &config, nullptr, &code);
    const OwnedStreamInfo owned(info);
    // An administrator may have chosen other limits.
    if (status == NATS_OK || code == JSStreamNameExistErr) return {};
    return server_error(*connection_.handles(), status,
                        fmt::format("creating the stream {}", spec.name), code);
}

Result<bool> JetStream::resize_stream(const std::string& stream, std::int64_t max_bytes) const {
    auto* const context = connection_.handles()->jetstream.get();
    const auto what = fmt::format("resizing the stream {}", stream);
    jsStreamInfo* info = nullptr;
    jsErrCode code{};
    auto status = js_GetStreamInfo(&info, context, stream.c_str(), nullptr, &code);
    const OwnedStreamInfo before(info);
    if (status != NATS_OK) return server_error(*connection_.handles(), status, what, code);
    if (info->Config->MaxBytes == max_bytes) return false;
    info->Config->MaxBytes = max_bytes;
    jsStreamInfo* updated = nullptr;
    status = js_UpdateStream(&updated, context, info->Config, nullptr, &code);
    const OwnedStreamInfo after(updated);
    if (status != NATS_OK) return server_error(*connection_.handles(), status, what, code);
    return true;
}

Result<void> JetStream::grow_if_full(const std::string& stream, std::int64_t largest) const {
    TRY(const auto now, state(stream));
    const bool full = now.bytes > static_cast<std::uint64_t>(now.max_bytes / 3 * 2);
    if (now.max_bytes == 0 || now.max_bytes >= largest || !full) return {};
    TRY_VOID(resize_stream(stream, std::min(largest, 2 * now.max_bytes)));
    return {};
}

Result<void> JetStream::publish(const std::string& subject, std::string_view data) const {
    jsPubAck* ack = nullptr;
    jsErrCode code{};
    const auto status = js_Publish(&ack, connection_.handles()->jetstream.get(), subject.c_str(),
                                   data.data(), static_cast<int>(data.size()), nullptr, &code);
    const OwnedAck owned(ack);
    if (status != NATS_OK)
        return server_error(*connection_.handles(), status, fmt::format("publishing {}", subject),
                            code);
    server_answered(*connection_.handles(), subject);
    return {};
}

Result<std::optional<std::uint64_t>> JetStream::publish_after(const std::string& subject,
                                                              std::string_view data,
                                                              std::uint64_t last) const {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.ExpectNoMessage = last == 0;
    options.ExpectLastSubjectSeq = last;
    jsPubAck* ack = nullptr;
    jsErrCode code{};
    const auto status = js_Publish(&ack, connection_.handles()->jetstream.get(), subject.c_str(),
                                   data.data(), static_cast<int>(data.size()), &options, &code);
    const OwnedAck owned(ack);
    if (status == NATS_OK || code == JSStreamWrongLastSequenceErr)
        server_answered(*connection_.handles(), subject);
    if (status == NATS_OK) return ack->Sequence;
    if (code == JSStreamWrongLastSequenceErr) return std::nullopt;
    return server_error(*connection_.handles(), status, fmt::format("publishing {}", subject),
                        code);
}

Result<void> JetStream::publish_only(const std::string& subject, std::string_view data) const {
    natsMsg* made = nullptr;
    auto status =
        natsMsg_Create(&made, subject.c_str(), nullptr, data.data(), static_cast<int>(data.size()));
    const OwnedMessage message(made);
    if (status == NATS_OK) status = natsMsgHeader_Set(made, "Nats-Rollup", "sub");
    jsPubAck* ack = nullptr;
    jsErrCode code{};
    if (status == NATS_OK)
        status = js_PublishMsg(&ack, connection_.handles()->jetstream.get(), made, nullptr, &code);
    const OwnedAck owned(ack);
    if (status != NATS_OK)
        return server_error(*connection_.handles(), status, fmt::format("publishing {}", subject),
                            code);
    server_answered(*connection_.handles(), subject);
    return {};
}

Result<std::optional<StoredMessage>> JetStream::last(const std::string& stream,
                                                     const std::string& subject) const {
    natsMsg* found = nullptr;
    jsErrCode code{};
    const auto status = js_GetLastMsg(&found, connection_.handles()->jetstream.get(),
                                      stream.c_str(), subject.c_str(), nullptr, &code);
    const OwnedMessage message(found);
    if (status == NATS_OK) return stored_message(found);
    if (code == JSNoMessageFoundErr) return std::nullopt;
    return server_error(*connection_.handles(), status,
                        fmt::format("reading {} of {}", subject, stream), code);
}

Result<std::optional<StoredMessage>> JetStream::next(const std::string& stream,
                                                     const std::string& subject,
                                                     std::uint64_t from) const {
    jsDirectGetMsgOptions options;
    jsDirectGetMsgOptions_Init(&options);
    options.Sequence = from;
    options.NextBySubject = subject.c_str();
    natsMsg* found = nullptr;
    const auto status = js_DirectGetMsg(&found, connection_.handles()->jetstream.get(),
                                        stream.c_str(), nullptr, &options);
    const OwnedMessage message(found);
    if (status == NATS_OK) return stored_message(found);
    if (status == NATS_NOT_FOUND) return std::nullopt;
    return server_error(*connection_.handles(), status,
                        fmt::format("reading {} of {}", subject, stream));
}

Result<bool> JetStream::has_stream(const std::string& stream) const {
    jsStreamInfo* info = nullptr;
    jsErrCode code{};
    const auto status = js_GetStreamInfo(&info, connection_.handles()->jetstream.get(),
                                         stream.c_str(), nullptr, &code);
    const OwnedStreamInfo owned(info);
    if (status == NATS_OK) return true;
    if (code == JSStreamNotFoundErr) return false;
    return server_error(*connection_.handles(), status,
                        fmt::format("querying the stream {}", stream), code);
}

Result<StreamState> JetStream::state(const std::string& stream, const std::string& filter) const {
    jsOptions options;
    jsOptions_Init(&options);
    if (!filter.empty()) options.Stream.Info.SubjectsFilter = filter.c_str();
    jsStreamInfo* info = nullptr;
    jsErrCode code{};
    const auto status = js_GetStreamInfo(&info, connection_.handles()->jetstream.get(),
                                         stream.c_str(), &options, &code);
    const OwnedStreamInfo owned(info);
    if (status != NATS_OK)
        return server_error(*connection_.handles(), status,
                            fmt::format("querying the stream {}", stream), code);
    server_answered(*connection_.handles());
    StreamState state{.messages = info->State.Msgs,
                      .bytes = info->State.Bytes,
                      .max_bytes = std::max<std::int64_t>(0, info->Config->MaxBytes),
                      .first = info->State.FirstSeq,
                      .created = info->Created,
                      .subjects = {}};
    if (info->State.Subjects != nullptr)
        for (int i = 0; i < info->State.Subjects->Count; ++i)
            state.subjects.emplace(info->State.Subjects->List[i].Subject,
                                   info->State.Subjects->List[i].Msgs);
    return state;
}

Result<void> JetStream::remove(const std::string& stream, std::uint64_t sequence) const {
    jsErrCode code{};
    const auto status = js_DeleteMsg(connection_.handles()->jetstream.get(), stream.c_str(),
                                     sequence, nullptr, &code);
    // "Delete failed" means that there is no such message.
    if (status == NATS_OK || code == JSSequenceNotFoundErr || code == JSNoMessageFoundErr ||
        code == JSStreamMsgDeleteFailed)
        return {};
    return server_error(*connection_.handles(), status,
                        fmt::format("removing message {} of {}", sequence, stream), code);
}

Result<std::size_t> JetStream::remove_all(const std::string& stream,
                                          const std::string& subject) const {
    std::size_t removed = 0;
    TRY(const auto listing, state(stream, subject));
    for (const auto& [each, count] : listing.subjects) {
        for (std::uint64_t i = 0; i < count; ++i) {
            TRY(const auto message, last(stream, each));
            if (!message) break;
            TRY_VOID(remove(stream, message->sequence));
            ++removed;
        }
    }
    return removed;
}

Result<void> JetStream::purge(const std::string& stream, const std::string& subject) const {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject.c_str();
    jsErrCode code{};
    const auto status =
        js_PurgeStream(connection_.handles()->jetstream.get(), stream.c_str(), &options, &code);
    if (status == NATS_OK) return {};
    return server_error(*connection_.handles(), status,
                        fmt::format("emptying {} of {}", subject, stream), code);
}

Result<PullSubscription> JetStream::pull(const ConsumerSpec& spec) const {
    auto* const context = connection_.handles()->jetstream.get();
    jsErrCode code{};
    if (const auto known = consumer_state(spec.stream, spec.name); !known) {
        jsConsumerConfig config;
        jsConsumerConfig_Init(&config);
        config.Durable = spec.name.c_str();
        config.FilterSubject = spec.filter.c_str();
        config.AckPolicy = js_AckExplicit;
        config.AckWait = nanoseconds(spec.lease);
        config.MaxAckPending = spec.max_unacknowledged;
        config.MaxWaiting = 16384;  // thousands of workers may wait at once
        const auto add = [&] {
            jsConsumerInfo* info = nullptr;
            const auto added =
                js_AddConsumer(&info, context, spec.stream.c_str(), &config, nullptr, &code);
            const OwnedConsumerInfo owned(info);
            return added;
        };
        auto status = add();
        // A stream that another client is setting up may exist without its consumers.
        for (int round = 0; code == JSStreamInvalidErr && round < kSetUpRounds; ++round) {
            wait_before_retry(round);
            code = {};
            status = add();
        }
        // Another client may have been first.
        const bool exists = code == JSConsumerNameExistErr || code == JSConsumerExistingActiveErr;
        if (status != NATS_OK && !exists)
            return server_error(*connection_.handles(), status,
                                fmt::format("creating the consumer {}", spec.name), code);
    }
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = spec.stream.c_str();
    options.Consumer = spec.name.c_str();
    natsSubscription* made = nullptr;
    const auto status = js_PullSubscribe(&made, context, spec.filter.c_str(), spec.name.c_str(),
                                         nullptr, &options, &code);
    if (status != NATS_OK)
        return server_error(*connection_.handles(), status,
                            fmt::format("subscribing to {}", spec.name), code);
    auto impl = std::make_shared<PullSubscription::Impl>();
    impl->connection = connection_.handles();
    impl->subscription.reset(made);
    return PullSubscription(std::move(impl));
}

Result<void> JetStream::forget_consumer(const std::string& stream, const std::string& name) const {
    jsErrCode code{};
    const auto status = js_DeleteConsumer(connection_.handles()->jetstream.get(), stream.c_str(),
                                          name.c_str(), nullptr, &code);
    if (status == NATS_OK || code == JSConsumerNotFoundErr) return {};
    return server_error(*connection_.handles(), status,
                        fmt::format("removing the consumer {}", name), code);
}

Result<ConsumerState> JetStream::consumer_state(const std::string& stream,
                                                const std::string& name) const {
    jsConsumerInfo* info = nullptr;
    jsErrCode code{};
    const auto status = js_GetConsumerInfo(&info, connection_.handles()->jetstream.get(),
                                           stream.c_str(), name.c_str(), nullptr, &code);
    const OwnedConsumerInfo owned(info);
    if (status != NATS_OK)
        return server_error(*connection_.handles(), status,
                            fmt::format("querying the consumer {}", name), code);
    server_answered(*connection_.handles());
    return ConsumerState{.waiting = info->NumPending,
                         .given_out = static_cast<std::uint64_t>(info->NumAckPending),
                         .redelivered = static_cast<std::uint64_t>(info->NumRedelivered),
                         .last_given_out = info->Delivered.Stream,
                         .ack_floor = info->AckFloor.Stream,
                         .lease = std::chrono::duration_cast<std::chrono::milliseconds>(
                             std::chrono::nanoseconds(info->Config->AckWait))};
}

}  // namespace xttt
