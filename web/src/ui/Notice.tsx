import type { ComponentChildren } from "preact";

export const Loading = () => <p class="notice">Loading…</p>;

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
      {onRetry && <button onClick={onRetry}>Retry</button>}
      {children}
    </div>
  );
}

/** Replaces messages of the browser such as "Failed to fetch". */
export function loadProblem(what: string, error: unknown): Error {
  const status = error instanceof Error ? /\((\d+)\)/.exec(error.message)?.[1] : undefined;
  const reason = status ? `The server answered ${status}.` : "Check your internet connection.";
  return new Error(`Could not load ${what}. ${reason}`);
}
