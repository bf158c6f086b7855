#include "cluster/nats/jetstream.h"

#include <algorithm>
#include <thread>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cluster/nats/request_batch.h"

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

// Whether a removal failed because there is no such message.
bool is_absent(jsErrCode code) {
    return code == JSSequenceNotFoundErr || code == JSNoMessageFoundErr ||
           code == JSStreamMsgDeleteFailed;
}

// The error in an answer of the server; empty if there is none.
std::optional<jsErrCode> error_code_of(const std::string& answer) {
    const auto json = nlohmann::json::parse(answer, nullptr, false);
    if (!json.is_object()) return JSBadRequestErr;
    const auto error = json.find("error");
    if (error == json.end()) return std::nullopt;
    if (!error->is_object()) return JSBadRequestErr;
    return static_cast<jsErrCode>(error->value("err_code", 0));
}

// The sequence number of the message in an answer; empty if there is none.
std::optional<std::uint64_t> sequence_of(const std::string& answer) {
    const auto json = nlohmann::json::parse(answer, nullptr, false);
    if (!json.is_object() || !json.contains("message")) return std::nullopt;
    const auto& message = json["message"];
    if (!message.is_object() || !message.contains("seq")) return std::nullopt;
    const auto& sequence = message["seq"];
    return sequence.is_number_unsigned() ? std::optional(sequence.get<std::uint64_t>())
                                         : std::nullopt;
}

}  // namespace

Delivery::Delivery(std::shared_ptr<natsSubscription> subscription, natsMsg* message)
    : subscription_(std::move(subscription)), message_(message) {
    jsMsgMetaData* meta = nullptr;
    if (natsMsg_GetMetaData(&meta, message) != NATS_OK) return;
    attempt_ = static_cast<int>(meta->NumDelivered);
    jsMsgMetaData_Destroy(meta);
}

PullSubscription::PullSubscription(std::shared_ptr<NatsHandles> connection,
                                   OwnedSubscription subscription)
    : subscription_(subscription.release(),
                    [connection](natsSubscription* handle) { natsSubscription_Destroy(handle); }) {}

Result<std::vector<Delivery>> PullSubscription::fetch(int most,
                                                      std::chrono::milliseconds limit) const {
    natsMsgList list{};
    jsErrCode code{};
    const auto status =
        natsSubscription_Fetch(&list, subscription_.get(), most, limit.count(), &code);
    std::vector<Delivery> deliveries;
    for (int i = 0; i < list.Count; ++i)
        deliveries.emplace_back(subscription_, std::exchange(list.Msgs[i], nullptr));
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
    OwnedStreamInfo created;
    jsErrCode code{};
    const auto status = js_AddStream(NatsOut(created), context(), &config, nullptr, &code);
    // An administrator may have chosen other limits.
    if (status == NATS_OK || code == JSStreamNameExistErr) return {};
    return failed(status, fmt::format("creating the stream {}", spec.name), code);
}

Result<OwnedStreamInfo> JetStream::info(const std::string& stream, jsOptions* options) const {
    OwnedStreamInfo found;
    jsErrCode code{};
    const auto status = js_GetStreamInfo(NatsOut(found), context(), stream.c_str(), options, &code);
    if (status == NATS_OK || code == JSStreamNotFoundErr) return found;
    return failed(status, fmt::format("querying the stream {}", stream), code);
}

Result<bool> JetStream::has_stream(const std::string& stream) const {
    TRY(const auto found, info(stream));
    return found != nullptr;
}

Result<bool> JetStream::resize_stream(const std::string& stream, std::int64_t max_bytes) const {
    const auto what = fmt::format("resizing the stream {}", stream);
    TRY(const auto before, info(stream));
    if (!before) return failed(NATS_NOT_FOUND, what, JSStreamNotFoundErr);
    if (before->Config->MaxBytes == max_bytes) return false;
    before->Config->MaxBytes = max_bytes;
    OwnedStreamInfo updated;
    jsErrCode code{};
    const auto status =
        js_UpdateStream(NatsOut(updated), context(), before->Config, nullptr, &code);
    if (status != NATS_OK) return failed(status, what, code);
    return true;
}

Result<void> JetStream::grow_if_full(const std::string& stream, std::int64_t largest) const {
    TRY(const auto now, state(stream));
    const bool full = now.bytes > static_cast<std::uint64_t>(now.max_bytes / 3 * 2);
    if (now.max_bytes == 0 || now.max_bytes >= largest || !full) return {};
    TRY_VOID(resize_stream(stream, std::min(largest, 2 * now.max_bytes)));
    return {};
}

// Empty if `options` expected another last message. With `replace` the message replaces all earlier
// ones of its subject.
Result<std::optional<std::uint64_t>> JetStream::store(const std::string& subject,
                                                      std::string_view data, jsPubOptions* options,
                                                      bool replace) const {
    OwnedMessage message;
    auto status = natsMsg_Create(NatsOut(message), subject.c_str(), nullptr, data.data(),
                                 static_cast<int>(data.size()));
    if (status == NATS_OK && replace)
        status = natsMsgHeader_Set(message.get(), "Nats-Rollup", "sub");
    OwnedAck ack;
    jsErrCode code{};
    if (status == NATS_OK)
        status = js_PublishMsg(NatsOut(ack), context(), message.get(), options, &code);
    const bool unexpected = code == JSStreamWrongLastSequenceErr;
    if (status != NATS_OK && !unexpected)
        return failed(status, fmt::format("publishing {}", subject), code);
    // Statuses are kept in memory.
    if (!subject.starts_with("xttt.status.")) server_answered(*connection_.handles(), subject);
    return unexpected ? std::nullopt : std::optional(ack->Sequence);
}

Result<std::optional<std::uint64_t>> JetStream::publish_after(const std::string& subject,
                                                              std::string_view data,
                                                              std::uint64_t last) const {
    jsPubOptions options;
    jsPubOptions_Init(&options);
    options.ExpectNoMessage = last == 0;
    options.ExpectLastSubjectSeq = last;
    return store(subject, data, &options, false);
}

Result<std::optional<StoredMessage>> JetStream::last(const std::string& stream,
                                                     const std::string& subject) const {
    OwnedMessage found;
    jsErrCode code{};
    const auto status =
        js_GetLastMsg(NatsOut(found), context(), stream.c_str(), subject.c_str(), nullptr, &code);
    if (status == NATS_OK) return stored_message(found.get());
    if (code == JSNoMessageFoundErr) return std::nullopt;
    return failed(status, fmt::format("reading {} of {}", subject, stream), code);
}

Result<std::optional<StoredMessage>> JetStream::next(const std::string& stream,
                                                     const std::string& subject,
                                                     std::uint64_t from) const {
    jsDirectGetMsgOptions options;
    jsDirectGetMsgOptions_Init(&options);
    options.Sequence = from;
    options.NextBySubject = subject.c_str();
    OwnedMessage found;
    const auto status =
        js_DirectGetMsg(NatsOut(found), context(), stream.c_str(), nullptr, &options);
    if (status == NATS_OK) return stored_message(found.get());
    if (status == NATS_NOT_FOUND) return std::nullopt;
    return failed(status, fmt::format("reading {} of {}", subject, stream));
}

Result<StreamState> JetStream::state(const std::string& stream, const std::string& filter) const {
    jsOptions options;
    jsOptions_Init(&options);
    if (!filter.empty()) options.Stream.Info.SubjectsFilter = filter.c_str();
    TRY(const auto found, info(stream, &options));
    if (!found)
        return failed(NATS_NOT_FOUND, fmt::format("querying the stream {}", stream),
                      JSStreamNotFoundErr);
    if (found->Config->Storage == js_FileStorage) server_answered(*connection_.handles());
    StreamState state{.messages = found->State.Msgs,
                      .bytes = found->State.Bytes,
                      .max_bytes = std::max<std::int64_t>(0, found->Config->MaxBytes),
                      .first = found->State.FirstSeq,
                      .created = found->Created,
                      .subjects = {}};
    if (const auto* subjects = found->State.Subjects)
        for (int i = 0; i < subjects->Count; ++i)
            state.subjects.emplace(subjects->List[i].Subject, subjects->List[i].Msgs);
    return state;
}

Result<void> JetStream::remove(const std::string& stream, std::uint64_t sequence) const {
    jsErrCode code{};
    const auto status = js_DeleteMsg(context(), stream.c_str(), sequence, nullptr, &code);
    if (status == NATS_OK || is_absent(code)) return {};
    return failed(status, fmt::format("removing message {} of {}", sequence, stream), code);
}

Result<void> JetStream::remove(const std::string& stream,
                               std::span<const std::uint64_t> sequences) const {
    std::vector<std::string> requests;
    for (const auto sequence : sequences)
        requests.push_back(fmt::format(R"({{"seq":{},"no_erase":true}})", sequence));
    TRY(const auto answers,
        request_batch(*connection_.handles(), fmt::format("$JS.API.STREAM.MSG.DELETE.{}", stream),
                      requests, kRequestTimeout));
    for (std::size_t i = 0; i < answers.size(); ++i) {
        const auto what = fmt::format("removing message {} of {}", sequences[i], stream);
        if (!answers[i]) return failed(NATS_TIMEOUT, what);
        const auto code = error_code_of(*answers[i]);
        if (code && !is_absent(*code)) return failed(NATS_ERR, what, *code);
    }
    return {};
}

Result<std::vector<std::optional<std::uint64_t>>> JetStream::last_sequences(
    const std::string& stream, std::span<const std::string> subjects) const {
    std::vector<std::string> requests;
    for (const auto& subject : subjects)
        requests.push_back(nlohmann::json{{"last_by_subj", subject}}.dump());
    TRY(const auto answers,
        request_batch(*connection_.handles(), fmt::format("$JS.API.STREAM.MSG.GET.{}", stream),
                      requests, kRequestTimeout));
    // nats-server 2.9 does not answer when asked for the last message of an empty stream.
    if (std::ranges::any_of(answers, [](const auto& answer) { return !answer; })) {
        TRY(const auto now, state(stream));
        if (now.messages > 0) return failed(NATS_TIMEOUT, fmt::format("searching {}", stream));
    }
    std::vector<std::optional<std::uint64_t>> sequences;
    for (const auto& answer : answers)
        sequences.push_back(answer ? sequence_of(*answer) : std::nullopt);
    return sequences;
}

Result<std::size_t> JetStream::remove_all(const std::string& stream,
                                          const std::string& subject) const {
    std::size_t removed = 0;
    TRY(auto listing, state(stream, subject));
    // Each round removes the last message of each subject.
    while (!listing.subjects.empty()) {
        std::vector<std::string> subjects;
        for (const auto& [each, count] : listing.subjects) subjects.push_back(each);
        TRY(const auto found, last_sequences(stream, subjects));
        std::vector<std::uint64_t> sequences;
        for (const auto& sequence : found)
            if (sequence) sequences.push_back(*sequence);
        TRY_VOID(remove(stream, sequences));
        removed += sequences.size();
        for (auto at = listing.subjects.begin(); at != listing.subjects.end();)
            at = --at->second == 0 ? listing.subjects.erase(at) : std::next(at);
    }
    return removed;
}

Result<void> JetStream::purge(const std::string& stream, const std::string& subject) const {
    jsOptions options;
    jsOptions_Init(&options);
    options.Stream.Purge.Subject = subject.c_str();
    jsErrCode code{};
    const auto status = js_PurgeStream(context(), stream.c_str(), &options, &code);
    if (status == NATS_OK) return {};
    return failed(status, fmt::format("emptying {} of {}", subject, stream), code);
}

Result<PullSubscription> JetStream::pull(const ConsumerSpec& spec) const {
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
            OwnedConsumerInfo added;
            return js_AddConsumer(NatsOut(added), context(), spec.stream.c_str(), &config, nullptr,
                                  &code);
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
            return failed(status, fmt::format("creating the consumer {}", spec.name), code);
    }
    jsSubOptions options;
    jsSubOptions_Init(&options);
    options.Stream = spec.stream.c_str();
    options.Consumer = spec.name.c_str();
    OwnedSubscription made;
    const auto status = js_PullSubscribe(NatsOut(made), context(), spec.filter.c_str(),
                                         spec.name.c_str(), nullptr, &options, &code);
    if (status != NATS_OK) return failed(status, fmt::format("subscribing to {}", spec.name), code);
    return PullSubscription(connection_.handles(), std::move(made));
}

Result<void> JetStream::forget_consumer(const std::string& stream, const std::string& name) const {
    jsErrCode code{};
    const auto status = js_DeleteConsumer(context(), stream.c_str(), name.c_str(), nullptr, &code);
    if (status == NATS_OK || code == JSConsumerNotFoundErr) return {};
    return failed(status, fmt::format("removing the consumer {}", name), code);
}

Result<ConsumerState> JetStream::consumer_state(const std::string& stream,
                                                const std::string& name) const {
    OwnedConsumerInfo info;
    jsErrCode code{};
    const auto status =
        js_GetConsumerInfo(NatsOut(info), context(), stream.c_str(), name.c_str(), nullptr, &code);
    if (status != NATS_OK)
        return failed(status, fmt::format("querying the consumer {}", name), code);
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
