import { Icon, type IconName } from "./icons";

interface ToolProps {
  icon: IconName;
  text: string;
  disabled?: boolean;
  onClick: () => void;
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
