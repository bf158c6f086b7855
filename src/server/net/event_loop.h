#pragma once

#include <chrono>
#include <functional>
#include <memory>

namespace boost::asio {
class io_context;
}

namespace xttt {

// The event loop of the network thread, which also runs the games.
class EventLoop {
public:
    EventLoop();
    ~EventLoop();

    // Runs a function in the loop's thread; thread-safe.
    void post(std::function<void()> function);
    // Calls a function repeatedly until the loop ends.
    void every(std::chrono::milliseconds interval, std::function<void()> function);
    void after(std::chrono::milliseconds delay, std::function<void()> function);
    // On SIGINT and SIGTERM.
    void on_stop_signal(std::function<void()> function);

    void run();  // until stop()
    void stop();

    boost::asio::io_context& context();

private:
    struct Impl;
    std::unique_ptr<Impl> impl_;
};

}  // namespace xttt
