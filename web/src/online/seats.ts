// The seats of this browser. A seat token authorises its bearer to play, so it never leaves the browser.
export interface Seat {
  seat: string;
  /** The invitation that the creator can still send. */
  invitation?: string;
  /** The game has ended, or the server has removed it. */
  over?: boolean;
}

type Seats = [game: string, seat: Seat][];

const key = "xttt.seats";
// Seats of finished games, kept for a rematch. The seats of running games are all kept.
const mostOver = 50;
// Without browser storage, seats last until the page is closed.
let unsaved: Seats | null = null;

// Read each time: another tab may have taken a seat.
function read(): Seats {
  if (unsaved) return unsaved;
  try {
    const saved: unknown = JSON.parse(localStorage.getItem(key) ?? "[]");
    return Array.isArray(saved) ? (saved as Seats) : [];
  } catch {
    return [];
  }
}

function save(seats: Seats): void {
  let over = 0;
  const kept = seats.filter(([, seat]) => !seat.over || ++over <= mostOver);
  try {
    localStorage.setItem(key, JSON.stringify(kept));
    unsaved = null;
  } catch {
    unsaved = kept; // Private windows may refuse.
  }
}

export function seatOf(game: string): Seat | null {
  return read().find(([id]) => id === game)?.[1] ?? null;
}

export function keepSeat(game: string, seat: Seat): void {
  save([[game, seat], ...read().filter(([id]) => id !== game)]);
}

/** After the end of a game, and once the server has removed it. */
export function markOver(game: string): void {
  const seat = seatOf(game);
  if (seat && !seat.over) keepSeat(game, { ...seat, over: true });
}

/** After a game was cancelled. */
export function forgetSeat(game: string): void {
  save(read().filter(([id]) => id !== game));
}

export function forgetSeats(): void {
  save([]);
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
