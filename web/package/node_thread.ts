// A thread of the engine in Node.js (../src/core/threads.ts).
import { parentPort, workerData } from "node:worker_threads";
import { runThread, type ThreadStart } from "../src/core/threads";

runThread(workerData as ThreadStart, () => parentPort!.postMessage("ready"));
