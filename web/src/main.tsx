import { render } from "preact";
import "./core/page_files";
import { App } from "./App";
import { loaders } from "./i18n/catalogues";
import { language } from "./i18n/text";
import { keepForOffline } from "./ui/offline";
import { settings } from "./ui/settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/language.css";
import "./styles/board.css";
import "./styles/play.css";
import "./styles/dialog.css";
import "./styles/layout.css";
import "./styles/online.css";
import "./styles/tournaments.css";
import "./styles/analysis.css";
import "./styles/pages.css";

settings.applyTheme();
const root = document.getElementById("app")!;
const show = (): void => {
  root.textContent = "";
  render(<App />, root);
  keepForOffline();
};
language.loaders = loaders;
const wanted = language.wanted();
// English is already loaded. Waits for another language, so that the page does not flash in English first.
if (wanted === "en") show();
else void language.use(wanted).then(show);
