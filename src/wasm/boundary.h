#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// How text crosses between a WebAssembly module and its host. The host asks for room, writes its
// text there, calls a function with the text's length, and reads the answer where the module says.
// Functions that can fail return 0 when they did what was asked and 1 when the answer is a message.

#define XTTT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace xttt::wasm {

// What the host wrote; valid until it writes again.
std::string_view host_text(int length);

int answer(std::string text);
int answer(Result<std::string> text);

// A text as a JSON string, quotes included.
std::string json_string(std::string_view text);

}  // namespace xttt::wasm
