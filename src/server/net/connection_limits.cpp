#include "server/net/connection_limits.h"

#include <algorithm>

namespace xttt {

std::unique_ptr<ConnectionCounter::Slot> ConnectionCounter::acquire() {
    if (served_ < limits_.total) {
        ++served_;
        return std::make_unique<Slot>(shared_from_this(), Kind::Served);
    }
    if (rejected_ >= limits_.rejected) return nullptr;
    ++rejected_;
    return std::make_unique<Slot>(shared_from_this(), Kind::Rejected);
}

bool ConnectionCounter::Slot::claim(const std::string& address) {
    if (!address_.empty()) return true;
    const auto found = counter_->by_address_.find(address);
    const std::size_t count = found == counter_->by_address_.end() ? 0 : found->second;
    if (count >= counter_->limits_.per_address) return false;
    ++counter_->by_address_[address];
    address_ = address;
    return true;
}

void ConnectionCounter::Slot::count_as_web_socket() {
    if (!is_web_socket_) ++counter_->web_sockets_;
    is_web_socket_ = true;
}

std::size_t ConnectionCounter::Slot::queue_limit() const {
    const ConnectionLimits& limits = counter_->limits_;
    const std::size_t share =
        limits.queued_bytes / std::max<std::size_t>(counter_->web_sockets_, 1);
    return std::clamp(share, limits.least_queue, limits.most_queue);
}

ConnectionCounter::Slot::~Slot() {
    --(kind_ == Kind::Served ? counter_->served_ : counter_->rejected_);
    if (is_web_socket_) --counter_->web_sockets_;
    if (address_.empty()) return;
    const auto found = counter_->by_address_.find(address_);
    if (--found->second == 0) counter_->by_address_.erase(found);
}

}  // namespace xttt
