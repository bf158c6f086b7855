import { variantNames, type VariantName } from "../core/types";
import { Icon, type IconName } from "../ui/icons";
import type { AnalysisSession } from "./session";

interface ToolbarProps {
  session: AnalysisSession;
  onExchange: () => void;
  onHelp: () => void;
  onVariant: (variant: VariantName) => void;
}

export function Toolbar({ session, onExchange, onHelp, onVariant }: ToolbarProps) {
  const { at } = session;
  return (
    <div class="toolbar">
      <div class="row">
        <select aria-label="Variant" value={session.rules.variant.name} onChange={(event) => onVariant(event.currentTarget.value as VariantName)}>
          {variantNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button onClick={onExchange}>
          <Icon name="file" />
          Import, export
        </button>
        <button aria-label="Keyboard help" title="Keyboard help (?)" onClick={onHelp}>
          ?
        </button>
      </div>
      <div class="row">
        <div class="steps" role="group" aria-label="Go through the game">
          <Step icon="first" text="First position" disabled={!at.parent} onClick={session.first} />
          <Step icon="back" text="One move back" disabled={!at.parent} onClick={session.back} />
          <Step icon="forward" text="One move forward" disabled={!at.children[0]} onClick={session.forward} />
          <Step icon="last" text="Last position" disabled={!at.children[0]} onClick={session.last} />
        </div>
        <button aria-pressed={session.engineOn} onClick={session.toggleEngine}>
          <Icon name="engine" />
          Engine
        </button>
        <button aria-pressed={session.heatOn} title="Heat map of all moves" onClick={session.toggleHeat}>
          <Icon name="heat" />
          Heat
        </button>
      </div>
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
