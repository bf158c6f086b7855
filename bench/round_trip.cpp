// The cost of a round trip with a child process: one text line out, one back. The child is `cat`;
// the lower bound is two bare pipes with blocking reads.
//
// Pin it to one core (taskset -c 0); otherwise it measures the time to wake up another core.

#include <benchmark/benchmark.h>
#include <sys/wait.h>
#include <unistd.h>

#include "process/child.h"

namespace {

using namespace xttt;
using namespace std::chrono_literals;

void bare_pipes(benchmark::State& state) {
    int out[2], back[2];
    if (::pipe(out) != 0 || ::pipe(back) != 0) return state.SkipWithError("no pipe");
    const pid_t pid = ::fork();
    if (pid == 0) {
        ::close(out[1]);
        char bytes[64];
        for (ssize_t got; (got = ::read(out[0], bytes, sizeof bytes)) > 0;)
            if (::write(back[1], bytes, static_cast<std::size_t>(got)) != got) break;
        ::_exit(0);
    }
    char bytes[64];
    for (auto _ : state)
        if (::write(out[1], "go\n", 3) != 3 || ::read(back[0], bytes, sizeof bytes) != 3)
            return state.SkipWithError("broken pipe");
    for (const int fd : {out[0], out[1], back[0], back[1]}) ::close(fd);
    ::waitpid(pid, nullptr, 0);
}

void converse(benchmark::State& state, const ChildOptions& options, bool pausing) {
    auto child = Child::start(options);
    if (!child) return state.SkipWithError(child.error().message.c_str());
    for (auto _ : state) {
        if (pausing) child->resume();
        child->send("go\n");
        if (child->await_text_line(after(10s)).kind != OutputEvent::Kind::TextLine)
            return state.SkipWithError("no answer");
        if (pausing) child->pause();
    }
}

void child_process(benchmark::State& state) {
    converse(state, {.argv = {"cat"}}, false);
}

void sandboxed_child_process(benchmark::State& state) {
    converse(state, {.argv = {"cat"}, .sandbox = SandboxConfig{}}, false);
}

void sandboxed_child_process_stopped_between_turns(benchmark::State& state) {
    converse(state, {.argv = {"cat"}, .sandbox = SandboxConfig{}}, true);
}

// From process start to the first answer.
void start(benchmark::State& state, const ChildOptions& options) {
    for (auto _ : state) {
        auto child = Child::start(options);
        if (!child) return state.SkipWithError(child.error().message.c_str());
        child->send("go\n");
        if (child->await_text_line(after(10s)).kind != OutputEvent::Kind::TextLine)
            return state.SkipWithError("no answer");
        state.PauseTiming();
        child->kill();
        state.ResumeTiming();
    }
}

void start_child_process(benchmark::State& state) {
    start(state, {.argv = {"cat"}});
}

void start_sandboxed_child_process(benchmark::State& state) {
    start(state, {.argv = {"cat"}, .sandbox = SandboxConfig{}});
}

BENCHMARK(bare_pipes)->UseRealTime();
BENCHMARK(child_process)->UseRealTime();
BENCHMARK(sandboxed_child_process)->UseRealTime();
BENCHMARK(sandboxed_child_process_stopped_between_turns)->UseRealTime();
BENCHMARK(start_child_process)->UseRealTime()->Unit(benchmark::kMillisecond);
BENCHMARK(start_sandboxed_child_process)->UseRealTime()->Unit(benchmark::kMillisecond);

}  // namespace

BENCHMARK_MAIN();
