#include <algorithm>
#include <mutex>
#include <thread>

#include <gmock/gmock.h>

#include "base/sha256.h"
#include "base/text.h"
#include "cluster/layout.h"
#include "cluster/nats/idempotent_publisher.h"
#include "cluster/nats_server.h"
#include "cluster/object_store.h"
#include "cluster/status.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

class Streams : public testing::Test {
protected:
    void SetUp() override {
        auto opened = NatsConnection::open(server_.options());
        ASSERT_TRUE(opened) << opened.error().message;
        streams_.emplace(std::move(*opened));
        const auto made = ensure_layout(*streams_);
        ASSERT_TRUE(made) << made.error().message;
    }
    // The next messages, however long the machine takes.
    std::vector<Delivery> fetch(const PullSubscription& subscription, int most) {
        for (int i = 0; i < 120; ++i) {
            auto got = subscription.fetch(most, 500ms);
            if (got && !got->empty()) return std::move(*got);
        }
        return {};
    }

    test::NatsServer server_;
    std::optional<JetStream> streams_;
};

TEST_F(Streams, AnItemIsStoredOnceUntilItIsAcknowledged) {
    const auto subject = work_subject("run", "1");
    EXPECT_TRUE(streams_->publish_once(subject, "a").value());
    EXPECT_FALSE(streams_->publish_once(subject, "b").value());
    const auto queue = streams_->pull(workers_consumer(30s));
    ASSERT_TRUE(queue) << queue.error().message;
    auto orders = fetch(*queue, 10);
    ASSERT_EQ(orders.size(), 1u);
    EXPECT_EQ(orders[0].data(), "a");
    EXPECT_EQ(orders[0].subject(), subject);
    // Given out, but not done.
    EXPECT_FALSE(streams_->publish_once(subject, "b").value());
    orders[0].acknowledge();
    streams_->connection().flush(10s);
    std::optional<std::uint64_t> again;
    for (int i = 0; i < 100 && !again; ++i) again = streams_->publish_once(subject, "c").value();
    EXPECT_TRUE(again);
}

TEST_F(Streams, WhatIsNotAcknowledgedComesAgain) {
    ASSERT_TRUE(streams_->publish_once(work_subject("run", "1"), "a").value());
    const auto queue = streams_->pull(workers_consumer(500ms));
    ASSERT_TRUE(queue) << queue.error().message;
    auto first = fetch(*queue, 1);
    ASSERT_EQ(first.size(), 1u);
    EXPECT_EQ(first[0].attempt(), 1);
    auto second = fetch(*queue, 1);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_GE(second[0].attempt(), 2);
    second[0].give_back(0ms);
    auto third = fetch(*queue, 1);
    ASSERT_EQ(third.size(), 1u);
    EXPECT_GE(third[0].attempt(), 3);
}

TEST_F(Streams, WhatIsGivenBackForAWhileComesAgainLater) {
    ASSERT_TRUE(streams_->publish_once(work_subject("run", "1"), "a").value());
    const auto queue = streams_->pull(workers_consumer(30s));
    ASSERT_TRUE(queue) << queue.error().message;
    auto first = fetch(*queue, 1);
    ASSERT_EQ(first.size(), 1u);
    first[0].give_back(500ms);
    auto second = fetch(*queue, 1);
    ASSERT_EQ(second.size(), 1u);
    EXPECT_EQ(second[0].attempt(), 2);
}

TEST_F(Streams, SurviveARestartOfTheServer) {
    ASSERT_TRUE(streams_->publish_once(work_subject("run", "1"), "a").value());
    server_.restart();
    const auto give_up = std::chrono::steady_clock::now() + 60s;
    const auto state = persist([&] { return streams_->state(std::string(kWorkStream)); },
                               [&] { return std::chrono::steady_clock::now() > give_up; });
    ASSERT_TRUE(state) << state.error().message;
    EXPECT_EQ(state->messages, 1u);
}

class Confirmations {
public:
    IdempotentPublisher::Done next() {
        return [this](const IdempotentPublisher::Stored& stored) {
            const std::lock_guard lock(mutex_);
            stored_.push_back(stored);
        };
    }
    // Once there are so many.
    std::vector<IdempotentPublisher::Stored> wait_for(std::size_t count) {
        for (int i = 0; i < 1800; ++i) {
            {
                const std::lock_guard lock(mutex_);
                if (stored_.size() >= count) return stored_;
            }
            std::this_thread::sleep_for(50ms);
        }
        return {};
    }

private:
    std::mutex mutex_;
    std::vector<IdempotentPublisher::Stored> stored_;
};

TEST_F(Streams, ManyItemsAreStoredOnceEachWithoutWaiting) {
    Confirmations all;
    const auto publisher = IdempotentPublisher::open(*streams_);
    ASSERT_TRUE(publisher) << publisher.error().message;
    for (int i = 0; i < 300; ++i)
        (*publisher)->publish(work_subject("run", std::to_string(i % 200)), "a", all.next());
    const auto stored = all.wait_for(300);
    ASSERT_EQ(stored.size(), 300u);
    const auto is_first = [](const auto& each) { return each && each->has_value(); };
    EXPECT_EQ(std::ranges::count_if(stored, is_first), 200);
    const auto is_second = [](const auto& each) { return each && !each->has_value(); };
    EXPECT_EQ(std::ranges::count_if(stored, is_second), 100);
    EXPECT_EQ(streams_->state(std::string(kWorkStream)).value().messages, 200u);
}

TEST_F(Streams, WhatIsPublishedWhileTheServerIsAwayIsStoredLater) {
    Confirmations all;
    const auto publisher = IdempotentPublisher::open(*streams_);
    ASSERT_TRUE(publisher) << publisher.error().message;
    server_.kill();
    for (int i = 0; i < 20; ++i)
        (*publisher)->publish(work_subject("run", std::to_string(i)), "a", all.next());
    server_.start();
    EXPECT_EQ(all.wait_for(20).size(), 20u);
    EXPECT_EQ(streams_->state(std::string(kWorkStream)).value().messages, 20u);
}

TEST_F(Streams, AMessageTheServerCannotTakeIsAnError) {
    Confirmations all;
    const auto publisher = IdempotentPublisher::open(*streams_);
    ASSERT_TRUE(publisher) << publisher.error().message;
    (*publisher)->publish(work_subject("run", "1"), std::string(2 << 20, 'x'), all.next());
    const auto stored = all.wait_for(1);
    ASSERT_EQ(stored.size(), 1u);
    ASSERT_FALSE(stored[0]);
    EXPECT_NE(stored[0].error().code, Errc::Io);
}

TEST_F(Streams, SubjectsCanBeListedAndForgotten) {
    for (const char* item : {"1", "2"})
        ASSERT_TRUE(streams_->publish_once(work_subject("run", item), "a").value());
    ASSERT_TRUE(streams_->publish_once(work_subject("other", "1"), "a").value());
    const std::string stream(kWorkStream);
    EXPECT_EQ(streams_->state(stream, work_subject("run", "*")).value().subjects.size(), 2u);
    EXPECT_EQ(streams_->remove_all(stream, work_subject("run", "*")).value(), 2u);
    EXPECT_EQ(streams_->state(stream).value().messages, 1u);
    EXPECT_TRUE(streams_->remove(stream, 1)) << "it is gone already";
    // The other one is still delivered.
    const auto queue = streams_->pull(workers_consumer(30s));
    ASSERT_TRUE(queue) << queue.error().message;
    EXPECT_EQ(fetch(*queue, 10).size(), 1u);
}

TEST_F(Streams, GrowWhenTheyAreNearlyFull) {
    const std::string stream(kWorkStream);
    const auto before = streams_->state(stream).value().max_bytes;
    EXPECT_LE(before, std::int64_t{64} << 20);
    ASSERT_TRUE(streams_->grow_if_full(stream, std::int64_t{4} << 30));
    EXPECT_EQ(streams_->state(stream).value().max_bytes, before);
    ASSERT_TRUE(streams_->resize_stream(stream, std::int64_t{1} << 20));
    for (int i = 0; i < 8; ++i)
        ASSERT_TRUE(
            streams_
                ->publish_once(work_subject("run", std::to_string(i)), std::string(100'000, 'x'))
                .value());
    ASSERT_TRUE(streams_->grow_if_full(stream, std::int64_t{4} << 30));
    EXPECT_EQ(streams_->state(stream).value().max_bytes, std::int64_t{2} << 20);
}

// The settings that the guarantees of docs/reference/cluster.md depend on.
TEST_F(Streams, AreSetUpAsDocumented) {
    const auto config = [&](std::string_view stream) {
        OwnedStreamInfo info;
        EXPECT_EQ(js_GetStreamInfo(NatsOut(info), streams_->connection().handles()->jetstream.get(),
                                   std::string(stream).c_str(), nullptr, nullptr),
                  NATS_OK);
        return info;
    };
    for (const auto stream : {kWorkStream, kResultStream}) {
        const auto made = config(stream);
        ASSERT_TRUE(made) << stream;
        EXPECT_EQ(made->Config->Retention, js_WorkQueuePolicy) << stream;
        EXPECT_EQ(made->Config->Storage, js_FileStorage) << stream;
        EXPECT_EQ(made->Config->Discard, js_DiscardNew) << stream;
        EXPECT_EQ(made->Config->MaxMsgsPerSubject, 1) << stream;
        EXPECT_TRUE(made->Config->DiscardNewPerSubject) << stream;
    }
    EXPECT_EQ(config(kWorkStream)->Config->MaxBytes, std::int64_t{32} << 20);
    EXPECT_EQ(config(kWorkStream)->Config->MaxAge, 0) << "orders do not expire";
    EXPECT_EQ(config(kResultStream)->Config->MaxBytes, std::int64_t{128} << 20);
    EXPECT_EQ(std::chrono::nanoseconds(config(kResultStream)->Config->MaxAge), 24h * 30);
    const auto status = config(kStatusStream);
    ASSERT_TRUE(status);
    EXPECT_EQ(status->Config->Storage, js_MemoryStorage);
    EXPECT_EQ(std::chrono::nanoseconds(status->Config->MaxAge), 1h);
    // Limits that an administrator has set stay.
    ASSERT_TRUE(streams_->resize_stream(std::string(kWorkStream), std::int64_t{48} << 20).value());
    ASSERT_TRUE(ensure_layout(*streams_));
    EXPECT_EQ(config(kWorkStream)->Config->MaxBytes, std::int64_t{48} << 20);
}

TEST_F(Streams, CanBeSetUpByManyClientsAtOnce) {
    for (int round = 0; round < 3; ++round) {
        server_.wipe();
        std::mutex mutex;
        std::vector<std::string> failures;
        {
            std::vector<std::jthread> clients;
            for (int i = 0; i < 12; ++i)
                clients.emplace_back([&] {
                    const auto set_up = [&]() -> Result<void> {
                        TRY(const auto cluster, connect_to_cluster(server_.options()));
                        TRY_VOID(ensure_layout(cluster.streams));
                        TRY_VOID(cluster.streams.pull(workers_consumer(30s)));
                        return {};
                    };
                    const auto give_up = std::chrono::steady_clock::now() + 60s;
                    const auto done =
                        persist(set_up, [&] { return std::chrono::steady_clock::now() > give_up; });
                    const std::lock_guard lock(mutex);
                    if (!done) failures.push_back(done.error().message);
                });
        }
        EXPECT_THAT(failures, testing::IsEmpty());
        const JetStream streams(NatsConnection::open(server_.options()).value());
        EXPECT_TRUE(streams.publish_once(work_subject("run", "1"), "a").value());
        const auto queue =
            streams.consumer_state(std::string(kWorkStream), std::string(kWorkersConsumer));
        ASSERT_TRUE(queue) << queue.error().message;
        EXPECT_EQ(queue->waiting, 1u);
    }
}

TEST_F(Streams, MalformedStatusesAreSkippedAndNamed) {
    WorkerStatus worker;
    worker.worker = "w1";
    RunStatus run;
    run.run = "cup";
    run.collected = 7;
    const auto publish = [&](const std::string& subject, const std::string& text) {
        ASSERT_TRUE(streams_->publish(subject, text));
    };
    publish(worker_subject("w1"), status_text(worker));
    publish(worker_subject("other"), status_text(worker));
    publish(worker_subject("nonsense"), "nonsense");
    publish(run_subject("cup"), status_text(run));
    publish(run_subject("negative"), R"({"run": "negative", "collected": -1})");
    const auto status = read_cluster_status(*streams_);
    ASSERT_TRUE(status) << status.error().message;
    ASSERT_EQ(status->workers.size(), 1u);
    EXPECT_EQ(status->workers[0].status.worker, "w1");
    ASSERT_EQ(status->runs.size(), 1u);
    EXPECT_EQ(status->runs[0].status.collected, 7u);
    EXPECT_THAT(status->malformed,
                testing::UnorderedElementsAre(
                    "xttt.status.worker.other: the status names another sender",
                    testing::AllOf(testing::HasSubstr("xttt.status.worker.nonsense"),
                                   testing::HasSubstr("malformed status")),
                    testing::AllOf(testing::HasSubstr("xttt.status.run.negative"),
                                   testing::HasSubstr("collected"))));
}

TEST_F(Streams, ObjectsHaveTheDocumentedLayout) {
    const auto store = ObjectStore::open(*streams_, "pictures");
    ASSERT_TRUE(store) << store.error().message;
    const std::string content(200'000, 'x');
    const auto name = store->put(content);
    ASSERT_TRUE(name) << name.error().message;
    EXPECT_EQ(*name, sha256_hex(content));
    ASSERT_TRUE(store->put(content));  // nothing happens
    const auto state = streams_->state("OBJ_pictures", "$O.pictures.>").value();
    EXPECT_EQ(state.messages, 3u);  // two chunks of 128 KiB at most, one description
    EXPECT_EQ(state.subjects.at("$O.pictures.C." + *name), 2u);
    EXPECT_EQ(state.subjects.at("$O.pictures.M." + base64(*name, Base64::UrlSafe)), 1u);
    EXPECT_EQ(store->get(*name).value(), content);
    EXPECT_EQ(store->put("").value(), sha256_hex(""));
    EXPECT_EQ(store->get(sha256_hex("")).value(), "");
    EXPECT_FALSE(store->get(sha256_hex("nobody put this")));
}

TEST_F(Streams, AChangedObjectIsNoticed) {
    const auto store = ObjectStore::open(*streams_, "pictures");
    ASSERT_TRUE(store) << store.error().message;
    const auto name = store->put("content").value();
    ASSERT_TRUE(streams_->purge("OBJ_pictures", "$O.pictures.C." + name));
    ASSERT_TRUE(streams_->publish("$O.pictures.C." + name, "CONTENT"));
    const auto got = store->get(name);
    ASSERT_FALSE(got);
    EXPECT_THAT(got.error().message, testing::HasSubstr("does not match its metadata"));
}

TEST(Connection, IsRefusedWhereNothingProtectsIt) {
    const auto message = [](NatsOptions options) {
        const auto checked = check(options);
        return checked ? std::string() : checked.error().message;
    };
    NatsOptions options;
    options.url = "nats://lab.example:4222";
    EXPECT_THAT(message(options), testing::HasSubstr("use tls://"));
    options.url = "tls://lab.example:4222";
    EXPECT_THAT(message(options), testing::HasSubstr("--credentials"));
    options.credentials = "worker.creds";
    EXPECT_EQ(message(options), "");
    options = {};
    options.url = "nats://lab.example:4222";
    options.insecure = true;
    EXPECT_EQ(message(options), "");
    for (const char* here : {"nats://127.0.0.1:4222", "nats://localhost", "nats://[::1]:1"}) {
        options = {};
        options.url = here;
        EXPECT_EQ(message(options), "") << here;
    }
    for (const char* wrong : {"", "4222", "http://localhost", "nats://"}) {
        options = {};
        options.url = wrong;
        EXPECT_THAT(message(options), testing::HasSubstr("invalid cluster address")) << wrong;
    }
}

TEST(Connection, WithoutAServerFailsInTime) {
    NatsOptions options;
    options.url = "nats://127.0.0.1:1";
    options.connect_timeout = 300ms;
    const auto connection = NatsConnection::open(options);
    ASSERT_FALSE(connection);
    EXPECT_EQ(connection.error().code, Errc::Io);
    EXPECT_EQ(connection.error().message,
              "cannot reach 127.0.0.1:1; is nats-server running there?");
}

}  // namespace
}  // namespace xttt
