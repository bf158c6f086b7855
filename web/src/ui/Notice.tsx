import type { ComponentChildren } from "preact";
import { t } from "../i18n/text";

export const Loading = () => <p class="notice">{t("common.loading")}</p>;

interface ProblemProps {
  message: string;
  /** Retries; absent if there is nothing to retry. */
  onRetry?: () => void;
  children?: ComponentChildren;
}

/** An error message with a suggestion. */
export function Problem({ message, onRetry, children }: ProblemProps) {
  return (
    <div class="notice" role="alert">
      <p class="error">{message}</p>
      {onRetry && <button onClick={onRetry}>{t("common.retry")}</button>}
      {children}
    </div>
  );
}

export type LoadProblem = "problem.page" | "problem.game" | "problem.puzzles" | "problem.openings";

/** Replaces messages of the browser such as "Failed to fetch". */
export function loadProblem(what: LoadProblem, error: unknown): string {
  const status = error instanceof Error ? /\((\d+)\)/.exec(error.message)?.[1] : undefined;
  const reason = status ? t("problem.status", { status }) : t("problem.offline");
  return `${t(what)} ${reason}`;
}
