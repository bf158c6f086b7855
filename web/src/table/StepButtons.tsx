import type { Steps } from "../game/stepping";
import { Icon, type IconName } from "../ui/icons";

interface StepButtonsProps {
  steps: Steps;
  /** Whether the first, the last position is on the board. */
  first: boolean;
  last: boolean;
}

/** First, back, forward, last. */
export function StepButtons({ steps, first, last }: StepButtonsProps) {
  return (
    <div class="steps" role="group" aria-label="Go through the game">
      <Step icon="first" text="First position" disabled={first} onClick={steps.first} />
      <Step icon="back" text="One move back" disabled={first} onClick={steps.back} />
      <Step icon="forward" text="One move forward" disabled={last} onClick={steps.forward} />
      <Step icon="last" text="Last position" disabled={last} onClick={steps.last} />
    </div>
  );
}

function Step({ icon, text, disabled, onClick }: { icon: IconName; text: string; disabled: boolean; onClick: () => void }) {
  return (
    <button aria-label={text} title={text} disabled={disabled} onClick={onClick}>
      <Icon name={icon} />
    </button>
  );
}
