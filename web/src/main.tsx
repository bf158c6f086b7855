import { render } from "preact";
import { App } from "./App";
import { keepForOffline } from "./ui/offline";
import { settings } from "./ui/settings";
import "./styles/tokens.css";
import "./styles/base.css";
import "./styles/board.css";
import "./styles/play.css";
import "./styles/online.css";
import "./styles/tournaments.css";
import "./styles/analysis.css";
import "./styles/pages.css";

settings.applyTheme();
const root = document.getElementById("app")!;
root.textContent = "";
render(<App />, root);
keepForOffline();
