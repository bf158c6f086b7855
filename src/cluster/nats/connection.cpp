#include "cluster/nats/connection.h"

#include <array>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/text.h"
#include "cluster/nats/connection_handles.h"

namespace xttt {
namespace {

using Clock = std::chrono::steady_clock;

// The host of "nats://user:password@host:port", without brackets.
std::string_view host_of(std::string_view url) {
    if (const auto scheme = url.find("://"); scheme != url.npos) url.remove_prefix(scheme + 3);
    if (const auto at = url.rfind('@'); at != url.npos) url.remove_prefix(at + 1);
    if (url.starts_with('[')) return url.substr(1, url.find(']') - 1);
    return url.substr(0, url.find_first_of(":/"));
}

bool is_here(std::string_view host) {
    return host == "localhost" || host == "::1" || host.starts_with("127.");
}
bool is_encrypted(std::string_view url) {
    return url.starts_with("tls://");
}

Result<OwnedOptions> make_options(const NatsOptions& options,
                                  const std::vector<std::string>& servers) {
    natsOptions* made = nullptr;
    if (const auto status = natsOptions_Create(&made); status != NATS_OK)
        return nats_error(status, "preparing a connection");
    OwnedOptions owned(made);
    std::vector<const char*> urls;
    for (const auto& server : servers) urls.push_back(server.c_str());
    const bool encrypted = is_encrypted(servers[0]) || !options.authority.empty();
    natsStatus status = natsOptions_SetServers(made, urls.data(), static_cast<int>(urls.size()));
    const auto set = [&](natsStatus next) {
        if (status == NATS_OK) status = next;
    };
    set(natsOptions_SetName(made, options.name.c_str()));
    set(natsOptions_SetTimeout(made, 2000));
    // A break is noticed within seconds and healed whenever the server is back.
    set(natsOptions_SetPingInterval(made, 3000));
    set(natsOptions_SetMaxPingsOut(made, 2));
    set(natsOptions_SetMaxReconnect(made, -1));
    set(natsOptions_SetReconnectWait(made, 250));
    set(natsOptions_SetReconnectJitter(made, 250, 500));
    if (status != NATS_OK) return nats_error(status, "preparing a connection");
    if (encrypted) {
        set(natsOptions_SetSecure(made, true));
        set(natsOptions_SetExpectedHostname(made, std::string(host_of(servers[0])).c_str()));
        if (status != NATS_OK) return nats_error(status, "preparing encryption");
    }
    const auto usage = [](std::string message) { return fail(Errc::Usage, std::move(message)); };
    if (!options.authority.empty() &&
        natsOptions_LoadCATrustedCertificates(made, options.authority.c_str()) != NATS_OK)
        return usage(fmt::format("no certificates can be read from {}", quote(options.authority)));
    if (!options.certificate.empty() &&
        natsOptions_LoadCertificatesChain(made, options.certificate.c_str(), options.key.c_str()) !=
            NATS_OK)
        return usage(fmt::format("{} and {} are not a certificate and its key",
                                 quote(options.certificate), quote(options.key)));
    if (!options.credentials.empty() && natsOptions_SetUserCredentialsFromFiles(
                                            made, options.credentials.c_str(), nullptr) != NATS_OK)
        return usage(fmt::format("no credentials can be read from {}", quote(options.credentials)));
    return owned;
}

std::vector<std::string> servers_of(const std::string& url) {
    std::vector<std::string> servers;
    for (const auto part : split(url, ',')) servers.emplace_back(part);
    return servers;
}

}  // namespace

std::unexpected<Error> nats_error(natsStatus status, std::string_view what, jsErrCode code) {
    natsStatus last_status = NATS_OK;
    const char* detail = nats_GetLastError(&last_status);
    std::string message = fmt::format("{}: {}", what, natsStatus_GetText(status));
    if (detail != nullptr && *detail != '\0' && last_status == status)
        message += fmt::format(" ({})", detail);
    if (status == NATS_CONNECTION_AUTH_FAILED)
        return fail(Errc::Usage, message + ": the server does not accept these credentials");
    switch (status) {
        case NATS_TIMEOUT:
        case NATS_NO_SERVER:
        case NATS_NO_RESPONDERS:
        case NATS_IO_ERROR:
        case NATS_CONNECTION_CLOSED:
        case NATS_CONNECTION_DISCONNECTED:
        case NATS_STALE_CONNECTION:
        case NATS_NOT_YET_CONNECTED:
        case NATS_INSUFFICIENT_BUFFER:
        case NATS_SYS_ERROR:
        case NATS_MISSED_HEARTBEAT:
            return fail(Errc::Io, std::move(message));
        default:
            break;
    }
    const bool passing = code == JSClusterNotAvailErr || code == JSInsufficientResourcesErr ||
                         code == JSStreamOfflineErr || code == JSConsumerOfflineErr ||
                         code == JSStreamNotFoundErr || code == JSConsumerNotFoundErr;
    return fail(passing ? Errc::Io : Errc::Unsupported, std::move(message));
}

Result<void> check(const NatsOptions& options) {
    const auto usage = [](std::string message) { return fail(Errc::Usage, std::move(message)); };
    if (options.certificate.empty() != options.key.empty())
        return usage("a certificate and its key go together");
    for (const auto& server : servers_of(options.url)) {
        const bool known = server.starts_with("nats://") || server.starts_with("tls://");
        const auto host = host_of(server);
        if (!known || host.empty())
            return usage(fmt::format("{} is no cluster; give nats://HOST:PORT or tls://HOST:PORT",
                                     quote(server)));
        if (is_here(host) || options.insecure) continue;
        if (!is_encrypted(server) && options.authority.empty())
            return usage(
                fmt::format("the server {} is on another machine: use tls://, or --insecure on a "
                            "network nobody else can reach",
                            quote(host)));
        const bool named = server.find('@') != server.npos;
        if (!named && options.credentials.empty() && options.certificate.empty())
            return usage(
                fmt::format("the server {} is on another machine: give --credentials, or "
                            "--insecure on a network nobody else can reach",
                            quote(host)));
    }
    return {};
}

Result<NatsConnection> NatsConnection::open(const NatsOptions& options) {
    if (auto checked = check(options); !checked) return std::unexpected(checked.error());
    const auto prepared = make_options(options, servers_of(options.url));
    if (!prepared) return std::unexpected(prepared.error());
    const auto give_up = Clock::now() + options.patience;
    natsConnection* made = nullptr;
    natsStatus status = natsConnection_Connect(&made, prepared->get());
    while (status == NATS_NO_SERVER && Clock::now() < give_up) {
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        status = natsConnection_Connect(&made, prepared->get());
    }
    if (status != NATS_OK)
        return nats_error(status, fmt::format("connecting to {}", host_of(options.url)));
    auto handles = std::make_shared<NatsHandles>();
    handles->connection.reset(made);
    jsCtx* context = nullptr;
    jsOptions defaults;
    jsOptions_Init(&defaults);
    defaults.Wait = 3000;  // milliseconds; what was lost in a restart of the server is said again
    if (status = natsConnection_JetStream(&context, made, &defaults); status != NATS_OK)
        return nats_error(status, "using JetStream");
    handles->jetstream.reset(context);
    return NatsConnection(std::move(handles));
}

bool NatsConnection::connected() const {
    return natsConnection_Status(handles_->connection.get()) == NATS_CONN_STATUS_CONNECTED;
}

void NatsConnection::flush(std::chrono::milliseconds limit) const {
    natsConnection_FlushTimeout(handles_->connection.get(), limit.count());
}

std::int64_t NatsConnection::max_payload() const {
    return natsConnection_GetMaxPayload(handles_->connection.get());
}

}  // namespace xttt
