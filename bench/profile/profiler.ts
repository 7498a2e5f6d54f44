import { setTimeout as sleep } from 'node:timers/promises';
import { WebSocket } from 'ws';

/** The part of the output of V8's sampling profiler that is used here. */
export interface CpuProfile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number; readonly columnNumber: number };
    readonly children?: readonly number[];
  }[];
  /** The node in which the profiler found the thread at each sample. */
  readonly samples: readonly number[];
}

/** The profiler of another process that was started with `--inspect`. */
export interface Profiler {
  start(): Promise<void>;
  stop(): Promise<CpuProfile>;
  close(): void;
}

const SAMPLING_INTERVAL_US = 400;
const START_MAX_MS = 10_000;

/** Connects to the inspector of a process on a port of this machine. */
export const connectProfiler = async (port: number): Promise<Profiler> => {
  const socket = new WebSocket(await inspectorUrl(port), { perMessageDeflate: false, maxPayload: 0 });
  await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
  const waiting = new Map<number, (result: unknown) => void>();
  socket.on('message', (data: Buffer) => {
    const { id, result } = JSON.parse(data.toString()) as { id?: number; result?: unknown };
    if (id !== undefined) waiting.get(id)?.(result);
  });
  let next = 0;
  const call = (method: string, params: object = {}): Promise<unknown> =>
    new Promise((resolve) => {
      waiting.set((next += 1), resolve);
      socket.send(JSON.stringify({ id: next, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL_US });
  return {
    start: async () => void (await call('Profiler.start')),
    stop: async () => ((await call('Profiler.stop')) as { profile: CpuProfile }).profile,
    close: () => socket.terminate(),
  };
};

const inspectorUrl = async (port: number): Promise<string> => {
  const endMs = performance.now() + START_MAX_MS;
  for (;;) {
    try {
      const response = await fetch(`http://127.0.0.1:${port}/json/list`);
      const [target] = (await response.json()) as readonly { webSocketDebuggerUrl: string }[];
      if (target) return target.webSocketDebuggerUrl;
    } catch (error) {
      if (performance.now() > endMs) throw error;
    }
    await sleep(50);
  }
};
