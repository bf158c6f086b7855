#include "cluster/nats/pull.h"

#include "cluster/nats/pull_handles.h"

namespace xttt {

// The message knows its subscription, which therefore must not go before it.
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
    // What was received counts whatever happened afterwards.
    if (status == NATS_OK || status == NATS_TIMEOUT || !deliveries.empty()) return deliveries;
    return nats_error(status, "waiting for messages", code);
}

}  // namespace xttt
