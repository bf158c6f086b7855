// What the page and the npm package have in common: the rules, the engine and game records.
export { Engine, type Evaluation, type Thought } from "./engine";
export { loadModule, loadNetwork, loadRecords, loadRules, setCoreFiles, type CoreFiles, type ModuleName } from "./load";
export { Records, type GameRecord, type MoveNote, type RecordToWrite } from "./records";
export { Rules } from "./rules";
export { Search } from "./search";
export { Study, type Attempt, type Goal, type GoalKind, type OpeningPosition } from "./study";
export * from "./types";
