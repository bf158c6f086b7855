#pragma once

#include <string>
#include <string_view>

#include "base/result.h"

// Passes text between a WebAssembly module and its host. The host requests a buffer, writes its
// text there, calls a function with the length of the text, and reads the answer at the address
// that the module returns. Functions that can fail return 0 on success and 1 if the answer is an
// error message.

#define XTTT_EXPORT(name) extern "C" __attribute__((export_name(#name)))

namespace xttt::wasm {

// The text from the host; valid until the host writes again.
std::string_view host_text(int length);

int answer(std::string text);
int answer(Result<std::string> text);

// A text as a JSON string, quotes included.
std::string json_string(std::string_view text);

}  // namespace xttt::wasm
