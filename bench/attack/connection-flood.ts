import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFilesMax } from '#kit/server/connections/descriptors.ts';
import { openNative } from '../server/native-pile.ts';
import { openOcpp } from '../server/ocpp-pile.ts';
import { atMost, never } from './figures.ts';
import type { Figure } from './figures.ts';
import { attackerAddress } from './raw-connection.ts';
import type { Scenario, AttackContext } from './scenario.ts';
import { PILES } from './target.ts';

const GROUP = 3;
/** Connections that one client process opens; each process has its own limit of open files. */
const PER_PROCESS = 5_000;
/** File descriptors that the product keeps free for its database and files: its smallest reserve. */
const RESERVE = 128;
const LOGIN_MS = 5_000;
const ACCEPT_MAX_MS = 3_000;
/** How long all connections stay. */
const HOLD_MS = { short: 500, full: 5_000 } as const;

/** Opens many idle connections to a port, from many addresses. */
export const connectionFlood: Scenario = {
  name: 'a flood of connections',
  run: async (context) => {
    const connectionCount = context.isShort ? 2_000 : 20_000;
    const ports = ['http', 'ocpp', 'pile'] as const;
    const figures: Figure[] = [];
    for (const port of context.isShort ? (['http'] as const) : ports) figures.push(...(await flood(context, port, connectionCount)));
    return figures;
  },
};

const flood = async ({ target, isShort }: AttackContext, port: 'http' | 'ocpp' | 'pile', connectionCount: number): Promise<readonly Figure[]> => {
  const addresses = Array.from({ length: isShort ? 1 : 20 }, (_unused, nth) => attackerAddress(GROUP, nth));
  const clientProcesses = Array.from({ length: Math.ceil(connectionCount / PER_PROCESS) }, () =>
    fork(new URL('client-process.mjs', import.meta.url), [String(target.ports[port]), String(Math.min(connectionCount, PER_PROCESS)), ...addresses]),
  );
  let mostOpenFiles = 0;
  const fileTimer = setInterval(() => (mostOpenFiles = Math.max(mostOpenFiles, target.openFiles())), 50);
  await Promise.all(clientProcesses.map((stranger) => once(stranger, 'message')));
  const connectionLimit = addresses.length * PER_ADDRESS;
  // The operating system has accepted some connections that the product has not handled yet.
  const acceptEndMs = performance.now() + ACCEPT_MAX_MS;
  while (target.connections(target.ports[port], GROUP) > connectionLimit && performance.now() < acceptEndMs) await sleep(50);
  const heldCount = target.connections(target.ports[port], GROUP);
  const logins = await Promise.all([timed(() => nativeLogin(target.ports.pile)), timed(() => ocppLogin(target.ports.ocpp))]);
  await sleep(isShort ? HOLD_MS.short : HOLD_MS.full);
  clearInterval(fileTimer);
  for (const stranger of clientProcesses) stranger.kill();
  await Promise.all(clientProcesses.map(waitForExit));
  const countText = connectionCount.toLocaleString('en-US');
  return [
    atMost(`connections held of ${countText} at port ${port} from ${addresses.length} addresses`, heldCount, {
      of: addresses.length * PER_ADDRESS,
      unit: '',
    }),
    atMost('open files of the product at most', mostOpenFiles, { of: openFilesMax() - RESERVE, unit: '' }),
    atMost('login of a pile meanwhile', Math.max(...logins.map(({ tookMs }) => tookMs)), { of: LOGIN_MS, unit: 'ms' }),
    never('piles that could not log in', logins.filter(({ isDone }) => !isDone).length),
  ];
};
/** The default of `CONNECTIONS_PER_ADDRESS`. */
const PER_ADDRESS = 1_000;

const waitForExit = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode === null && child.signalCode === null) await once(child, 'exit');
};

const nativeLogin = async (port: number): Promise<void> => (await openNative({ port, index: PILES.native - 1 })).cut();
const ocppLogin = async (port: number): Promise<void> => (await openOcpp({ port, index: PILES.native + PILES.ocpp - 1 })).cut();

const timed = async (work: () => Promise<void>): Promise<{ readonly isDone: boolean; readonly tookMs: number }> => {
  const begunMs = performance.now();
  const isDone = await work().then(
    () => true,
    () => false,
  );
  return { isDone, tookMs: performance.now() - begunMs };
};
