#include "cluster/object_store.h"

#include <algorithm>
#include <chrono>

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "base/sha256.h"
#include "base/text.h"

namespace xttt {
namespace {

// The chunk size of the `nats` tool.
constexpr std::size_t kChunk = 128 * 1024;
// Larger than any bot. Sizes from the server are untrusted beyond it.
constexpr std::uint64_t kLargestObject = std::uint64_t{64} << 20;

std::string digest_text(std::string_view content) {
    return "SHA-256=" + base64(sha256(content), Base64::UrlSafe);
}

struct Description {
    std::string id;
    std::uint64_t size = 0;
    std::uint64_t chunks = 0;
    std::string digest;
};

Result<std::optional<Description>> parse_description(const std::string& text) {
    const auto json = nlohmann::json::parse(text, nullptr, false);
    const auto bad = [] { return fail(Errc::BadInput, "malformed object metadata"); };
    if (!json.is_object()) return bad();
    try {
        if (json.value("deleted", false)) return std::nullopt;
        Description description{.id = json.at("nuid").get<std::string>(),
                                .size = json.value("size", std::uint64_t{0}),
                                .chunks = json.value("chunks", std::uint64_t{0}),
                                .digest = json.value("digest", std::string())};
        const bool safe = std::ranges::none_of(
            description.id, [](char c) { return c == '.' || c == '*' || c == '>' || c <= ' '; });
        if (description.id.empty() || !safe || description.size > kLargestObject) return bad();
        return description;
    } catch (const nlohmann::json::exception&) {
        return bad();
    }
}

}  // namespace

std::string ObjectStore::chunk_subject(std::string_view id) const {
    return fmt::format("$O.{}.C.{}", bucket_, id);
}
std::string ObjectStore::description_subject(std::string_view name) const {
    return fmt::format("$O.{}.M.{}", bucket_, base64(name, Base64::UrlSafe));
}

Result<ObjectStore> ObjectStore::open(JetStream streams, std::string_view bucket, StreamSize size) {
    ObjectStore store(std::move(streams), bucket, size);
    const StreamSpec spec{
        .name = store.stream(),
        .subjects = {fmt::format("$O.{}.C.>", bucket), fmt::format("$O.{}.M.>", bucket)},
        .max_bytes = size.initial,
        .refuse_when_full = true,
        .rollup = true};
    TRY_VOID(store.streams_.ensure_stream(spec));
    return store;
}

Result<std::string> ObjectStore::put(std::string_view content) const {
    if (content.size() > kLargestObject)
        return fail(Errc::Usage, fmt::format("a file of {} bytes exceeds the limit of {}",
                                             content.size(), kLargestObject));
    const std::string name = sha256_hex(content);
    TRY(const auto there, streams_.last(stream(), description_subject(name)));
    if (there) return name;
    const auto uploaded = upload(content, name);
    // Enlarges a full stream for the retry.
    if (!uploaded) (void)streams_.grow_if_full(stream(), size_.largest);
    if (!uploaded) return std::unexpected(uploaded.error());
    return name;
}

Result<void> ObjectStore::upload(std::string_view content, const std::string& name) const {
    // The name serves as the id of the chunks too: a second writer of the same content writes the
    // same chunks, and a reader takes the first of them.
    const std::size_t chunks = (content.size() + kChunk - 1) / kChunk;
    TRY_VOID(streams_.purge(stream(), chunk_subject(name)));
    for (std::size_t i = 0; i < chunks; ++i)
        TRY_VOID(streams_.publish(chunk_subject(name), content.substr(i * kChunk, kChunk)));
    const nlohmann::json description = {
        {"name", name},
        {"bucket", bucket_},
        {"nuid", name},
        {"size", content.size()},
        {"mtime",
         fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::chrono::system_clock::to_time_t(
                                                  std::chrono::system_clock::now())))},
        {"chunks", chunks},
        {"digest", digest_text(content)},
        {"options", {{"max_chunk_size", kChunk}}}};
    return streams_.publish_only(description_subject(name), description.dump());
}

Result<std::optional<std::string>> ObjectStore::get_named(std::string_view name) const {
    TRY(const auto found, streams_.last(stream(), description_subject(name)));
    if (!found) return std::nullopt;
    TRY(const auto described, parse_description(found->data));
    if (!described) return std::nullopt;
    const Description& description = *described;
    std::string content;
    std::uint64_t from = 1;
    while (content.size() < description.size) {
        TRY(const auto chunk, streams_.next(stream(), chunk_subject(description.id), from));
        if (!chunk || chunk->data.empty())
            return fail(Errc::BadInput,
                        fmt::format("a chunk of the object {} is missing", quote(name)));
        content += chunk->data;
        from = chunk->sequence + 1;
    }
    if (content.size() != description.size || digest_text(content) != description.digest)
        return fail(Errc::BadInput,
                    fmt::format("the object {} does not match its metadata", quote(name)));
    return content;
}

Result<std::string> ObjectStore::get(const std::string& digest) const {
    TRY(auto content, get_named(digest));
    if (!content)
        return fail(Errc::BadInput, fmt::format("the file {} is missing on the server", digest));
    if (sha256_hex(*content) != digest)
        return fail(Errc::BadInput, fmt::format("the file {} does not match its hash", digest));
    return std::move(*content);
}

}  // namespace xttt
