import type { Steps } from "../game/stepping";
import { t } from "../i18n/text";
import { Icon, type IconName } from "../ui/icons";

interface StepButtonsProps {
  steps: Steps;
  /** Whether the first or the last position is on the board. */
  first: boolean;
  last: boolean;
}

/** First, back, forward, last. */
export function StepButtons({ steps, first, last }: StepButtonsProps) {
  return (
    <div class="steps" role="group" aria-label={t("play.steps")}>
      <Step icon="first" text={t("play.first")} disabled={first} onClick={steps.first} />
      <Step icon="back" text={t("play.back")} disabled={first} onClick={steps.back} />
      <Step icon="forward" text={t("play.forward")} disabled={last} onClick={steps.forward} />
      <Step icon="last" text={t("play.last")} disabled={last} onClick={steps.last} />
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
