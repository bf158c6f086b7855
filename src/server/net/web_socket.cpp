#include <deque>

#include <boost/asio/compose.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/buffer_traits.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/websocket.hpp>

#include "server/net/connection.h"
#include "server/net/frame_limiter.h"

namespace xttt {
namespace {

namespace beast = boost::beast;
namespace websocket = beast::websocket;

constexpr std::size_t kMaxMessageBytes = 4 * 1024;
constexpr std::chrono::seconds kHandshakeTimeout{10};
constexpr std::chrono::seconds kCloseTimeout{5};

// A TCP stream that fails to read with no_buffer_space when the client sends too many frames. Beast
// itself handles control frames and empty fragments without a callback.
class FrameLimitedStream {
public:
    using executor_type = beast::tcp_stream::executor_type;

    explicit FrameLimitedStream(beast::tcp_stream stream)
        : stream_(std::move(stream)), frames_(Clock::now()) {}

    executor_type get_executor() { return stream_.get_executor(); }
    beast::tcp_stream& next_layer() { return stream_; }
    const beast::tcp_stream& next_layer() const { return stream_; }

    template <class Buffers, class Handler>
    auto async_read_some(const Buffers& buffers, Handler&& handler) {
        return boost::asio::async_compose<Handler, void(boost::system::error_code, std::size_t)>(
            [this, buffers, started = false](auto& self, boost::system::error_code error = {},
                                             std::size_t size = 0) mutable {
                if (!std::exchange(started, true))
                    return stream_.async_read_some(buffers, std::move(self));
                if (!error && !allow(buffers, size)) error = boost::asio::error::no_buffer_space;
                self.complete(error, size);
            },
            handler, stream_);
    }
    template <class Buffers, class Handler>
    auto async_write_some(const Buffers& buffers, Handler&& handler) {
        return stream_.async_write_some(buffers, std::forward<Handler>(handler));
    }

private:
    template <class Buffers>
    bool allow(const Buffers& buffers, std::size_t size) {
        for (const boost::asio::const_buffer buffer : beast::buffers_range_ref(buffers)) {
            const auto part = std::min(size, buffer.size());
            if (!frames_.allow({static_cast<const char*>(buffer.data()), part}, Clock::now()))
                return false;
            size -= part;
        }
        return true;
    }

    beast::tcp_stream stream_;
    FrameLimiter frames_;
};

// Found by Beast at the end of the closing handshake.
template <class Handler>
void async_teardown(beast::role_type role, FrameLimitedStream& stream, Handler&& handler) {
    using websocket::async_teardown;
    async_teardown(role, stream.next_layer().socket(), std::forward<Handler>(handler));
}

class WebSocket : public Client, public std::enable_shared_from_this<WebSocket> {
public:
    WebSocket(beast::tcp_stream stream, std::unique_ptr<ConnectionCounter::Slot> slot,
              SocketAcceptor acceptor)
        : slot_(std::move(slot)),
          stream_(FrameLimitedStream(std::move(stream))),
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
        if (queued_ > slot_->queue_limit()) return abort();
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
            if (error == boost::asio::error::no_buffer_space) self->reject_frames();
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

    // The stream is unusable after the failed read: writes the close frame itself, if no other
    // frame is being written, and closes the connection.
    void reject_frames() {
        constexpr std::string_view kTooManyFrames{"\x88\x11\x03\xf0too many frames", 19};
        auto& socket = beast::get_lowest_layer(stream_).socket();
        boost::system::error_code ignored;
        if (queue_.empty() && !closing_) {
            socket.non_blocking(true, ignored);
            socket.write_some(boost::asio::buffer(kTooManyFrames), ignored);
            socket.shutdown(boost::asio::ip::tcp::socket::shutdown_send, ignored);
        }
        abort();
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
    websocket::stream<FrameLimitedStream, false> stream_;  // without compression
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
