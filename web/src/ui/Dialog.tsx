import type { ComponentChildren } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { t } from "../i18n/text";
import { Icon } from "./icons";

interface DialogProps {
  title: string;
  onClose: () => void;
  children: ComponentChildren;
  /** Buttons that stay visible while the rest scrolls. */
  footer?: ComponentChildren;
  /** Makes the dialog a form. */
  onSubmit?: () => void;
}

export function Dialog({ title, onClose, children, footer, onSubmit }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const gone = useRef(false);
  // At once: the focus goes back to what has it now.
  useLayoutEffect(() => {
    const element = dialog.current!;
    element.showModal();
    return () => {
      gone.current = true; // the event of this close comes later
      element.close(); // gives the focus back
    };
  }, []);
  const submit = (event: Event): void => {
    event.preventDefault();
    onSubmit?.();
  };
  const content = (
    <>
      <div class="dialog-head">
        <h2 id="dialog-title">{title}</h2>
        <button type="button" class="quiet" aria-label={t("common.close")} onClick={onClose}>
          <Icon name="close" />
        </button>
      </div>
      <div class="dialog-body">{children}</div>
      {footer && <div class="dialog-foot">{footer}</div>}
    </>
  );
  return (
    <dialog ref={dialog} aria-labelledby="dialog-title" onClose={() => gone.current || onClose()}>
      {onSubmit ? (
        <form class="dialog-frame" onSubmit={submit}>
          {content}
        </form>
      ) : (
        <div class="dialog-frame">{content}</div>
      )}
    </dialog>
  );
}
