import { Store } from "../ui/store";

/** Whether the menu has the arena: once the server has said that there is one. */
class ArenaEntry extends Store {
  known = false;

  found(): void {
    if (this.known) return;
    this.known = true;
    this.changed();
  }
}

export const arenaEntry = new ArenaEntry();
