import { Dialog } from "../ui/Dialog";

const keys: [string, string][] = [
  ["← →", "one move back or forward"],
  ["Home, End", "first and last position"],
  ["Space", "engine on or off"],
  ["h", "heat map on or off"],
  ["Tab, arrows, Enter", "on the board: choose a cell and play it"],
  ["?", "this list"],
];

export function Help({ onClose }: { onClose: () => void }) {
  return (
    <Dialog title="Keyboard" onClose={onClose}>
      <dl class="keys">
        {keys.map(([key, does]) => (
          <div key={key}>
            <dt>{key}</dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
