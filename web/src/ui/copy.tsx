import { useState } from "preact/hooks";
import { t } from "../i18n/text";
import { Icon } from "./icons";

/** Copies a text to the clipboard, also over plain http. False if the browser refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelection(text);
  }
}

// The older method, which needs no secure context.
function copyBySelection(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.setAttribute("readonly", "");
  field.className = "hidden";
  const place = document.querySelector("dialog[open]") ?? document.body;
  const focused = document.activeElement;
  place.append(field);
  field.select();
  try {
    return document.execCommand("copy");
  } catch {
    return false;
  } finally {
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
  }
}

export function CopyButton({ text }: { text: string }) {
  const [state, setState] = useState<"idle" | "copied" | "refused">("idle");
  const copy = async (): Promise<void> => setState((await copyText(text)) ? "copied" : "refused");
  const shown = t(({ idle: "common.copy", copied: "common.copied", refused: "common.pressCopy" } as const)[state]);
  return (
    <button type="button" onClick={() => void copy()}>
      <Icon name="link" />
      <span aria-live="polite">{shown}</span>
    </button>
  );
}
