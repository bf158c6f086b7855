import { t } from "../i18n/text";
import { phrases } from "./protocol";
import type { OnlineSession } from "./session";

const shown = 4;

/** What was said last, and phrases to say: everyone reads them in their own language. */
export function Phrases({ session }: { session: OnlineSession }) {
  const { said, seat, cast, opponent } = session;
  const talks = seat !== null && session.joined && !opponent?.bot;
  if (said.length === 0 && !talks) return null;
  return (
    <section class="phrases" aria-label={t("online.phrases")}>
      {said.length > 0 && (
        <ul>
          {said.slice(-shown).map(({ side, phrase }, i) => (
            <li key={said.length - shown + i} class={`said-${side}`}>
              <b>{cast.names[side]}</b> {t(`phrase.${phrase}`)}
            </li>
          ))}
        </ul>
      )}
      {talks && (
        <details>
          <summary>{t("online.say")}</summary>
          <div class="controls">
            {phrases.map((phrase) => (
              <button key={phrase} disabled={!session.connected} onClick={() => session.say(phrase)}>
                {t(`phrase.${phrase}`)}
              </button>
            ))}
          </div>
        </details>
      )}
    </section>
  );
}
