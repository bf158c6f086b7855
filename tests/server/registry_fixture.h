#pragma once

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

#include "callback_queue.h"
#include "server/game/game_registry.h"
#include "support/fresh_folder.h"

namespace xttt::test {

using Json = nlohmann::json;

inline const std::string kAddress = "192.0.2.1";

// A client that records what it receives.
class RecordingClient : public Client {
public:
    void send(SharedText text) override { heard.push_back(Json::parse(*text)); }
    void close(CloseCode code, std::string_view) override { closed = code; }

    // The events it received, in order.
    std::vector<Json> events() const {
        std::vector<Json> events;
        for (const Json& message : heard)
            if (message["type"] == "events")
                events.insert(events.end(), message["events"].begin(), message["events"].end());
        return events;
    }
    bool saw(const std::string& kind) const {
        return std::ranges::any_of(events(), [&](const Json& e) { return e["kind"] == kind; });
    }
    std::string last_error() const {
        for (auto message = heard.rbegin(); message != heard.rend(); ++message)
            if ((*message)["type"] == "error") return (*message)["code"];
        return "";
    }

    std::vector<Json> heard;
    std::optional<CloseCode> closed;
};

// A registry with a journal of its own, and people who play in it.
class RegistryFixture : public testing::Test {
protected:
    RegistryFixture() { open(); }

    void open() {
        registry_.reset();
        journal_.reset();
        auto journal = Journal::open(folder_.path(), callbacks_.post());
        ASSERT_TRUE(journal) << journal.error().message;
        journal_ = std::move(*journal);
        registry_ = std::make_unique<GameRegistry>(*journal_, metrics_, limits_, bots_.get());
    }
    GameRegistry::Created create(const std::string& body = R"({"variant":"ultimate","side":"x"})") {
        std::optional<GameRegistry::Created> created;
        registry_->create(*parse_create_request(body), kAddress, [&](auto answer) {
            ASSERT_TRUE(answer);
            created = *answer;
        });
        callbacks_.run_until([&] { return created.has_value(); });
        return *created;
    }
    std::shared_ptr<GameSession> session(const Token& id) {
        std::optional<std::shared_ptr<GameSession>> found;
        registry_->find(id, [&](auto answer) { found = answer.value_or(nullptr); });
        callbacks_.run_until([&] { return found.has_value(); });
        return *found;
    }
    Token join(const GameRegistry::Created& game) {
        std::optional<Token> seat;
        session(game.game)->join({game.invitation, "Bob"}, kAddress, [&](auto answer) {
            ASSERT_TRUE(answer);
            seat = answer->second;
        });
        callbacks_.run_until([&] { return seat.has_value(); });
        return *seat;
    }
    struct Person {
        std::string address = kAddress;
        RecordingClient client;
        std::unique_ptr<SocketHandler> handler;
        void say(const Json& message) { handler->on_text(message.dump()); }
    };
    std::unique_ptr<Person> enter(const Token& game, std::optional<Token> seat, int seen = 0) {
        auto person = std::make_unique<Person>();
        person->handler = session(game)->connect(person->client, person->address);
        Json hello{{"type", "hello"}, {"seen", seen}};
        if (seat) hello["seat"] = seat->text();
        person->say(hello);
        return person;
    }
    void wait_for(const Person& person, const std::string& kind) {
        callbacks_.run_until([&] { return person.client.saw(kind); });
    }

    test::FreshFolder folder_;
    test::CallbackQueue callbacks_;
    Metrics metrics_;
    RegistryLimits limits_{.created_per_minute = 1e6};
    std::unique_ptr<Journal> journal_;
    std::unique_ptr<BotPool> bots_;  // none unless a test starts them before open()
    std::unique_ptr<GameRegistry> registry_;
};

inline Json move(int ply, const char* text) {
    return {{"type", "move"}, {"ply", ply}, {"move", text}};
}

}  // namespace xttt::test
