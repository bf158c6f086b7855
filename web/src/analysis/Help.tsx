import { t } from "../i18n/text";
import { Dialog } from "../ui/Dialog";

export function Help({ onClose }: { onClose: () => void }) {
  const keys: [string, string][] = [
    ["← →", t("keys.step")],
    [t("keys.homeEnd"), t("keys.ends")],
    [t("keys.space"), t("keys.engine")],
    ["h", t("keys.heat")],
    ["o", t("openings.showTitle")],
    [t("keys.board"), t("keys.boardDoes")],
    ["?", t("keys.help")],
  ];
  return (
    <Dialog title={t("keys.title")} onClose={onClose}>
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
