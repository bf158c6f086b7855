#include "fuzz.h"
#include "server/net/address.h"
#include "server/net/router.h"
#include "server/page.h"

// Text as the target of a request, and as what a proxy may write into X-Forwarded-For.
extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    using namespace xttt;
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    if (const auto target = parse_target(text)) {
        for (const std::string& part : target->path) {
            fuzz::require(!part.empty() && part != "." && part != "..", "a path goes only down");
            fuzz::require(part.find('/') == std::string::npos, "a part is one part");
        }
        (void)find_page_file(*target);
    } else {
        fuzz::require(!target.error().message.empty(), "an error has a message");
    }
    const auto address = client_address("127.0.0.1", true, std::array{text});
    fuzz::require(!address.empty() && address.size() <= 64, "an address is short");
    return 0;
}
