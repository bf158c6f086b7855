#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string_view>

// One program with several fuzzers; its name, fuzz_NAME, chooses one. CMakeLists.txt lists them.

using Fuzzer = int(const std::uint8_t*, std::size_t);

#define FUZZER(name) extern "C" Fuzzer fuzz_##name;
#include "fuzzers.inc"
#undef FUZZER

namespace {

struct Entry {
    std::string_view name;
    Fuzzer* run;
};
constexpr Entry kFuzzers[] = {
#define FUZZER(name) {"fuzz_" #name, fuzz_##name},
#include "fuzzers.inc"
#undef FUZZER
};

Fuzzer* chosen = nullptr;

}  // namespace

extern "C" int LLVMFuzzerInitialize(int*, char*** argv) {
    std::string_view program((*argv)[0]);
    program.remove_prefix(program.rfind('/') + 1);
    for (const auto& [name, run] : kFuzzers)
        if (name == program) chosen = run;
    if (chosen != nullptr) return 0;
    std::fputs("Start this program by the name of one fuzzer:\n", stderr);
    for (const auto& [name, run] : kFuzzers)
        std::fprintf(stderr, "  %.*s\n", static_cast<int>(name.size()), name.data());
    std::exit(2);
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    return chosen(data, size);
}
