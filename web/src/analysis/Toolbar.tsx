import { variantNames, type VariantName } from "../core/types";
import { StepButtons } from "../table/StepButtons";
import { Icon } from "../ui/icons";
import type { AnalysisSession } from "./session";

interface ToolbarProps {
  session: AnalysisSession;
  onExchange: () => void;
  onShare: () => void;
  onHelp: () => void;
  onVariant: (variant: VariantName) => void;
}

export function Toolbar({ session, onExchange, onShare, onHelp, onVariant }: ToolbarProps) {
  const { at } = session;
  const variant = session.rules.variant.name;
  return (
    <div class="toolbar">
      <div class="row">
        <select aria-label="Variant" value={variant} onChange={(event) => onVariant(event.currentTarget.value as VariantName)}>
          {variantNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button title="Start a new analysis; this one stays in My games" onClick={() => onVariant(variant)}>
          New
        </button>
        <button aria-label="Import / export" title="Import / export" onClick={onExchange}>
          <Icon name="file" />
        </button>
        <button aria-label="Share" title="Share" onClick={onShare}>
          <Icon name="share" />
        </button>
        <button aria-label="Keyboard help" title="Keyboard help (?)" onClick={onHelp}>
          ?
        </button>
      </div>
      <div class="row">
        <StepButtons steps={session} first={!at.parent} last={!at.children[0]} />
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
