import type { ComponentChildren } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { AnalysisPage } from "./analysis/AnalysisPage";
import { LearnPage } from "./learn/LearnPage";
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
  play: { title: "Play", view: () => <PlayPage /> },
  online: { title: "Online", view: (route) => <OnlinePage route={route} /> },
  analysis: { title: "Analysis", view: (route) => <AnalysisPage route={route} /> },
  puzzles: { title: "Puzzles", view: (route) => <PuzzlesPage route={route} /> },
  tournaments: { title: "Tournaments", view: (route) => <TournamentsPage route={route} /> },
  learn: { title: "Learn", view: () => <LearnPage /> },
  rules: { title: "Rules", view: () => <RulesPage /> },
};

export function App() {
  const route = useRoute();
  const page = pages[route.page] ?? pages["play"]!;
  const menu = useRef<HTMLElement>(null);
  // A narrow screen shows a part of the menu: the part with the present page.
  useEffect(() => {
    const here = menu.current?.querySelector("[aria-current]");
    if (menu.current && here instanceof HTMLElement)
      menu.current.scrollLeft = here.offsetLeft - menu.current.offsetLeft - (menu.current.clientWidth - here.clientWidth) / 2;
  }, [page]);
  return (
    <>
      <a class="skip" href="#main">
        Skip to the board
      </a>
      <header class="top">
        <a class="brand" href={link("play")}>
          <img src="./icon.svg" alt="" width="28" height="28" />
          <span>
            Extreme <b>Tic-Tac-Toe</b>
          </span>
        </a>
        <nav aria-label="Pages" ref={menu}>
          {Object.entries(pages).map(([name, { title }]) => (
            <a key={name} href={link(name)} aria-current={pages[name] === page ? "page" : undefined}>
              {title}
            </a>
          ))}
        </nav>
        <Switches />
      </header>
      <main id="main" tabIndex={-1}>
        {page.view(route)}
      </main>
    </>
  );
}

const nextTheme: Record<Theme, Theme> = { auto: "light", light: "dark", dark: "auto" };
const themeIcon = { auto: "auto", light: "sun", dark: "moon" } as const;

function Switches() {
  const { theme, sound } = useStore(settings);
  return (
    <div class="switches">
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
