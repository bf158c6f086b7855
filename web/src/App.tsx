import type { FunctionComponent } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { languages, type LanguageCode } from "./i18n/languages";
import { language, t } from "./i18n/text";
import { StorageNotice } from "./library/StorageNotice";
import { PlayPage } from "./play/PlayPage";
import { arenaEntry } from "./tournaments/arena_entry";
import { Icon } from "./ui/icons";
import { Loading, Problem } from "./ui/Notice";
import { link, useRoute, type Route } from "./ui/router";
import { settings, type Theme } from "./ui/settings";
import { useStore } from "./ui/store";
import { failed, useLoaded } from "./ui/use_loaded";

type PageView = FunctionComponent<{ route: Route }>;
// The pages, in the order of the menu. The first load has Play; the others are loaded when they are opened.
const pages = {
  play: async () => PlayPage,
  online: async () => (await import("./online/OnlinePage")).OnlinePage,
  games: async () => (await import("./library/GamesPage")).GamesPage,
  analysis: async () => (await import("./analysis/AnalysisPage")).AnalysisPage,
  puzzles: async () => (await import("./puzzles/PuzzlesPage")).PuzzlesPage,
  tournaments: async () => (await import("./tournaments/TournamentsPage")).TournamentsPage,
  arena: async () => (await import("./arena/ArenaPage")).ArenaPage,
  learn: async () => (await import("./learn/LearnPage")).LearnPage,
  rules: async () => (await import("./rules/RulesPage")).RulesPage,
} satisfies Record<string, () => Promise<PageView>>;
type PageName = keyof typeof pages;

const loadedPages = new Map<PageName, PageView>([["play", PlayPage]]);

async function loadPage(name: PageName): Promise<PageView> {
  const view = await pages[name]();
  loadedPages.set(name, view);
  return view;
}

/** A page, once it is loaded. */
function LoadedPage({ name, route }: { name: PageName; route: Route }) {
  const loading = useLoaded(name, "problem.page", () => loadPage(name));
  const View = loadedPages.get(name) ?? loading; // shows a page that is there at once
  if (!View) return <Loading />;
  return failed(View) ? <Problem message={View.message} onRetry={View.retry} /> : <View route={route} />;
}

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
        <LoadedPage name={page} route={route} />
      </main>
      <StorageNotice />
    </>
  );
}

/** The menu: a row of links on wide screens, a button on narrow ones. */
function Menu({ current }: { current: PageName }) {
  const [open, setOpen] = useState(false);
  const { known } = useStore(arenaEntry);
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
        {(Object.keys(pages) as PageName[]).filter((name) => name !== "arena" || current === "arena" || known).map((name) => (
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
