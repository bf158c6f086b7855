#include "engine/core.h"

#include "engine/typed_core.h"
#include "rules/with_variant.h"

namespace xttt {

Result<std::unique_ptr<EngineCore>> make_core(std::string_view variant) {
    return with_variant(variant, []<const Variant & V>() -> Result<std::unique_ptr<EngineCore>> {
        return std::make_unique<TypedCore<V>>(make_searcher<V>);
    });
}

}  // namespace xttt
