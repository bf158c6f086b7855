#include "players/bot_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "base/sha256.h"
#include "cluster/layout.h"
#include "cluster/nats_server.h"
#include "cluster/order_runners.h"
#include "cluster/player_files.h"
#include "support/filled_folder.h"

namespace xttt {
namespace {

using testing::HasSubstr;
using testing::UnorderedElementsAre;

TEST(BotFiles, AreTheBotAndWhatItImportsFromItsFolder) {
    const test::FilledFolder folder;
    const auto bot = folder.write("bot.py",
                                  "import random, helper as h\nfrom deep import x\n"
                                  "    from pack.inner import y; import last\n");
    folder.write("helper.py", "import bot\nimport further\n");
    folder.write("further.py", "");
    folder.write("last.py", "");
    folder.write("deep.py", "");
    folder.write("pack/__init__.py", "");
    folder.write("pack/inner.py", "");
    folder.write("pack/notes.txt", "");
    folder.write("unrelated.py", "");
    folder.write("h.py", "");
    const auto files = files_of_bot(bot);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_EQ(files->front(), "bot.py");
    EXPECT_THAT(*files,
                UnorderedElementsAre("bot.py", "helper.py", "further.py", "last.py", "deep.py",
                                     "pack/__init__.py", "pack/inner.py", "pack/notes.txt"));
}

TEST(BotFiles, AreAlsoTheDataTheBotNames) {
    const test::FilledFolder folder;
    const auto bot = folder.write("bot.py",
                                  "import helper\n"
                                  "here = os.path.dirname(__file__)\n"
                                  "book = open(os.path.join(here, 'openings', 'a.txt'))\n"
                                  "# made up while running: \"tables/\"\n"
                                  "print('nothing.bin', 'no such thing', '..', '/', '')\n");
    folder.write("helper.py", "weights = load(\"./weights.bin\")\n");
    folder.write("weights.bin", "1");
    folder.write("openings/a.txt", "1");
    folder.write("tables/deep/t.bin", "1");
    folder.write("tables/__pycache__/t.pyc", "1");
    folder.write("other.bin", "1");
    const auto files = files_of_bot(bot);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_THAT(*files, UnorderedElementsAre("bot.py", "helper.py", "weights.bin", "openings/a.txt",
                                             "tables/deep/t.bin"));
}

TEST(BotFiles, ThatCannotBeSentAreNamed) {
    const test::FilledFolder elsewhere;
    elsewhere.write("stuff/a.py", "");
    const auto complaint = [&](const std::string& text) {
        const test::FilledFolder folder;
        folder.write("own.bin", "1");
        const auto bot = folder.write("bot.py", text + "\n# '" + folder.path() + "/x'\n");
        std::filesystem::create_symlink(elsewhere.write("secret.py", "key = 1"),
                                        folder.path() + "/secret.py");
        std::filesystem::create_directory_symlink(elsewhere.path() + "/stuff",
                                                  folder.path() + "/stuff");
        if (text == "absolute") folder.write("bot.py", "open('" + folder.path() + "/own.bin')");
        const auto files = files_of_bot(bot);
        return files ? std::string() : files.error().message;
    };
    EXPECT_EQ(complaint("open('own.bin')"), "");
    EXPECT_THAT(complaint("import secret"), HasSubstr("secret.py"));
    EXPECT_THAT(complaint("import stuff"), HasSubstr("symbolic link"));
    EXPECT_THAT(complaint("open('secret.py')"), HasSubstr("cannot be sent"));
    EXPECT_THAT(complaint("open('stuff/a.py')"), HasSubstr("symbolic link"));
    EXPECT_THAT(complaint("absolute"), HasSubstr("relative to the bot's folder"));
}

TEST(BotFiles, AMissingBotIsAnError) {
    const auto files = files_of_bot("/nowhere/bot.py");
    ASSERT_FALSE(files);
    EXPECT_EQ(files.error().code, Errc::Usage);
}

TEST(BotFiles, NamesStayInsideTheFolder) {
    EXPECT_TRUE(is_portable_path("a.py"));
    EXPECT_TRUE(is_portable_path("pack/inner.py"));
    for (const char* name :
         {"", "/etc/passwd", "../a.py", "a/../../b", "a//b", "a/", "./a", "a\nb"})
        EXPECT_FALSE(is_portable_path(name)) << name;
}

std::string content_of(const std::string& file) {
    std::ifstream in(file);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

TEST(BotFiles, ArriveAsTheyWereSent) {
    test::NatsServer server;
    const test::FilledFolder folder, cache;
    constexpr const char* kBot = "import helper\nopen('table.bin')\n";
    const auto bot = folder.write("bot.py", kBot);
    folder.write("helper.py", "x = 1\n" + std::string(300'000, '#'));
    const auto connection = NatsConnection::open(server.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const auto store = ObjectStore::open(JetStream(*connection), kBotBucket);
    ASSERT_TRUE(store) << store.error().message;
    folder.write("table.bin", std::string("\0\1\2", 3));
    const auto sent = upload_bot(*store, bot);
    ASSERT_TRUE(sent) << sent.error().message;
    EXPECT_EQ(sent->main, "bot.py");

    const FileCache travel(cache.path(), *store);
    const auto file = travel.bot(*sent);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(content_of(*file), kBot);
    const auto beside = std::filesystem::path(*file).parent_path();
    EXPECT_EQ(content_of((beside / "helper.py").string()).size(), 300'006u);
    EXPECT_EQ(content_of((beside / "table.bin").string()).size(), 3u);
    EXPECT_EQ(travel.bot(*sent).value(), *file);

    // Another byte, another set.
    folder.write("table.bin", "012");
    EXPECT_NE(upload_bot(*store, bot).value().set, sent->set);
    BotPackage missing = *sent;
    missing.set = sha256_hex("nobody sent this");
    EXPECT_FALSE(travel.bot(missing));
    // A listing that leads out of its folder.
    missing.set = store->put("{\"../x.py\":\"" + sha256_hex("") + "\"}").value();
    EXPECT_THAT(travel.bot(missing).error().message, HasSubstr("malformed"));
}

TEST(BotFiles, OfAFolderOfItsOwnAllArriveAndCanBeExecuted) {
    test::NatsServer server;
    const test::FilledFolder folder, cache;
    const auto program = folder.write("play", "#!/bin/sh\nexec bin/engine\n");
    folder.write("bin/engine", "engine");
    folder.write("data/deep/table.bin", "table");
    const auto connection = NatsConnection::open(server.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const auto store = ObjectStore::open(JetStream(*connection), kBotBucket);
    ASSERT_TRUE(store) << store.error().message;
    const auto sent = upload_bot(*store, program, BotFiles::All);
    ASSERT_TRUE(sent) << sent.error().message;
    const auto file = FileCache(cache.path(), *store).bot(*sent);
    ASSERT_TRUE(file) << file.error().message;
    const auto beside = std::filesystem::path(*file).parent_path();
    EXPECT_EQ(content_of(*file), "#!/bin/sh\nexec bin/engine\n");
    EXPECT_EQ(content_of(beside / "data/deep/table.bin"), "table");
    for (const auto& each : {std::filesystem::path(*file), beside / "bin/engine"})
        EXPECT_EQ(std::filesystem::status(each).permissions(), std::filesystem::perms(0755));

    std::filesystem::create_symlink("/etc/passwd", folder.path() + "/link");
    const auto refused = upload_bot(*store, program, BotFiles::All);
    ASSERT_FALSE(refused);
    EXPECT_EQ(refused.error().code, Errc::Usage);
    EXPECT_THAT(refused.error().message, HasSubstr("link"));
}

TEST(Programs, AreKnownByTheirBytes) {
    const test::FilledFolder folder;
    const auto program = folder.write("engine", "one");
    const auto script = folder.write("bot.py", "print(1)");
    std::filesystem::permissions(program, std::filesystem::perms(0755));
    const ProgramDigests digests;
    const auto first = digests.digest({program, "--fast", script}).value();
    EXPECT_TRUE(is_sha256_hex(first));
    EXPECT_EQ(digests.digest({program, "--fast", script}).value(), first);
    EXPECT_NE(digests.digest({program}).value(), first);
    folder.write("engine", "another");
    const auto rebuilt = digests.digest({program, "--fast", script}).value();
    EXPECT_NE(rebuilt, first);
    folder.write("bot.py", "print(2222)");
    EXPECT_NE(digests.digest({program, "--fast", script}).value(), rebuilt);
    EXPECT_EQ(digests.digest({"/nowhere/engine"}).value(), "");
}

TEST(Programs, OfAnotherBuildAreNotRun) {
    test::NatsServer server;
    const test::FilledFolder folder, cache;
    const auto connection = NatsConnection::open(server.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const FileCache files(cache.path(),
                          ObjectStore::open(JetStream(*connection), kBotBucket).value());
    WorkerPermissions permissions{.allow_programs = true};
    const std::atomic<bool> stopped = false;
    GameOrder order{.run = "r", .item = "1", .players = {}, .setup = {}};
    order.setup.variant = &kUltimate;
    order.players[0] = {.text = "ugi:/bin/cat", .bot = {}, .program = sha256_hex("another build")};
    order.players[1] = {.text = "random", .bot = {}};
    Report report{.run = "r", .item = "1", .worker = "w", .outcome = {}};
    GameOrderRunner runner(files, permissions, stopped);
    const auto played = runner.play(order, report);
    ASSERT_FALSE(played);
    EXPECT_THAT(played.error().message, HasSubstr("differs from the coordinator's"));
}

// Programs of earlier games run with the permissions of the worker.
TEST(Programs, ThatWereChangedInTheCacheAreFetchedAgain) {
    test::NatsServer server;
    const test::FilledFolder cache;
    const auto connection = NatsConnection::open(server.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const auto store = ObjectStore::open(JetStream(*connection), kBotBucket);
    ASSERT_TRUE(store) << store.error().message;
    const auto digest = store->put("the program").value();
    const FileCache files(cache.path(), *store);
    const auto path = files.program(digest).value();
    ASSERT_EQ(content_of(path), "the program");
    // The same size and the same time.
    const auto time = std::filesystem::last_write_time(path);
    std::ofstream(path) << "another one";
    std::filesystem::last_write_time(path, time);
    EXPECT_EQ(files.program(digest).value(), path);
    EXPECT_EQ(content_of(path), "the program");
    // Also for a worker that starts later, and one that cannot be executed.
    std::ofstream(path) << "a third one";
    EXPECT_EQ(FileCache(cache.path(), *store).program(digest).value(), path);
    EXPECT_EQ(content_of(path), "the program");
    std::filesystem::permissions(path, std::filesystem::perms(0644));
    EXPECT_EQ(files.program(digest).value(), path);
    EXPECT_EQ(std::filesystem::status(path).permissions(), std::filesystem::perms(0755));
}

TEST(EngineFiles, ArriveUnderThePathsGivenToTheEngine) {
    test::NatsServer server;
    const test::FilledFolder folder, cache;
    const auto network = folder.write("net.xnet", "a network");
    const auto connection = NatsConnection::open(server.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const auto store = ObjectStore::open(JetStream(*connection), kBotBucket);
    ASSERT_TRUE(store) << store.error().message;
    const FileCache travel(cache.path(), *store);
    const auto sent_for = [&](const std::string& text) {
        const auto spec = parse_player(text).value();
        const auto files =
            upload_engine_files(*store, std::get<EngineSetup>(spec.kind), kExtreme).value();
        return OrderedPlayer{.text = text, .bot = {}, .files = files};
    };
    const auto named = sent_for("engine:pvs,EvalFile=" + network);
    EXPECT_EQ(named.files.at("EvalFile"), sha256_hex("a network"));
    const auto there = travel.engine(named, kExtreme);
    ASSERT_TRUE(there) << there.error().message;
    EXPECT_THAT(*there, HasSubstr(cache.path()));
    const auto spec = parse_player(*there).value();
    EXPECT_EQ(content_of(std::get<EngineSetup>(spec.kind).options.eval_file), "a network");
    // A built-in network that the worker also has is not transferred.
    const auto builtin = sent_for("engine");
    EXPECT_TRUE(builtin.files.contains("EvalFile"));
    EXPECT_EQ(travel.engine(builtin, kExtreme).value(), "engine");
    EXPECT_THAT(travel.engine(builtin, kDouble).value(), HasSubstr("engine:EvalFile="));
    EXPECT_TRUE(sent_for("engine:mtdf").files.empty());
}

}  // namespace
}  // namespace xttt
