#include "cluster/post_office.h"

#include "cluster/layout.h"

namespace xttt {

Result<PostOffice> open_post_office(const NatsOptions& server) {
    auto connection = NatsConnection::open(server);
    if (!connection) return std::unexpected(connection.error());
    const JetStream streams(std::move(*connection));
    const auto give_up = std::chrono::steady_clock::now() + server.patience;
    auto files = persist([&] { return ObjectStore::open(streams, kBotBucket); },
                         [&] { return std::chrono::steady_clock::now() > give_up; });
    if (!files) return std::unexpected(files.error());
    return PostOffice{streams, std::move(*files)};
}

}  // namespace xttt
