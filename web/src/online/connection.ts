// A WebSocket that reconnects until it is closed.
export interface ConnectionEvents {
  onOpen: () => void;
  onMessage: (message: unknown) => void;
  /** Connected, or trying to be. */
  onState: (connected: boolean) => void;
}

const firstPauseMs = 400;
const longestPauseMs = 8000;
// Regular pings detect a dead connection, which browsers do not report.
const pingMs = 15_000;
const silenceMs = 40_000;

export class Connection {
  private socket: WebSocket | null = null;
  private pauseMs = firstPauseMs;
  private retry: ReturnType<typeof setTimeout> | undefined;
  private heard = performance.now();
  private readonly pulse = setInterval(() => this.check(), pingMs);
  private closed = false;
  private readonly hurry = (): void => this.reconnectNow();

  constructor(
    private readonly url: URL,
    private readonly events: ConnectionEvents,
  ) {
    addEventListener("online", this.hurry);
    this.connect();
  }

  /** False if there is no connection. */
  send(message: object): boolean {
    if (this.socket?.readyState !== WebSocket.OPEN) return false;
    this.socket.send(JSON.stringify(message));
    return true;
  }

  close(): void {
    this.closed = true;
    removeEventListener("online", this.hurry);
    clearInterval(this.pulse);
    clearTimeout(this.retry);
    this.socket?.close();
  }

  private connect(): void {
    const socket = new WebSocket(this.url);
    this.socket = socket;
    socket.onopen = () => {
      this.pauseMs = firstPauseMs;
      this.heard = performance.now();
      this.events.onState(true);
      this.events.onOpen();
    };
    socket.onmessage = ({ data }) => {
      this.heard = performance.now();
      if (typeof data === "string") this.events.onMessage(JSON.parse(data));
    };
    socket.onclose = () => {
      if (this.socket === socket) this.lost();
    };
  }

  private lost(): void {
    this.socket = null;
    if (this.closed) return;
    this.events.onState(false);
    // With jitter, so that clients do not reconnect at the same moment after an outage.
    this.retry = setTimeout(() => this.connect(), this.pauseMs * (0.7 + 0.6 * Math.random()));
    this.pauseMs = Math.min(this.pauseMs * 2, longestPauseMs);
  }

  private reconnectNow(): void {
    if (this.closed || this.socket) return;
    clearTimeout(this.retry);
    this.connect();
  }

  private check(): void {
    if (performance.now() - this.heard > silenceMs && this.socket?.readyState === WebSocket.OPEN) {
      const silent = this.socket;
      silent.onclose = null;
      silent.close();
      this.lost();
    } else {
      this.send({ type: "ping" });
    }
  }
}
