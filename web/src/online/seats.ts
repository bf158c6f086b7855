// The seats of this browser. A seat token authorises its bearer to play, so it never leaves the browser.
export interface Seat {
  seat: string;
  /** The invitation that the creator can still send. */
  invitation?: string;
}

const key = "xttt.seats";
const most = 50;
// Without browser storage, seats last until the page is closed.
let seats: [game: string, seat: Seat][] = read();

function read(): [string, Seat][] {
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(saved) ? (saved as [string, Seat][]) : [];
  } catch {
    return [];
  }
}

export function seatOf(game: string): Seat | null {
  return seats.find(([id]) => id === game)?.[1] ?? null;
}

export function keepSeat(game: string, seat: Seat): void {
  seats = [[game, seat], ...seats.filter(([id]) => id !== game)].slice(0, most) as typeof seats;
  save();
}

function save(): void {
  try {
    localStorage.setItem(key, JSON.stringify(seats));
  } catch {
    // Private windows may refuse.
  }
}

/** After a game was cancelled. */
export function forgetSeat(game: string): void {
  seats = seats.filter(([id]) => id !== game);
  save();
}

const nameKey = "xttt.name";
export function savedName(): string {
  try {
    return localStorage.getItem(nameKey) ?? "";
  } catch {
    return "";
  }
}
export function saveName(name: string): void {
  try {
    localStorage.setItem(nameKey, name);
  } catch {
    // As above.
  }
}
