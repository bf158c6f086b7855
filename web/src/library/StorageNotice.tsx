import { rich, t } from "../i18n/text";
import { Icon } from "../ui/icons";
import { link } from "../ui/router";
import { useStore } from "../ui/store";
import { storageProblem } from "./store";

/** Says once that the browser cannot store games. */
export function StorageNotice() {
  if (useStore(storageProblem).state !== "found") return null;
  return (
    <div class="toast" role="alert">
      {rich("games.notStored", { a: (text) => <a href={link("games")}>{text}</a> })}{" "}
      <button class="quiet" aria-label={t("common.close")} onClick={() => storageProblem.dismiss()}>
        <Icon name="close" />
      </button>
    </div>
  );
}
