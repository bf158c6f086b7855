import type { ComponentChildren } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import { AnalysisPage } from "./analysis/AnalysisPage";
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

interface Page {
  title: string;
  view: (route: Route) => ComponentChildren;
}

// The pages, in the order of the menu.
const pages: Record<string, Page> = {
  play: { title: "Play", view: (route) => <PlayPage route={route} /> },
  online: { title: "Online", view: (route) => <OnlinePage route={route} /> },
  games: { title: "My games", view: () => <GamesPage /> },
  analysis: { title: "Analysis", view: (route) => <AnalysisPage route={route} /> },
  puzzles: { title: "Puzzles", view: (route) => <PuzzlesPage route={route} /> },
  tournaments: { title: "Tournaments", view: (route) => <TournamentsPage route={route} /> },
  learn: { title: "Learn", view: () => <LearnPage /> },
  rules: { title: "Rules", view: () => <RulesPage /> },
};

export function App() {
  const route = useRoute();
  const page = pages[route.page] ?? pages["play"]!;
  const main = useRef<HTMLElement>(null);
  const skip = (event: Event): void => {
    event.preventDefault(); // The address after the # names the page.
    main.current?.focus();
  };
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        Skip to the board
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
        {page.view(route)}
      </main>
    </>
  );
}

/** The menu: a row of links on wide screens, a button on narrow ones. */
function Menu({ current }: { current: Page }) {
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
        <span>{current.title}</span>
      </button>
      <nav id="menu" aria-label="Pages" class={open ? "open" : ""}>
        {Object.entries(pages).map(([name, page]) => (
          <a key={name} href={link(name)} aria-current={page === current ? "page" : undefined} onClick={() => setOpen(false)}>
            {page.title}
          </a>
        ))}
      </nav>
    </div>
  );
}

const nextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const themeIcon = { auto: "auto", light: "sun", dark: "moon" } as const;

function Switches() {
  const { theme, sound, tapTwice } = useStore(settings);
  return (
    <div class="switches">
      {matchMedia("(pointer: coarse)").matches && (
        <button
          class="quiet"
          aria-label="Tap twice to play"
          title={tapTwice ? "Tap twice to play" : "Tap once to play"}
          aria-pressed={tapTwice}
          onClick={() => settings.set({ tapTwice: !tapTwice })}
        >
          <Icon name={tapTwice ? "tapTwice" : "tapOnce"} />
        </button>
      )}
      <button
        class="quiet"
        aria-label={`Colours: ${theme}`}
        title={`Colours: ${theme}`}
        onClick={() => settings.set({ theme: nextTheme[theme] })}
      >
        <Icon name={themeIcon[theme]} />
      </button>
      <button
        class="quiet"
        aria-label="Sounds"
        title={sound ? "Sounds on" : "Sounds off"}
        aria-pressed={sound}
        onClick={() => settings.set({ sound: !sound })}
      >
        <Icon name={sound ? "sound" : "mute"} />
      </button>
    </div>
  );
}
