import { variantNames, type VariantName } from "../core/types";
import { t } from "../i18n/text";
import { StepButtons } from "../table/StepButtons";
import { Icon } from "../ui/icons";
import type { AnalysisSession } from "./session";

interface ToolbarProps {
  session: AnalysisSession;
  onImportExport: () => void;
  onShare: () => void;
  onHelp: () => void;
  onVariant: (variant: VariantName) => void;
}

export function Toolbar({ session, onImportExport, onShare, onHelp, onVariant }: ToolbarProps) {
  const { at } = session;
  const variant = session.rules.variant.name;
  return (
    <div class="toolbar">
      <div class="row">
        <select aria-label={t("common.variant")} value={variant} onChange={(event) => onVariant(event.currentTarget.value as VariantName)}>
          {variantNames.map((name) => (
            <option key={name}>{name}</option>
          ))}
        </select>
        <button title={t("analysis.newTitle")} onClick={() => onVariant(variant)}>
          {t("analysis.new")}
        </button>
        <button aria-label={t("analysis.importExport")} title={t("analysis.importExport")} onClick={onImportExport}>
          <Icon name="file" />
        </button>
        <button aria-label={t("common.share")} title={t("common.share")} onClick={onShare}>
          <Icon name="share" />
        </button>
        <button aria-label={t("analysis.keyboardHelp")} title={`${t("analysis.keyboardHelp")} (?)`} onClick={onHelp}>
          ?
        </button>
      </div>
      <div class="row">
        <StepButtons steps={session} first={!at.parent} last={!at.children[0]} />
        <button aria-pressed={session.engineOn} onClick={session.toggleEngine}>
          <Icon name="engine" />
          {t("analysis.engine")}
        </button>
        <button aria-pressed={session.heatOn} title={t("analysis.heatTitle")} onClick={session.toggleHeat}>
          <Icon name="heat" />
          {t("analysis.heat")}
        </button>
        <button aria-pressed={session.openingsOn} title={t("openings.showTitle")} onClick={session.toggleOpenings}>
          <Icon name="book" />
          {t("openings.show")}
        </button>
      </div>
    </div>
  );
}
