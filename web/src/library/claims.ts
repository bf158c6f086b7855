// Which tab plays which game at one screen: two tabs that continue the same game would overwrite each other's moves.
// The browser holds a lock for the game that this tab plays. Without Web Locks (plain http), every claim succeeds.
const key = "xttt.game";
const lockName = (id: string): string => `xttt-game-${id}`;

let current: { id: string; end: () => void; ended: Promise<unknown> } | null = null;
// Changes of the lock run one after another.
let queue: Promise<unknown> = Promise.resolve();

/** Reserves a game for this tab, in place of the one it had; false if another tab plays the game. */
export function claimGame(id: string): Promise<boolean> {
  return enqueue(async () => {
    if (current?.id !== id) {
      await release();
      if (!(await lock(id))) return false;
    }
    remember(id);
    return true;
  });
}

/** Lets other tabs play the game that this tab played. */
export const releaseGame = (): Promise<void> => enqueue(release);

/** The game that this tab played last, also before a reload. */
export function gameOfThisTab(): string | null {
  try {
    return sessionStorage.getItem(key);
  } catch {
    return null;
  }
}

function enqueue<T>(change: () => Promise<T>): Promise<T> {
  const result = queue.then(change);
  queue = result.catch(() => {});
  return result;
}

async function release(): Promise<void> {
  const last = current;
  current = null;
  last?.end();
  await last?.ended;
}

async function lock(id: string): Promise<boolean> {
  const { locks } = navigator as { locks?: LockManager };
  if (!locks) return true;
  let end = (): void => {};
  const held = new Promise<void>((resolve) => (end = resolve));
  try {
    return await new Promise<boolean>((resolve, reject) => {
      const ended = locks.request(lockName(id), { ifAvailable: true }, (granted) => {
        resolve(granted !== null);
        if (!granted) return;
        current = { id, end, ended: ended.catch(() => {}) };
        return held;
      });
      ended.catch(reject);
    });
  } catch {
    return true; // The browser refuses locks, as it does in some private windows.
  }
}

function remember(id: string): void {
  try {
    sessionStorage.setItem(key, id);
  } catch {
    // Private windows may refuse; a reload then opens the latest game.
  }
}
