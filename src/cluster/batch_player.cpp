#include "cluster/batch_player.h"

#include <fmt/format.h>

#include "base/text.h"
#include "rules/with_variant.h"
#include "selfplay/game_maker.h"

namespace xttt {

Result<BatchPlayer::Maker> BatchPlayer::maker_for(const SelfPlayOrder& order) const {
    SelfPlayRecipe recipe = order.recipe;
    std::string network;
    if (!order.network.empty()) {
        auto content = travel_.network(order.network, *order.variant);
        if (!content) return std::unexpected(content.error());
        network = std::move(*content);
        recipe.search.eval_data = network;
    } else if (recipe.search.evaluation == "best") {
        recipe.search.evaluation = "tuned";  // what it means where there is no network
    }
    if (!order.openings.empty()) {
        const auto content = travel_.content(order.openings);
        if (!content) return std::unexpected(content.error());
        for (const auto line : split(*content, '\n'))
            if (!line.empty()) recipe.openings.emplace_back(line);
    }
    return with_variant(order.variant->name, [&]<const Variant & V>() -> Result<Maker> {
        auto made = GameMaker<V>::make(recipe);
        if (!made) return std::unexpected(made.error());
        // std::function wants to be able to copy what it holds.
        auto maker = std::make_shared<GameMaker<V>>(std::move(*made));
        return [maker, this](std::uint32_t first, std::uint32_t count) {
            std::string bytes;
            for (std::uint32_t i = 0; i < count && !stopped_; ++i) {
                const auto records = maker->play(first + i);
                bytes.append(reinterpret_cast<const char*>(records.data()),
                             records.size() * sizeof(records[0]));
            }
            return bytes;
        };
    });
}

Result<SelfPlayGames> BatchPlayer::play(const SelfPlayOrder& order) {
    auto recipe = order;
    recipe.item = "0";
    recipe.first = 0;
    recipe.count = 1;
    const auto text = order_text(recipe);
    if (!text) return std::unexpected(text.error());
    if (*text != recipe_ || !maker_) {
        auto maker = maker_for(order);
        if (!maker) return std::unexpected(maker.error());
        maker_ = std::move(*maker);
        recipe_ = *text;
    }
    return SelfPlayGames{maker_(order.first, order.count)};
}

}  // namespace xttt
