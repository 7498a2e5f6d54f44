import { fork } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { openFilesMax } from '#kit/server/connections/descriptors.ts';
import { openNative } from '../stage/native-talk.ts';
import { openOcpp } from '../stage/ocpp-talk.ts';
import { atMost, never } from './figures.ts';
import type { Figure } from './figures.ts';
import { attackerAddress } from './raw.ts';
import type { Scenario, Stage } from './scenario.ts';
import { PILES } from './target.ts';

const GROUP = 3;
/** Connections that one process of strangers opens: each has a limit of open files of its own. */
const PER_PROCESS = 5_000;
/** Kept back in the product for its database and files, as the smallest reserve is. */
const RESERVE = 128;
const LOGIN_MS = 5_000;
const LOOKED_AT_MS = 3_000;
/** While they are all there. */
const STAY_MS = { short: 500, full: 5_000 } as const;

/** So many connections at a port, from many addresses, that do nothing. */
export const connectionFlood: Scenario = {
  name: 'a flood of connections',
  run: async (stage) => {
    const many = stage.isShort ? 2_000 : 20_000;
    const ports = ['http', 'ocpp', 'pile'] as const;
    const figures: Figure[] = [];
    for (const port of stage.isShort ? (['http'] as const) : ports) figures.push(...(await flood(stage, port, many)));
    return figures;
  },
};

const flood = async ({ target, isShort }: Stage, port: 'http' | 'ocpp' | 'pile', many: number): Promise<readonly Figure[]> => {
  const addresses = Array.from({ length: isShort ? 1 : 20 }, (_unused, nth) => attackerAddress(GROUP, nth));
  const strangers = Array.from({ length: Math.ceil(many / PER_PROCESS) }, () =>
    fork(new URL('stranger.mjs', import.meta.url), [String(target.ports[port]), String(Math.min(many, PER_PROCESS)), ...addresses]),
  );
  let filesMost = 0;
  const looking = setInterval(() => (filesMost = Math.max(filesMost, target.openFiles())), 50);
  await Promise.all(strangers.map((stranger) => once(stranger, 'message')));
  const bound = addresses.length * PER_ADDRESS;
  // The system has made some that the product has not looked at yet.
  const patienceEndMs = performance.now() + LOOKED_AT_MS;
  while (target.connections(target.ports[port], GROUP) > bound && performance.now() < patienceEndMs) await sleep(50);
  const held = target.connections(target.ports[port], GROUP);
  const logins = await Promise.all([timed(() => nativeLogin(target.ports.pile)), timed(() => ocppLogin(target.ports.ocpp))]);
  await sleep(isShort ? STAY_MS.short : STAY_MS.full);
  clearInterval(looking);
  for (const stranger of strangers) stranger.kill();
  await Promise.all(strangers.map(ended));
  const shown = many.toLocaleString('en-US');
  return [
    atMost(`connections held of ${shown} at port ${port} from ${addresses.length} addresses`, held, {
      of: addresses.length * PER_ADDRESS,
      unit: '',
    }),
    atMost('open files of the product at most', filesMost, { of: openFilesMax() - RESERVE, unit: '' }),
    atMost('login of a pile meanwhile', Math.max(...logins.map(({ tookMs }) => tookMs)), { of: LOGIN_MS, unit: 'ms' }),
    never('piles that could not log in', logins.filter(({ isDone }) => !isDone).length),
  ];
};
/** `CONNECTIONS_PER_ADDRESS` as it is by default. */
const PER_ADDRESS = 1_000;

const ended = async (child: ChildProcess): Promise<void> => {
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
