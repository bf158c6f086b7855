#include "cluster/nats/idempotent_publisher.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/text.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

constexpr auto kSweep = 100ms;

IdempotentPublisher::Stored meaning_of(const NatsHandles& server, natsMsg* answer,
                                       const std::string& subject) {
    const auto what = fmt::format("publishing {}", subject);
    if (natsMsg_IsNoResponders(answer)) return server_error(server, NATS_NO_RESPONDERS, what);
    const std::string_view text(natsMsg_GetData(answer),
                                static_cast<std::size_t>(natsMsg_GetDataLength(answer)));
    const auto json = nlohmann::json::parse(text, nullptr, false);
    // An error also has a sequence number, which is meaningless.
    const bool refused = json.is_object() && json.contains("error") && json["error"].is_object();
    if (!refused && json.is_object() && json.contains("seq") && json["seq"].is_number_unsigned())
        return json["seq"].get<std::uint64_t>();
    if (!refused) return fail(Errc::Io, fmt::format("{}: cannot parse the server's answer", what));
    const auto& error = json["error"];
    const auto code = static_cast<jsErrCode>(error.value("err_code", 0));
    if (code == JSStreamWrongLastSequenceErr) return std::nullopt;
    return server_error(server, NATS_ERR,
                        fmt::format("{}: {}", what, error.value("description", "?")), code);
}

std::chrono::milliseconds pause(int& failures) {
    return std::chrono::milliseconds(std::min(1000, 50 << std::min(failures++, 5)));
}

}  // namespace

Result<std::unique_ptr<IdempotentPublisher>> IdempotentPublisher::open(const JetStream& streams) {
    char* made = nullptr;
    if (const auto status = natsInbox_Create(&made); status != NATS_OK)
        return nats_error(status, "creating an inbox");
    const std::string inbox = made;
    natsInbox_Destroy(made);
    OwnedSubscription answers;
    const auto status = natsConnection_SubscribeSync(
        NatsOut(answers), streams.connection().handles()->connection.get(), (inbox + ".*").c_str());
    if (status != NATS_OK) return nats_error(status, "subscribing to the server's answers");
    // Unlimited, so that no answer is dropped.
    natsSubscription_SetPendingLimits(answers.get(), -1, -1);
    return std::unique_ptr<IdempotentPublisher>(
        new IdempotentPublisher(streams, inbox, std::move(answers)));
}

void IdempotentPublisher::publish(const std::string& subject, std::string_view data, Done done) {
    const std::lock_guard lock(mutex_);
    const auto number = ++last_number_;
    Message message{.content = {}, .done = std::move(done)};
    auto status = natsMsg_Create(NatsOut(message.content), subject.c_str(),
                                 fmt::format("{}.{}", inbox_, number).c_str(), data.data(),
                                 static_cast<int>(data.size()));
    if (status == NATS_OK)
        status =
            natsMsgHeader_Set(message.content.get(), "Nats-Expected-Last-Subject-Sequence", "0");
    if (status == NATS_OK)
        send(message);
    else
        message.failure = nats_error(status, "preparing a message").error();
    messages_.emplace(number, std::move(message));
}

void IdempotentPublisher::send(Message& message) {
    const auto status =
        natsConnection_PublishMsg(connection_->connection.get(), message.content.get());
    message.sent = Clock::now();
    message.again = message.sent + kRequestTimeout;
    message.refused = false;
    if (status == NATS_OK) return;
    const auto error = nats_error(status, "publishing").error();
    if (error.code == Errc::Io)
        message.again = Clock::now() + pause(message.failures);
    else
        message.failure = error;
}
void IdempotentPublisher::read(const std::stop_token& stop) {
    auto next_sweep = Clock::now() + kSweep;
    while (!stop.stop_requested()) {
        OwnedMessage answer;
        const auto status =
            natsSubscription_NextMsg(NatsOut(answer), answers_.get(), kSweep.count());
        if (status == NATS_OK)
            on_answer(answer.get());
        else if (status != NATS_TIMEOUT)
            std::this_thread::sleep_for(kSweep);
        if (Clock::now() < next_sweep) continue;
        sweep();
        next_sweep = Clock::now() + kSweep;
    }
}

void IdempotentPublisher::on_answer(natsMsg* answer) {
    const std::string_view subject = natsMsg_GetSubject(answer);
    const auto number = to_number<std::uint64_t>(subject.substr(subject.rfind('.') + 1));
    Done done;
    Stored stored;
    {
        const std::lock_guard lock(mutex_);
        const auto found = number ? messages_.find(*number) : messages_.end();
        if (found == messages_.end()) return;  // answered before
        const std::string published = natsMsg_GetSubject(found->second.content.get());
        stored = meaning_of(*connection_, answer, published);
        if (stored) server_answered(*connection_, published);
        if (stored || stored.error().code != Errc::Io) {
            done = std::move(found->second.done);
            messages_.erase(found);
        } else {
            found->second.again = Clock::now() + pause(found->second.failures);
            found->second.refused = true;
        }
    }
    if (done) done(stored);
}

void IdempotentPublisher::sweep() {
    std::vector<std::pair<Done, Error>> failed;
    {
        const std::lock_guard lock(mutex_);
        for (auto at = messages_.begin(); at != messages_.end();) {
            Message& message = at->second;
            if (!message.failure && message.again <= Clock::now()) {
                if (!message.refused && message.sent > connection_->health->connected_since())
                    (void)server_error(*connection_, NATS_TIMEOUT, "publishing");
                send(message);
            }
            if (message.failure) {
                failed.emplace_back(std::move(message.done), std::move(*message.failure));
                at = messages_.erase(at);
            } else {
                ++at;
            }
        }
    }
    for (const auto& [done, error] : failed) done(std::unexpected(error));
}

}  // namespace xttt
