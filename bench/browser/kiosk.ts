import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, readlink, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { CHROMIUM_ARGS, wholeChromiumPath } from '#kit/test/chromium.ts';
import { collectAndRead } from './held-memory.ts';
import type { HeapUse } from './held-memory.ts';

const START_MS = 30_000;
/** The unit in which Linux tells processor time. */
const TICKS_EACH_S = 100;
const ESTABLISHED = '01';

/** A browser that shows one page, as a wall has it: it is measured from outside by what Linux knows of its processes. */
export interface Kiosk {
  /** Memory of the page's process without the files of the program: what it allocated, and what it shares with the process that draws. */
  readonly pageBytes: () => Promise<number>;
  /** TCP connections of all processes of the browser to a port. */
  readonly connections: (port: number) => Promise<number>;
  /** Processor time of all processes of the browser so far. */
  readonly cpuS: () => Promise<number>;
  /** Collects garbage in the page, and reads what it holds then. */
  readonly collected: () => Promise<HeapUse>;
  /** Attaches DevTools, which stay. */
  readonly attach: () => Promise<Browser>;
  readonly close: () => Promise<void>;
}

interface BrowserProcess {
  readonly id: number;
  readonly parentId: number;
  readonly cpuS: number;
}

/** @throws when the browser does not start within `START_MS` */
export const openKiosk = async (url: string): Promise<Kiosk> => {
  const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-kiosk-'));
  const args = ['--headless', '--remote-debugging-port=0', `--user-data-dir=${folder}`, '--no-first-run', '--window-size=1920,1080', url];
  const browser = spawn(wholeChromiumPath(), [...CHROMIUM_ARGS.measurement, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const endpoint = await new Promise<string>((resolve, reject) => {
    let output = '';
    const timeout = setTimeout(() => reject(new Error(`The browser did not start.\n${output}`)), START_MS);
    browser.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      const [, found] = /DevTools listening on (ws:\S+)/u.exec(output) ?? [];
      if (found === undefined) return;
      clearTimeout(timeout);
      resolve(found);
    });
  });
  const processes = () => processesBelow(browser.pid ?? 0);
  return {
    pageBytes: async () => memoryBytes(await pageProcess(await processes())),
    connections: async (port) => countConnections(await processes(), port),
    cpuS: async () => (await processes()).reduce((sum, { cpuS }) => sum + cpuS, 0),
    collected: () => collectAndRead(endpoint),
    attach: () => chromium.connectOverCDP(endpoint),
    close: async () => {
      // Where a script starts the browser, its own end would leave the browser behind.
      for (const { id } of await processes()) end(id);
      await ended;
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
};

const end = (id: number): void => {
  try {
    process.kill(id, 'SIGTERM');
  } catch {
    // It has ended with another one.
  }
};

/** A process and all that it started, directly or not. */
const processesBelow = async (rootId: number): Promise<readonly BrowserProcess[]> => {
  const ids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const all = (await Promise.all(ids.map(readProcess))).flatMap((found) => found ?? []);
  const below = new Set([rootId]);
  for (let before = 0; before < below.size;) {
    before = below.size;
    for (const { id, parentId } of all) if (below.has(parentId)) below.add(id);
  }
  return all.filter(({ id }) => below.has(id));
};

/** Undefined for a process that has ended. */
const readProcess = async (id: number): Promise<BrowserProcess | undefined> => {
  const stat = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => undefined);
  // The name of the program stands in brackets and may contain spaces.
  const fields = stat?.slice(stat.lastIndexOf(')') + 2).split(' ');
  return fields && { id, parentId: Number(fields[1]), cpuS: (Number(fields[11]) + Number(fields[12])) / TICKS_EACH_S };
};

/** A browser has a renderer in reserve, which has worked less. */
const pageProcess = async (processes: readonly BrowserProcess[]): Promise<number> => {
  const lines = await Promise.all(processes.map(({ id }) => readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')));
  const renderers = processes.filter((_each, index) => lines[index]?.includes('--type=renderer')).toSorted((one, other) => other.cpuS - one.cpuS);
  const [busiest] = renderers;
  if (!busiest) throw new Error('the browser has no process for the page');
  return busiest.id;
};

const memoryBytes = async (id: number): Promise<number> => {
  const rollup = await readFile(`/proc/${id}/smaps_rollup`, 'utf8');
  const kibOf = (name: string): number => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'mu').exec(rollup)?.[1]);
  return (kibOf('Pss_Anon') + kibOf('Pss_Shmem')) * 1024;
};

const countConnections = async (processes: readonly BrowserProcess[], port: number): Promise<number> => {
  const opened = await Promise.all(processes.map(({ id }) => socketsOf(id)));
  const sockets = new Set(opened.flat());
  const rows = (await readFile('/proc/net/tcp', 'utf8')).trim().split('\n').slice(1);
  const wanted = port.toString(16).toUpperCase().padStart(4, '0');
  return rows.filter((row) => {
    const [, , remote, state, , , , , , inode = ''] = row.trim().split(/\s+/u);
    return remote?.endsWith(`:${wanted}`) && state === ESTABLISHED && sockets.has(inode);
  }).length;
};

const socketsOf = async (id: number): Promise<readonly string[]> => {
  const names = await readdir(`/proc/${id}/fd`).catch(() => []);
  const targets = await Promise.all(names.map((name) => readlink(`/proc/${id}/fd/${name}`).catch(() => '')));
  return targets.flatMap((target) => /^socket:\[(\d+)\]$/u.exec(target)?.[1] ?? []);
};
