#include "cluster/bot_files.h"

#include <filesystem>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>

#include "cluster/digest.h"
#include "cluster/layout.h"
#include "cluster/nats_server.h"

namespace xttt {
namespace {

using testing::ElementsAre;
using testing::UnorderedElementsAre;

TEST(BotFiles, AreTheBotAndWhatItImportsFromItsFolder) {
    const test::TemporaryFolder folder;
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
    const auto files = imported_files(bot);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_EQ(files->front(), "bot.py");
    EXPECT_THAT(*files, UnorderedElementsAre("bot.py", "helper.py", "further.py", "last.py",
                                             "deep.py", "pack/__init__.py", "pack/inner.py"));
}

TEST(BotFiles, NeverFollowLinks) {
    const test::TemporaryFolder folder, elsewhere;
    const auto bot = folder.write("bot.py", "import secret\nimport stuff\n");
    std::filesystem::create_symlink(elsewhere.write("secret.py", "key = 1"),
                                    folder.path() + "/secret.py");
    elsewhere.write("stuff/a.py", "");
    std::filesystem::create_directory_symlink(elsewhere.path() + "/stuff",
                                              folder.path() + "/stuff");
    const auto files = imported_files(bot);
    ASSERT_TRUE(files) << files.error().message;
    EXPECT_THAT(*files, ElementsAre("bot.py"));
}

TEST(BotFiles, AMissingBotIsAnError) {
    const auto files = imported_files("/nowhere/bot.py");
    ASSERT_FALSE(files);
    EXPECT_EQ(files.error().code, Errc::Usage);
}

TEST(BotFiles, NamesStayInsideTheFolder) {
    EXPECT_TRUE(is_bot_file_name("a.py"));
    EXPECT_TRUE(is_bot_file_name("pack/inner.py"));
    for (const char* name :
         {"", "/etc/passwd", "../a.py", "a/../../b", "a//b", "a/", "./a", "a\nb"})
        EXPECT_FALSE(is_bot_file_name(name)) << name;
}

std::string content_of(const std::string& file) {
    std::ifstream in(file);
    std::ostringstream out;
    out << in.rdbuf();
    return out.str();
}

TEST(BotFiles, ArriveAsTheyWereSent) {
    test::NatsServer server;
    const test::TemporaryFolder folder, cache;
    const auto bot = folder.write("bot.py", "import helper\n");
    folder.write("helper.py", "x = 1\n" + std::string(300'000, '#'));
    const auto connection = NatsConnection::open(server.options());
    ASSERT_TRUE(connection) << connection.error().message;
    const auto store = ObjectStore::open(JetStream(*connection), kBotBucket);
    ASSERT_TRUE(store) << store.error().message;
    const auto sent = send_bot(*store, bot);
    ASSERT_TRUE(sent) << sent.error().message;
    EXPECT_EQ(sent->files.at("bot.py"), sha256_hex("import helper\n"));

    const BotCache bots(cache.path(), *store);
    const auto file = bots.fetch(*sent);
    ASSERT_TRUE(file) << file.error().message;
    EXPECT_EQ(content_of(*file), "import helper\n");
    const auto helper = std::filesystem::path(*file).parent_path() / "helper.py";
    EXPECT_EQ(content_of(helper.string()).size(), 300'006u);
    EXPECT_EQ(bots.fetch(*sent).value(), *file);

    BotFiles missing = *sent;
    missing.files["helper.py"] = sha256_hex("something else");
    EXPECT_FALSE(bots.fetch(missing));
}

}  // namespace
}  // namespace xttt
