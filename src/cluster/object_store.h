#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "cluster/nats/jetstream.h"

namespace xttt {

// Files on the server, in the documented layout of NATS object stores (stream OBJ_<bucket>, chunks
// in $O.<bucket>.C.<id>, descriptions in $O.<bucket>.M.<name>), so that `nats object` sees them
// too. The C client has no such interface of its own yet.
class ObjectStore {
public:
    // Creates the bucket if it does not exist.
    static Result<ObjectStore> open(JetStream streams, std::string_view bucket,
                                    StreamSize size = {});

    // Stores content under its SHA-256 and returns that; does nothing if it exists.
    Result<std::string> put(std::string_view content) const;
    // The content with this SHA-256, verified.
    Result<std::string> get(const std::string& digest) const;
    // The content of an object, verified against its metadata; empty if there is none.
    Result<std::optional<std::string>> get_named(std::string_view name) const;

private:
    ObjectStore(JetStream streams, std::string_view bucket, StreamSize size)
        : streams_(std::move(streams)), bucket_(bucket), size_(size) {}
    Result<void> upload(std::string_view content, const std::string& name) const;
    std::string stream() const { return "OBJ_" + bucket_; }
    std::string chunk_subject(std::string_view id) const;
    std::string description_subject(std::string_view name) const;

    JetStream streams_;
    std::string bucket_;
    StreamSize size_;
};

}  // namespace xttt
