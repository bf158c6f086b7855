// The worker of a thread of the engine (threads.ts).
import { runThread, type ThreadStart } from "./threads";

self.onmessage = ({ data }: MessageEvent<ThreadStart>) => runThread(data, () => self.postMessage("ready"));
