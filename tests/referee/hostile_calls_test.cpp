// Every system call of tests/bots/native/hostile_calls.cpp, through the whole referee: the bot
// forfeits by its name, or gets an error and plays on.

#include <algorithm>
#include <cctype>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "players/make_player.h"
#include "referee/referee.h"
#include "referee/scripted_player.h"
#include "referee/traces.h"
#include "support/paths.h"

namespace xttt {
namespace {

using namespace std::chrono_literals;

struct Attempt {
    std::string call;
    // Of the game: "forbidden-call NAME", "started-process NAME", "crash signal NUMBER", or the
    // bot's own "error NUMBER" where it gets an error.
    std::string outcome;
    // What a system gives whose libseccomp or kernel does not know the call.
    std::string on_older_systems = {};
    friend void PrintTo(const Attempt& attempt, std::ostream* out) { *out << attempt.call; }
};

class HostileCall : public testing::TestWithParam<Attempt> {
protected:
    void SetUp() override {
        if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    }
};

std::string outcome_of(const Forfeit& forfeit) {
    const std::string detail = forfeit.detail;
    if (forfeit.reason == ForfeitReason::IllegalMove && detail.starts_with("'error"))
        return "error " + detail.substr(6, detail.find('\'', 1) - 6);
    if (const auto signal = detail.find("signal "); forfeit.reason == ForfeitReason::Crash)
        return "crash " + detail.substr(signal, detail.find(' ', signal + 7) - signal);
    return std::string(name(forfeit.reason)) + " " + detail.substr(0, detail.find(' '));
}

std::string call_name(const testing::TestParamInfo<Attempt>& info) {
    std::string name = info.param.call;
    for (char& c : name)
        if (!std::isalnum(static_cast<unsigned char>(c))) c = '_';
    return name;
}

TEST_P(HostileCall, IsNotGranted) {
    auto x = make_player("sandbox:" + test::hostile_bot() + " ugi try " + GetParam().call, kExtreme,
                         {.memory_limit = 200 << 20});
    ASSERT_TRUE(x.has_value()) << x.error().message;
    auto o = test::honest();
    GameSetup setup{.start_limit = 5s};
    setup.limits[0].move_time = 10s;
    const auto game = play_game(setup, {x->get(), &o});
    ASSERT_TRUE(game.has_value() && game->record.forfeit.has_value());
    EXPECT_EQ(game->record.forfeit->offender, Side::X);
    const std::string outcome = outcome_of(*game->record.forfeit);
    EXPECT_THAT(outcome, testing::AnyOf(GetParam().outcome, GetParam().on_older_systems))
        << game->record.forfeit->detail;
    x->reset();
    EXPECT_TRUE(test::has_no_children());
}

// Answered with success, without an effect.
const std::string kIgnored = "error 0";
const std::string kNotPermitted = "error 1", kNoAccess = "error 13", kInvalid = "error 22",
                  kNotThere = "error 2", kTooManyFiles = "error 24", kNoTerminal = "error 25",
                  kNoSpace = "error 28", kReadOnly = "error 30", kNotKnown = "error 38";

const Attempt kAttempts[] = {
    {"populate", kNotPermitted},
    {"map-locked", kNotPermitted},
    {"map-huge", kNotPermitted},
    {"map-huge-1g", kNotPermitted},
    {"madvise-populate", kInvalid},
    {"madvise-populate-read", kInvalid},
    {"madvise-collapse", kInvalid},
    {"madvise-merge", kInvalid},
    {"madvise-cold", kInvalid},
    {"madvise-pageout", kInvalid},
    {"madvise-willneed", kInvalid},
    {"mlock", kNotPermitted},
    {"mlock2", kNotPermitted},
    {"mlockall", kNotPermitted},
    {"remap-file-pages", "forbidden-call remap_file_pages"},
    {"memfd", kNotPermitted},
    {"memfd-huge", kNotPermitted},
    {"memfd-secret", "forbidden-call memfd_secret", kNotKnown},
    {"userfaultfd", "forbidden-call userfaultfd"},
    {"process-madvise", "forbidden-call process_madvise", kNotKnown},
    {"process-read", "forbidden-call process_vm_readv"},
    {"process-write", "forbidden-call process_vm_writev"},
    {"move-pages", "forbidden-call move_pages"},
    {"migrate-pages", "forbidden-call migrate_pages"},
    {"timer-thread", kInvalid},
    {"timer-thread-id", kInvalid},
    {"timer-signal", kInvalid},
    {"set-signal", kNotPermitted},
    {"set-owner", kNotPermitted},
    {"parent-death", kNotPermitted},
    {"kill-group", "forbidden-call kill(0,"},
    {"kill-all", "forbidden-call kill(-1,"},
    {"kill-init", "forbidden-call kill(1,"},
    {"tkill-init", "forbidden-call tkill"},
    {"queue-to-init", "forbidden-call rt_sigqueueinfo"},
    {"pidfd-open", kNotPermitted},
    {"pidfd-signal", "forbidden-call pidfd_send_signal"},
    {"pidfd-getfd", "forbidden-call pidfd_getfd", kNotKnown},
    {"mincore", kNotPermitted},
    {"nowait", "error 95"},
    {"cachestat", "forbidden-call cachestat", kNotKnown},
    {"shared-futex", kInvalid},
    {"futex-wake", "forbidden-call futex_wake", kNotKnown},
    {"chmod-device", kReadOnly},
    {"touch-device", kReadOnly},
    {"disk-space", kNotPermitted},
    {"disk-space-2", kNotPermitted},
    {"sysinfo", kNotPermitted},
    {"flock", kNotPermitted},
    {"lock", kNotPermitted},
    {"lock-description", kNotPermitted},
    {"lease", kNotPermitted},
    {"notify", kNotPermitted},
    {"inotify", kNotPermitted},
    {"fanotify", "forbidden-call fanotify_init"},
    {"abstract-socket", kNoAccess},
    {"socketpair", kNotPermitted},
    {"netlink", kNoAccess},
    {"raw-socket", "forbidden-call socket(AF_INET)"},
    {"packet-socket", "forbidden-call socket(17)"},
    {"vsock", "forbidden-call socket(40)"},
    {"crypto-socket", "forbidden-call socket(38)"},
    {"semaphores", "forbidden-call semget"},
    {"messages", "forbidden-call msgget"},
    {"message-queue", "forbidden-call mq_open"},
    {"vmsplice", "forbidden-call vmsplice"},
    {"splice", "forbidden-call splice"},
    {"tee", "forbidden-call tee"},
    {"pipe-size", kNotPermitted},
    {"sync-file-system", "forbidden-call syncfs"},
    {"fsync-host-file", kIgnored},
    {"msync-host-file", kIgnored},
    {"direct-read", kInvalid},
    {"set-direct", kNotPermitted},
    {"x32-call", "forbidden-call a"},  // "a system call of another architecture"
    {"landlock", kNotKnown},
    {"reap-memory", "forbidden-call process_mrelease", kNotKnown},
    {"list-mounts", "forbidden-call listmount", kNotKnown},
    {"stat-mount", "forbidden-call statmount", kNotKnown},
    {"seal-memory", "forbidden-call mseal", kNotKnown},
    {"map-droppable", kNotPermitted},
    {"quota", "forbidden-call quotactl"},
    {"accounting", "forbidden-call acct"},
    {"io-priority-2", "forbidden-call ioprio_get"},
    {"deadline-scheduling", kNotPermitted},
    {"adjust-clock", "forbidden-call adjtimex"},
    {"hang-up", "forbidden-call vhangup"},
    {"kernel-image", "forbidden-call kexec_load"},
    {"file-systems", "forbidden-call sysfs"},
    {"mount-attributes", "forbidden-call mount_setattr", kNotKnown},
    {"open-how", kNotPermitted},
    {"file-handle", kNotPermitted},
    {"trace-me", "forbidden-call ptrace"},
    {"filter-calls", kNotPermitted},
    {"unkillable-name", kNotPermitted},
    {"reap-others", kNotPermitted},
    {"slow-timers", kNotPermitted},
    {"aio", "forbidden-call io_setup"},
    {"io-uring", kNotKnown},
    {"add-key", "forbidden-call add_key"},
    {"keyctl", "forbidden-call keyctl"},
    {"request-key", "forbidden-call request_key"},
    {"bpf", "forbidden-call bpf"},
    {"perf", "forbidden-call perf_event_open"},
    {"mount", "forbidden-call mount"},
    {"new-mount", "forbidden-call fsopen", kNotKnown},
    {"open-tree", "forbidden-call open_tree", kNotKnown},
    {"unmount", "forbidden-call umount2"},
    {"pivot-root", "forbidden-call pivot_root"},
    {"chroot", "forbidden-call chroot"},
    {"unshare", "forbidden-call unshare"},
    {"setns", "forbidden-call setns"},
    {"personality", kNotPermitted},
    {"seccomp", kNotPermitted},
    {"ldt", "forbidden-call modify_ldt"},
    {"ports", "forbidden-call iopl"},
    {"set-clock", "forbidden-call clock_settime"},
    {"host-name", "forbidden-call sethostname"},
    {"reboot", "forbidden-call reboot"},
    {"module", "forbidden-call init_module"},
    {"swap", "forbidden-call swapon"},
    {"io-priority", "forbidden-call ioprio_set"},
    {"priority", kNotPermitted},
    {"real-time", kNotPermitted},
    {"affinity", kNotPermitted},
    {"barrier", kNotPermitted},
    {"handle", "forbidden-call open_by_handle_at"},
    {"type-into-terminal", kNoTerminal},
    {"async-signals", kNoTerminal},
    {"clone-file", kNoTerminal},
    {"attributes-at", kNotKnown, "forbidden-call setxattrat"},
    {"attributes", kNotPermitted},
    {"device", kNotPermitted},
    {"clone-with-signal", "started-process clone"},
    {"clone3", "started-process clone3"},
    {"vfork", "started-process vfork"},
    {"execute-descriptor", "started-process execveat"},
    {"execute-setuid", "started-process execve(\"/bin/su\")"},
    {"raise-memory", kNotPermitted},
    {"raise-files", kNotPermitted},
    {"raise-signals", kNotPermitted},
    {"raise-locked", kNotPermitted},
    {"others-limits", "forbidden-call prlimit64"},
    {"core-limit", kNotPermitted},
    {"core-limit-2", kNotPermitted},
    {"many-timers", "error 11"},
    {"many-timer-files", kTooManyFiles},
    {"many-pipes", kTooManyFiles},
    {"many-epolls", kTooManyFiles},
    {"many-eventfds", kTooManyFiles},
    {"many-files", kTooManyFiles},
    {"pending-signals", "error 11"},
    {"many-folders", kNoSpace},
    {"many-links", kNoSpace},
    {"many-symbolic-links", kNoSpace},
    {"full-folder", "crash signal 25"},
    {"allocated-file", "crash signal 25"},
    {"deep-folders", kNoSpace},
    {"long-name", "error 36"},
    {"link-loop", "error 40"},
    {"link-to-host", kReadOnly},
    {"change-library", kReadOnly},
    {"read-proc", kNotThere},
    {"read-sys", kNotThere},
    {"read-shared-memory", kNotThere},
    {"read-terminal", kNotThere},
};

INSTANTIATE_TEST_SUITE_P(All, HostileCall, testing::ValuesIn(kAttempts), call_name);

// Two sandboxed bots of one user: x takes all it can of something and keeps it, o needs a little of
// everything. o's answer says how that went; as a move it is illegal either way.
class SharedResource : public testing::TestWithParam<std::string> {};

TEST_P(SharedResource, TakenByOneBotIsLeftForTheOther) {
    if (!sandbox_support().complete()) GTEST_SKIP() << sandbox_support().what_is_missing();
    const auto bot = [](const std::string& what) {
        return make_player("sandbox:" + test::hostile_bot() + " ugi " + what, kExtreme);
    };
    auto x = bot("hold " + GetParam()), o = bot("use");
    ASSERT_TRUE(x.has_value() && o.has_value());
    GameSetup setup{.start_limit = 5s};
    for (auto& limit : setup.limits) limit.move_time = 20s;
    const auto game = play_game(setup, {x->get(), o->get()});
    ASSERT_TRUE(game.has_value() && game->record.forfeit.has_value());
    EXPECT_EQ(game->record.forfeit->offender, Side::O) << game->record.forfeit->detail;
    EXPECT_THAT(game->record.forfeit->detail, testing::StartsWith("'fine'"));
}

std::string resource_name(const testing::TestParamInfo<std::string>& info) {
    std::string name = info.param;
    std::ranges::replace(name, '-', '_');
    return name;
}

INSTANTIATE_TEST_SUITE_P(All, SharedResource,
                         testing::Values("many-timers", "many-timer-files", "many-pipes",
                                         "many-epolls", "many-eventfds", "many-files",
                                         "pending-signals", "many-folders", "many-links",
                                         "many-symbolic-links", "deep-folders", "inotify", "flock",
                                         "lock", "pipe-size", "memfd", "mlock"),
                         resource_name);

}  // namespace
}  // namespace xttt
