#include <deque>

#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "server/net/connection.h"

namespace xttt {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::size_t kMaxMessageBytes = 4 * 1024;
// Unsent data of a slow client; several times a long game.
constexpr std::size_t kMaxQueuedBytes = 512 * 1024;
constexpr std::chrono::seconds kHandshakeTimeout{10};
constexpr std::chrono::seconds kCloseTimeout{5};

class WebSocket : public Client, public std::enable_shared_from_this<WebSocket> {
public:
    WebSocket(beast::tcp_stream stream, std::unique_ptr<ConnectionCounter::Slot> slot,
              SocketAcceptor acceptor)
        : slot_(std::move(slot)),
          stream_(std::move(stream)),
          close_timer_(stream_.get_executor()),
          acceptor_(std::move(acceptor)) {}

    void start(const beast::http::request<beast::http::string_body>& request,
               std::chrono::milliseconds idle_timeout) {
        slot_->count_as_web_socket();
        beast::get_lowest_layer(stream_).expires_never();
        stream_.set_option(websocket::stream_base::timeout{kHandshakeTimeout, idle_timeout, true});
        stream_.read_message_max(kMaxMessageBytes);
        stream_.text(true);
        stream_.async_accept(request, [self = shared_from_this()](auto error) {
            if (error) return;
            self->handler_ = std::exchange(self->acceptor_, nullptr)(*self);
            self->read();
        });
    }

    void send(SharedText text) override {
        if (closing_) return;
        queued_ += text->size();
        queue_.push_back(std::move(text));
        if (queued_ > kMaxQueuedBytes) return abort();
        if (queue_.size() == 1) write();
    }

    void close(CloseCode code, std::string_view reason) override {
        if (closing_) return;
        closing_ = true;
        code_ = websocket::close_reason(static_cast<websocket::close_code>(code),
                                        beast::string_view(reason.data(), reason.size()));
        // Queued messages are sent first, if the client reads them in time.
        close_timer_.expires_after(kCloseTimeout);
        close_timer_.async_wait([weak = weak_from_this()](auto error) {
            if (const auto self = weak.lock(); self && !error) self->abort();
        });
        if (queue_.empty()) send_close();
    }

private:
    void read() {
        stream_.async_read(buffer_, [self = shared_from_this()](auto error, std::size_t) {
            if (error) return self->end();
            self->on_message();
        });
    }

    void on_message() {
        if (!closing_ && !stream_.got_text())
            close(CloseCode::Policy, "only text messages are supported");
        if (!closing_) {
            const auto bytes = buffer_.data();
            handler_->on_text({static_cast<const char*>(bytes.data()), bytes.size()});
        }
        buffer_.consume(buffer_.size());
        read();
    }

    void write() {
        stream_.async_write(boost::asio::buffer(*queue_.front()),
                            [self = shared_from_this()](auto error, std::size_t) {
                                if (!error) self->written();
                            });
    }

    void written() {
        queued_ -= queue_.front()->size();
        queue_.pop_front();
        if (!queue_.empty())
            write();
        else if (closing_)
            send_close();
    }

    void send_close() {
        stream_.async_close(code_, [self = shared_from_this()](auto) {});
    }

    // Closes the connection without a close frame; the pending read fails.
    void abort() {
        closing_ = true;
        beast::get_lowest_layer(stream_).close();
    }

    void end() {
        closing_ = true;
        close_timer_.cancel();
        handler_.reset();
    }

    std::unique_ptr<ConnectionCounter::Slot> slot_;
    websocket::stream<beast::tcp_stream> stream_;
    boost::asio::steady_timer close_timer_;
    SocketAcceptor acceptor_;
    std::unique_ptr<SocketHandler> handler_;
    beast::flat_buffer buffer_;
    std::deque<SharedText> queue_;  // front: being written
    std::size_t queued_ = 0;        // bytes in it
    websocket::close_reason code_;
    bool closing_ = false;
};

}  // namespace

void start_web_socket(beast::tcp_stream stream,
                      const beast::http::request<beast::http::string_body>& request,
                      std::unique_ptr<ConnectionCounter::Slot> slot, SocketAcceptor acceptor,
                      std::chrono::milliseconds idle_timeout) {
    std::make_shared<WebSocket>(std::move(stream), std::move(slot), std::move(acceptor))
        ->start(request, idle_timeout);
}

}  // namespace xttt
