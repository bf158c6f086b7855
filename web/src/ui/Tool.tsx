import { useEffect, useState } from "preact/hooks";
import { Icon, type IconName } from "./icons";

interface ToolProps {
  icon: IconName;
  text: string;
  disabled?: boolean;
  onClick: (event: MouseEvent) => void;
}

/** A button with a picture. */
export function Tool({ icon, text, disabled, onClick }: ToolProps) {
  return (
    <button class="tool" disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
      {text}
    </button>
  );
}

const armedMs = 4000;
// The second tap of a double tap does not confirm.
const deafMs = 350;

/** A button that asks for confirmation on the first press; the question disappears after a few seconds. */
export function ConfirmTool({ question, text, onClick, ...rest }: ToolProps & { question: string }) {
  const [armedAt, setArmedAt] = useState<number | null>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (armedAt === null) return;
    const timer = setTimeout(() => setArmedAt(null), armedMs);
    return () => clearTimeout(timer);
  }, [armedAt]);
  const press = (event: MouseEvent): void => {
    if (armedAt === null) {
      setWidth((event.currentTarget as HTMLElement).offsetWidth);
      return setArmedAt(performance.now());
    }
    if (event.detail > 1 || performance.now() - armedAt < deafMs) return;
    setArmedAt(null);
    onClick(event);
  };
  return (
    // The confirmation replaces the button in place, so that the layout does not shift.
    <span class={`confirm ${armedAt === null ? "" : "armed"}`} style={armedAt === null ? {} : { width }} onBlurCapture={() => setArmedAt(null)}>
      <Tool {...rest} text={armedAt === null ? text : question} onClick={press} />
    </span>
  );
}
