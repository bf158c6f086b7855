#include "server/net/bounds.h"

namespace xttt {

std::unique_ptr<ConnectionCount::Place> ConnectionCount::enter() {
    if (served_ < bounds_.in_all) {
        ++served_;
        return std::make_unique<Place>(shared_from_this(), Kind::Served);
    }
    if (turned_away_ >= bounds_.turned_away) return nullptr;
    ++turned_away_;
    return std::make_unique<Place>(shared_from_this(), Kind::TurnedAway);
}

bool ConnectionCount::Place::claim(const std::string& address) {
    if (!address_.empty()) return true;
    auto& count = count_->by_address_[address];
    if (count >= count_->bounds_.per_address) return false;
    ++count;
    address_ = address;
    return true;
}

void ConnectionCount::Place::count_as_web_socket() {
    if (!is_web_socket_) ++count_->web_sockets_;
    is_web_socket_ = true;
}

ConnectionCount::Place::~Place() {
    --(kind_ == Kind::Served ? count_->served_ : count_->turned_away_);
    if (is_web_socket_) --count_->web_sockets_;
    if (address_.empty()) return;
    const auto found = count_->by_address_.find(address_);
    if (--found->second == 0) count_->by_address_.erase(found);
}

}  // namespace xttt
