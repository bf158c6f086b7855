#include "tournament/runner/executor_factory.h"

#include "tournament/runner/live_games.h"
#include "tournament/runner/local_executor.h"

namespace xttt {

Result<RunExecutor> LocalExecutorFactory::open(Run run) {
    auto live = run.store.empty() ? nullptr : std::make_unique<LiveGames>(run.store);
    return RunExecutor{
        .executor = std::make_unique<LocalExecutor>(plan_, std::move(live), std::move(run.listen))};
}

}  // namespace xttt
