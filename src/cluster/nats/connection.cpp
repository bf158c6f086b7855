#include "cluster/nats/connection.h"

#include <mutex>
#include <thread>
#include <vector>

#include <fmt/format.h>

#include "base/clock.h"
#include "base/text.h"

namespace xttt {
namespace {

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

// Host and port of the first server, without user and password.
std::string address_of(std::string_view url) {
    url = url.substr(0, url.find(','));
    if (const auto scheme = url.find("://"); scheme != url.npos) url.remove_prefix(scheme + 3);
    if (const auto at = url.rfind('@'); at != url.npos) url.remove_prefix(at + 1);
    return std::string(url);
}

// State of the callbacks. They run in threads of the C client, even after the connection was
// destroyed and while the process ends, so it is never freed; a process has only a few.
struct ConnectionWatch {
    std::shared_ptr<ServerHealth> health;
    std::string server;
};
ConnectionWatch* make_watch(std::shared_ptr<ServerHealth> health, std::string server) {
    static std::mutex mutex;
    static auto& all = *new std::vector<std::unique_ptr<ConnectionWatch>>();
    const std::lock_guard lock(mutex);
    all.push_back(
        std::make_unique<ConnectionWatch>(ConnectionWatch{std::move(health), std::move(server)}));
    return all.back().get();
}

void on_disconnected(natsConnection*, void* closure) {
    const auto& watch = *static_cast<ConnectionWatch*>(closure);
    watch.health->raise(kConnectionProblem,
                        fmt::format("Lost the connection to {}. Reconnecting; running games "
                                    "continue and no result is lost.",
                                    watch.server),
                        fmt::format("Connected to {} again.", watch.server));
}
void on_reconnected(natsConnection*, void* closure) {
    const auto& watch = *static_cast<ConnectionWatch*>(closure);
    watch.health->reconnected();
}
void on_closed(natsConnection*, void* closure) {
    const auto& watch = *static_cast<ConnectionWatch*>(closure);
    watch.health->raise(
        "closed",
        fmt::format("{} no longer accepts these credentials. Restart with valid ones.",
                    watch.server),
        {});
}
void on_error(natsConnection* connection, natsSubscription*, natsStatus status, void* closure) {
    if (status != NATS_NOT_PERMITTED) return;
    const auto& watch = *static_cast<ConnectionWatch*>(closure);
    const char* last = nullptr;
    natsConnection_GetLastError(connection, &last);
    const std::string detail = last != nullptr ? last : "";
    const auto denied = [&](std::string_view request) {
        return detail.find(request) != detail.npos && detail.find("CREATE") != detail.npos;
    };
    const bool stream = denied(".STREAM.");
    const bool queue = denied(".XTTT_WORK.workers");
    if (!stream && !queue)
        return watch.health->raise(
            kPermissionProblem,
            fmt::format("{} denied a request: {}. Use the credentials of a coordinator or a "
                        "worker, with the permissions in docs/how-to/add-worker-machines.md.",
                        watch.server, detail),
            fmt::format("{} accepts requests again.", watch.server));
    watch.health->deny_creation(true);
    watch.health->raise(
        kStreamsProblem,
        stream ? fmt::format("{} has no streams yet, and this user is not allowed to create them. "
                             "Run 'xttt cluster status' once with the coordinator's credentials.",
                             watch.server)
               : fmt::format("{} has no queue of orders yet, and this user is not allowed to "
                             "create it. The first run with a coordinator's credentials does.",
                             watch.server),
        fmt::format("{} has all streams now.", watch.server));
}

Result<OwnedOptions> make_options(const NatsOptions& options,
                                  const std::vector<std::string>& servers, ConnectionWatch* watch) {
    OwnedOptions owned;
    if (const auto status = natsOptions_Create(NatsOut(owned)); status != NATS_OK)
        return nats_error(status, "preparing a connection");
    natsOptions* const made = owned.get();
    std::vector<const char*> urls;
    for (const auto& server : servers) urls.push_back(server.c_str());
    const bool encrypted = is_encrypted(servers[0]) || !options.authority.empty();
    natsStatus status = natsOptions_SetServers(made, urls.data(), static_cast<int>(urls.size()));
    const auto set = [&](natsStatus next) {
        if (status == NATS_OK) status = next;
    };
    set(natsOptions_SetName(made, options.name.c_str()));
    set(natsOptions_SetTimeout(made, 2000));
    // Detects a broken connection within 4 s, and reconnects indefinitely.
    set(natsOptions_SetPingInterval(made, 1000));
    set(natsOptions_SetMaxPingsOut(made, 3));
    set(natsOptions_SetMaxReconnect(made, -1));
    // A request lost in a restart of the server does not mean that the new one does not answer.
    set(natsOptions_SetFailRequestsOnDisconnect(made, true));
    set(natsOptions_SetReconnectWait(made, 250));
    set(natsOptions_SetReconnectJitter(made, 250, 500));
    set(natsOptions_SetDisconnectedCB(made, on_disconnected, watch));
    set(natsOptions_SetReconnectedCB(made, on_reconnected, watch));
    set(natsOptions_SetClosedCB(made, on_closed, watch));
    set(natsOptions_SetErrorHandler(made, on_error, watch));
    if (status != NATS_OK) return nats_error(status, "preparing a connection");
    if (encrypted) {
        set(natsOptions_SetSecure(made, true));
        set(natsOptions_SetExpectedHostname(made, std::string(host_of(servers[0])).c_str()));
        if (status != NATS_OK) return nats_error(status, "preparing encryption");
    }
    const auto usage = [](std::string message) { return fail(Errc::Usage, std::move(message)); };
    if (!options.authority.empty() &&
        natsOptions_LoadCATrustedCertificates(made, options.authority.c_str()) != NATS_OK)
        return usage(fmt::format("cannot read certificates from {}", quote(options.authority)));
    if (!options.certificate.empty() &&
        natsOptions_LoadCertificatesChain(made, options.certificate.c_str(), options.key.c_str()) !=
            NATS_OK)
        return usage(fmt::format("{} and {} are not a certificate and its private key",
                                 quote(options.certificate), quote(options.key)));
    if (!options.credentials.empty() && natsOptions_SetUserCredentialsFromFiles(
                                            made, options.credentials.c_str(), nullptr) != NATS_OK)
        return usage(fmt::format("cannot read credentials from {}", quote(options.credentials)));
    return owned;
}

std::vector<std::string> servers_of(const std::string& url) {
    std::vector<std::string> servers;
    for (const auto part : split(url, ',')) servers.emplace_back(part);
    return servers;
}

// `why`: the server's error.
std::string full_text(const std::string& server, std::string_view why) {
    if (why.find("no space left on device") != why.npos)
        return fmt::format(
            "The disk of {} is full. Free disk space there. Retrying; no result is "
            "lost.",
            server);
    return fmt::format(
        "{} is out of storage ({}). Free disk space there, raise max_file in its "
        "configuration, or resize the streams with 'xttt cluster resize'. Retrying; "
        "no result is lost.",
        server, why);
}

}  // namespace

std::unexpected<Error> server_error(const NatsHandles& handles, natsStatus status,
                                    std::string_view what, jsErrCode code) {
    const bool full = code == JSStorageResourcesExceededErr || code == JSInsufficientResourcesErr ||
                      code == JSMemoryResourcesExceededErr ||
                      code == JSAccountResourcesExceededErr ||
                      code == JSStreamMaxStreamBytesExceededErr || code == JSStreamStoreFailedErr;
    const bool off = code == JSNotEnabledErr || code == JSNotEnabledForAccountErr ||
                     status == NATS_NO_RESPONDERS;
    auto error = nats_error(status, what, code);
    ServerHealth& health = *handles.health;
    const bool connected =
        natsConnection_Status(handles.connection.get()) == NATS_CONN_STATUS_CONNECTED;
    if (full)
        health.raise(kStorageProblem, full_text(handles.server, error.error().message),
                     fmt::format("{} stores messages again.", handles.server));
    else if (status == NATS_NO_RESPONDERS && what.starts_with("publishing xttt.status."))
        return error;  // the first worker of a cluster is about to create the streams
    else if (status == NATS_NO_RESPONDERS && what.starts_with("publishing"))
        health.raise(kStreamsProblem, missing_streams_text(handles.server),
                     fmt::format("{} has all streams again.", handles.server));
    else if (connected && off)
        health.raise(
            kJetStreamProblem,
            fmt::format("JetStream is not available on {} ({}). Start nats-server with -js; if it "
                        "was available before, check the server's log for a full disk. Retrying.",
                        handles.server, error.error().message),
            fmt::format("JetStream is available on {} again.", handles.server));
    else if (connected && status == NATS_TIMEOUT && !health.has(kPermissionProblem) &&
             !health.creation_denied())
        health.raise(kJetStreamProblem,
                     fmt::format("{} does not answer. Check that it is running and reachable; if "
                                 "its disk is full, free disk space there and restart "
                                 "nats-server. Retrying; no result is lost.",
                                 handles.server),
                     fmt::format("{} answers again.", handles.server));
    return error;
}

void server_answered(const NatsHandles& handles, std::string_view subject) {
    handles.health->clear(kJetStreamProblem);
    if (subject.empty()) return;
    handles.health->clear(kStorageProblem);
    handles.health->clear(kStreamsProblem);
}

std::string missing_streams_text(std::string_view server) {
    return fmt::format(
        "The streams of the cluster are missing on {}: they were deleted, or the "
        "server lost its storage. A coordinator creates them again; start one if "
        "none is running.",
        server);
}

std::unexpected<Error> nats_error(natsStatus status, std::string_view what, jsErrCode code) {
    natsStatus last_status = NATS_OK;
    const char* last = nats_GetLastError(&last_status);
    std::string message = fmt::format("{}: {}", what, natsStatus_GetText(status));
    if (last != nullptr && last_status == status) {
        // Begins with a line of the client's source: "(conn.c:2088): ".
        std::string_view detail = last;
        if (const auto end = detail.find("): "); detail.starts_with('(') && end != detail.npos)
            detail.remove_prefix(end + 3);
        if (!detail.empty() && detail != natsStatus_GetText(status))
            message += fmt::format(" ({})", detail);
    }
    if (status == NATS_CONNECTION_AUTH_FAILED)
        return fail(Errc::Usage, message + ": the server rejected these credentials");
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
                         code == JSStreamNotFoundErr || code == JSConsumerNotFoundErr ||
                         // Storage may be freed later, so a retry can succeed.
                         code == JSStreamStoreFailedErr || code == JSStorageResourcesExceededErr ||
                         code == JSMemoryResourcesExceededErr || code == JSNotEnabledErr ||
                         code == JSNotEnabledForAccountErr;
    return fail(passing ? Errc::Io : Errc::Unsupported, std::move(message));
}

Result<void> check(const NatsOptions& options) {
    const auto usage = [](std::string message) { return fail(Errc::Usage, std::move(message)); };
    if (options.certificate.empty() != options.key.empty())
        return usage("--tls-cert and --tls-key must be given together");
    for (const auto& server : servers_of(options.url)) {
        const bool known = server.starts_with("nats://") || server.starts_with("tls://");
        const auto host = host_of(server);
        if (!known || host.empty())
            return usage(
                fmt::format("invalid cluster address {}: use nats://HOST:PORT or tls://HOST:PORT",
                            quote(server)));
        if (is_here(host) || options.insecure) continue;
        if (!is_encrypted(server) && options.authority.empty())
            return usage(
                fmt::format("the server {} is on another machine: use tls://, or --insecure on a "
                            "private network",
                            quote(host)));
        const bool named = server.find('@') != server.npos;
        if (!named && options.credentials.empty() && options.certificate.empty())
            return usage(
                fmt::format("the server {} is on another machine: use --credentials, or --insecure "
                            "on a private network",
                            quote(host)));
    }
    return {};
}

Result<NatsConnection> NatsConnection::open(const NatsOptions& options) {
    TRY_VOID(check(options));
    const auto server = address_of(options.url);
    const auto health = std::make_shared<ServerHealth>(options.report);
    TRY(const auto prepared,
        make_options(options, servers_of(options.url), make_watch(health, server)));
    const auto give_up = Clock::now() + options.connect_timeout;
    auto handles = std::make_shared<NatsHandles>(health, server);
    natsStatus status = natsConnection_Connect(NatsOut(handles->connection), prepared.get());
    // A server that is overloaded or frozen accepts connections and says nothing.
    const auto unreachable = [&] { return status == NATS_NO_SERVER || status == NATS_TIMEOUT; };
    while (unreachable() && Clock::now() < give_up) {
        health->raise(
            kConnectionProblem,
            fmt::format("Cannot reach {}. Is nats-server running there? Retrying for {} s.", server,
                        std::chrono::ceil<std::chrono::seconds>(options.connect_timeout).count()),
            fmt::format("Connected to {}.", server));
        std::this_thread::sleep_for(std::chrono::milliseconds(200));
        status = natsConnection_Connect(NatsOut(handles->connection), prepared.get());
    }
    if (unreachable())
        return fail(Errc::Io,
                    fmt::format("cannot reach {}; is nats-server running there?", server));
    if (status != NATS_OK) return nats_error(status, fmt::format("connecting to {}", server));
    health->clear(kConnectionProblem);
    jsOptions defaults;
    jsOptions_Init(&defaults);
    defaults.Wait = kRequestTimeout.count();
    status =
        natsConnection_JetStream(NatsOut(handles->jetstream), handles->connection.get(), &defaults);
    if (status != NATS_OK) return nats_error(status, "using JetStream");
    return NatsConnection(std::move(handles));
}

}  // namespace xttt
