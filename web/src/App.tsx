import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { AnalysisPage } from "./analysis/AnalysisPage";
import { languages, type LanguageCode } from "./i18n/languages";
import { language, t } from "./i18n/text";
import { LearnPage } from "./learn/LearnPage";
import { GamesPage } from "./library/GamesPage";
import { OnlinePage } from "./online/OnlinePage";
import { PlayPage } from "./play/PlayPage";
import { PuzzlesPage } from "./puzzles/PuzzlesPage";
import { RulesPage } from "./rules/RulesPage";
import { TournamentsPage } from "./tournaments/TournamentsPage";
import { Icon } from "./ui/icons";
import { link, useRoute, type Route } from "./ui/router";
import { settings, type Theme } from "./ui/settings";
import { useStore } from "./ui/store";

// The pages, in the order of the menu.
const pages = {
  play: (route: Route) => <PlayPage route={route} />,
  online: (route: Route) => <OnlinePage route={route} />,
  games: () => <GamesPage />,
  analysis: (route: Route) => <AnalysisPage route={route} />,
  puzzles: (route: Route) => <PuzzlesPage route={route} />,
  tournaments: (route: Route) => <TournamentsPage route={route} />,
  learn: () => <LearnPage />,
  rules: () => <RulesPage />,
} satisfies Record<string, (route: Route) => ComponentChildren>;
type PageName = keyof typeof pages;

/** The page in the current language. A change of language renders everything again; games are kept in the browser. */
export function App() {
  const { code } = useStore(language);
  return <Page key={code} />;
}

function Page() {
  const route = useRoute();
  const page = (route.page in pages ? route.page : "play") as PageName;
  const main = useRef<HTMLElement>(null);
  const skip = (event: Event): void => {
    event.preventDefault(); // The address after the # names the page.
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t("app.skip")}
      </a>
      <header class="top">
        <a class="brand" href={link("play")} aria-label="Extreme Tic-Tac-Toe">
          <img src="./icon.svg" alt="" width="28" height="28" />
          <span>
            Extreme <b>Tic-Tac-Toe</b>
          </span>
        </a>
        <Menu current={page} />
        <Switches />
      </header>
      <main id="main" tabIndex={-1} ref={main}>
        {pages[page](route)}
      </main>
    </>
  );
}

/** The menu: a row of links on wide screens, a button on narrow ones. */
function Menu({ current }: { current: PageName }) {
  const [open, setOpen] = useState(false);
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => setOpen(false), [current]);
  useEffect(() => {
    if (!open) return;
    const close = (event: Event): void => {
      const inside = event.target instanceof Node && menu.current?.contains(event.target);
      if (event instanceof KeyboardEvent ? event.key === "Escape" : !inside) setOpen(false);
    };
    addEventListener("pointerdown", close);
    addEventListener("keydown", close);
    return () => {
      removeEventListener("pointerdown", close);
      removeEventListener("keydown", close);
    };
  }, [open]);
  return (
    <div class="menu" ref={menu}>
      <button class="quiet menu-button" aria-expanded={open} aria-controls="menu" onClick={() => setOpen(!open)}>
        <Icon name="menu" />
        <span>{t(`nav.${current}`)}</span>
      </button>
      <nav id="menu" aria-label={t("nav.pages")} class={open ? "open" : ""}>
        {(Object.keys(pages) as PageName[]).map((name) => (
          <a key={name} href={link(name)} aria-current={name === current ? "page" : undefined} onClick={() => setOpen(false)}>
            {t(`nav.${name}`)}
          </a>
        ))}
      </nav>
    </div>
  );
}

const nextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const themeIcon = { auto: "auto", light: "sun", dark: "moon" } as const;
const themeText = { auto: "app.coloursAuto", light: "app.coloursLight", dark: "app.coloursDark" } as const;

function Switches() {
  const { theme, sound, tapTwice } = useStore(settings);
  return (
    <div class="switches">
      {matchMedia("(pointer: coarse)").matches && (
        <button
          class="quiet"
          aria-label={t("app.tapTwice")}
          title={t(tapTwice ? "app.tapTwice" : "app.tapOnce")}
          aria-pressed={tapTwice}
          onClick={() => settings.set({ tapTwice: !tapTwice })}
        >
          <Icon name={tapTwice ? "tapTwice" : "tapOnce"} />
        </button>
      )}
      <button
        class="quiet"
        aria-label={t(themeText[theme])}
        title={t(themeText[theme])}
        onClick={() => settings.set({ theme: nextTheme[theme] })}
      >
        <Icon name={themeIcon[theme]} />
      </button>
      <button
        class="quiet"
        aria-label={t("app.sounds")}
        title={t(sound ? "app.soundsOn" : "app.soundsOff")}
        aria-pressed={sound}
        onClick={() => settings.set({ sound: !sound })}
      >
        <Icon name={sound ? "sound" : "mute"} />
      </button>
      <LanguageChoice />
    </div>
  );
}

/** An icon over the native list. Each language is shown by its own name. */
function LanguageChoice() {
  const choose = (event: Event): void =>
    void language.choose((event.currentTarget as HTMLSelectElement).value as LanguageCode);
  return (
    <label class="language" title={t("app.language")}>
      <Icon name="language" />
      <select aria-label={t("app.language")} value={language.code} onChange={choose}>
        {Object.entries(languages).map(([code, { name }]) => (
          <option key={code} value={code} lang={code}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
