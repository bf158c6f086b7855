#include "server/net/event_loop.h"

#include <csignal>

#include <boost/asio/executor_work_guard.hpp>
#include <boost/asio/io_context.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/asio/steady_timer.hpp>

namespace xttt {

namespace asio = boost::asio;

struct EventLoop::Impl {
    asio::io_context io{1};
    asio::executor_work_guard<asio::io_context::executor_type> busy{io.get_executor()};
    asio::signal_set signals{io};

    void wait_for_signal(std::function<void()> function) {
        signals.async_wait([this, function = std::move(function)](auto error, int) {
            if (error) return;
            function();
            wait_for_signal(function);
        });
    }
    void repeat(std::shared_ptr<asio::steady_timer> timer, std::chrono::milliseconds interval,
                std::shared_ptr<std::function<void()>> function) {
        timer->expires_after(interval);
        timer->async_wait([=, this](auto error) {
            if (error) return;
            (*function)();
            repeat(timer, interval, function);
        });
    }
};

EventLoop::EventLoop() : impl_(std::make_unique<Impl>()) {}
EventLoop::~EventLoop() = default;

void EventLoop::post(std::function<void()> function) {
    asio::post(impl_->io, std::move(function));
}

void EventLoop::every(std::chrono::milliseconds interval, std::function<void()> function) {
    impl_->repeat(std::make_shared<asio::steady_timer>(impl_->io), interval,
                  std::make_shared<std::function<void()>>(std::move(function)));
}

void EventLoop::after(std::chrono::milliseconds delay, std::function<void()> function) {
    auto timer = std::make_shared<asio::steady_timer>(impl_->io, delay);
    timer->async_wait([timer, function = std::move(function)](auto error) {
        if (!error) function();
    });
}

void EventLoop::on_stop_signal(std::function<void()> function) {
    impl_->signals.add(SIGINT);
    impl_->signals.add(SIGTERM);
    impl_->wait_for_signal(std::move(function));
}

void EventLoop::run() {
    impl_->io.run();
}

void EventLoop::stop() {
    impl_->io.stop();
}

asio::io_context& EventLoop::context() {
    return impl_->io;
}

}  // namespace xttt
