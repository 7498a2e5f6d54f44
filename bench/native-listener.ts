/**
 * The native listener over real sockets, with a back end that answers at once: `npx tsx bench/native-listener.ts [idle piles]`, 10,000 by default.
 * Prints charging samples a second over 500 piles as a ratio to a bare TCP echo of the same frames by the same client, the CPU that a message costs
 * the server, the memory of idle piles, and how long it takes until all have reconnected after the listener was closed.
 */
import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AnswerTo } from '#engines/protocol/device.ts';
import type { DeviceBackend, PileEvent } from '#engines/protocol/device-backend.ts';
import { createFrameLog } from '../apps/gateway/shared/frame-log.ts';
import { startNativeListener, type NativeListener } from '../apps/gateway/native/listener.ts';
import { createRegistry } from '../apps/gateway/shared/session-registry.ts';

const IDLE_PILES = Number(process.argv[2] ?? 10_000);
const ACTIVE_PILES = 500;
const SECONDS = 5;
const MEMORY_MAX_BYTES = 400 * 1024 * 1024;
const RECONNECT_MAX_MS = 10_000;

let epoch = 0;
const ANSWER: AnswerTo<PileEvent> = { result: 0 };
const intervals = { pileS: 600, gunS: 600, chargingS: 15, bmsHandshakeS: 0, bmsParameterS: 0, bmsChargingS: 15, bmsEndS: 0 };
const handle: DeviceBackend['handle'] = async () => ANSWER as never;
const backend: DeviceBackend = {
  credentials: async () => ({ secret: null, encryptionMode: 0 }),
  login: async () => ({ result: 0, epoch: (epoch += 1), profile: { intervals, tzMinutes: 480, rateRuleNo: '' } }),
  handle,
  commandSettled: async () => {},
  disconnected: async () => {},
  frames: async () => {},
  alarm: ({ kind, detail }) => console.error('alarm', kind, detail),
};
const clock = { nowMs: () => Date.now() };
const errorLog = { info: () => undefined, warn: () => undefined, error: (facts: object) => console.error(facts) };
const listen = (port = 0): Promise<NativeListener> =>
  startNativeListener({
    port,
    backend,
    registry: createRegistry(),
    frames: createFrameLog(backend, clock),
    log: errorLog,
    clock,
    sessionLimits: { framesPerS: 1e6, framesBurst: 1e6 },
  });

const startClient = (mode: 'echo' | 'samples' | 'idle', port: number, piles: number): ChildProcess =>
  fork(new URL('./native-piles.ts', import.meta.url), [mode, String(port), String(piles), String(SECONDS)], { execArgv: process.execArgv });
const nextMessage = async (child: ChildProcess): Promise<Readonly<Record<string, number>>> => {
  const [message]: unknown[] = await once(child, 'message');
  return message as Readonly<Record<string, number>>;
};
const cpuMs = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
};
const load = async (mode: 'echo' | 'samples', port: number): Promise<{ perS: number; cpuUs: number; p95Ms: number }> => {
  const child = startClient(mode, port, ACTIVE_PILES);
  await nextMessage(child);
  const before = cpuMs();
  child.send('go');
  const { messages = 0, seconds = 1, p95Ms = 0 } = await nextMessage(child);
  const cpuUs = ((cpuMs() - before) * 1_000) / messages;
  child.kill();
  return { perS: messages / seconds, cpuUs, p95Ms };
};

const echo = createServer((socket) => {
  socket.setNoDelay(true);
  socket.on('error', () => undefined);
  socket.on('data', (chunk) => socket.write(chunk));
}).listen(0, '127.0.0.1');
await once(echo, 'listening');
const address = echo.address();
const limit = await load('echo', typeof address === 'object' && address ? address.port : 0);
echo.close();

let listener = await listen();
const samples = await load('samples', listener.port);
const show = (name: string, { perS, cpuUs, p95Ms }: typeof samples): void =>
  console.log(
    name.padEnd(44),
    `${Math.round(perS).toLocaleString('en')}/s`.padStart(10),
    `${cpuUs.toFixed(1)} µs CPU`,
    `p95 ${p95Ms.toFixed(1)} ms`,
    (perS / limit.perS).toFixed(2),
  );
show(`limit: bare TCP echo, ${ACTIVE_PILES} connections`, limit);
show(`charging samples, ${ACTIVE_PILES} piles`, samples);
await listener.close();

listener = await listen();
const { port } = listener;
const empty = process.memoryUsage().rss;
const idle = startClient('idle', port, IDLE_PILES);
const { ms: firstMs = 0 } = await nextMessage(idle);
globalThis.gc?.();
const rss = process.memoryUsage().rss;
console.log(
  `${listener.openConnections} idle piles: ${Math.round(rss / 2 ** 20)} MiB in all, ${((rss - empty) / IDLE_PILES / 1024).toFixed(1)} KiB each; logged in within ${firstMs} ms`,
);
await listener.close();
const reconnected = nextMessage(idle);
listener = await listen(port);
const { ms: reconnectMs = Infinity } = await reconnected;
console.log(`all back ${reconnectMs} ms after the listener returned (${listener.openConnections} connections)`);
idle.kill();
await listener.close();
process.exitCode = rss > MEMORY_MAX_BYTES || reconnectMs > RECONNECT_MAX_MS ? 1 : 0;
process.exit();
