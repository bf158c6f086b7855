// A game on another site's page, in an iframe: the board, steps through the game, and a link to Analysis. It
// loads only the rules, not the engine.
import { render } from "preact";
import { setCoreFiles } from "../core/load";
import { loaders } from "../i18n/catalogues";
import { language } from "../i18n/text";
import { settings } from "../ui/settings";
import { EmbeddedGame } from "./EmbeddedGame";
import "../styles/tokens.css";
import "../styles/base.css";
import "../styles/board.css";
import "../styles/play.css";
import "../styles/embed.css";

const urls = import.meta.glob<string>("@wasm/rules/*.wasm", { query: "?url", import: "default", eager: true });
setCoreFiles({
  moduleUrl: (name) => Object.entries(urls).find(([path]) => path.endsWith(`/${name}.wasm`))?.[1],
  networkUrl: () => undefined,
});

settings.applyTheme();
language.loaders = loaders;
void language.use(language.wanted()).then(() => {
  const root = document.getElementById("app")!;
  root.textContent = "";
  render(<EmbeddedGame parameters={new URLSearchParams(location.search)} />, root);
});
