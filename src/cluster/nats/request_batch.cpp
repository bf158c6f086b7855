#include "cluster/nats/request_batch.h"

#include <string_view>

#include <fmt/format.h>

#include "base/text.h"

namespace xttt {
namespace {

// nats-server refuses requests when thousands are waiting.
constexpr std::size_t kMostUnanswered = 512;

}  // namespace

Result<std::vector<std::optional<std::string>>> request_batch(const NatsHandles& server,
                                                              const std::string& subject,
                                                              std::span<const std::string> texts,
                                                              std::chrono::milliseconds limit) {
    std::vector<std::optional<std::string>> answers(texts.size());
    char* made = nullptr;
    if (const auto status = natsInbox_Create(&made); status != NATS_OK)
        return nats_error(status, "creating an inbox");
    const std::string inbox = made;
    natsInbox_Destroy(made);
    OwnedSubscription subscription;
    auto status = natsConnection_SubscribeSync(NatsOut(subscription), server.connection.get(),
                                               (inbox + ".*").c_str());
    if (status != NATS_OK) return nats_error(status, "subscribing to the server's answers");
    std::size_t sent = 0, answered = 0;
    while (answered < texts.size()) {
        for (; sent < texts.size() && sent - answered < kMostUnanswered; ++sent) {
            status = natsConnection_PublishRequest(
                server.connection.get(), subject.c_str(), fmt::format("{}.{}", inbox, sent).c_str(),
                texts[sent].data(), static_cast<int>(texts[sent].size()));
            if (status != NATS_OK) return nats_error(status, "sending a request");
        }
        OwnedMessage answer;
        status = natsSubscription_NextMsg(NatsOut(answer), subscription.get(), limit.count());
        if (status == NATS_TIMEOUT) break;
        if (status != NATS_OK) return nats_error(status, "waiting for an answer");
        const std::string_view from = natsMsg_GetSubject(answer.get());
        const auto number = to_number<std::size_t>(from.substr(from.rfind('.') + 1));
        if (!number || *number >= sent || answers[*number]) continue;
        answers[*number] =
            std::string(natsMsg_GetData(answer.get()),
                        static_cast<std::size_t>(natsMsg_GetDataLength(answer.get())));
        ++answered;
    }
    return answers;
}

}  // namespace xttt
