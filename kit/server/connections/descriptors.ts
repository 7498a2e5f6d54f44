import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** Connections that all listeners of a process may have at once. */
export interface ConnectionBudget {
  /** False when there is no room for another. */
  readonly acquire: () => boolean;
  readonly release: () => void;
}

export const createBudget = (connectionsMax: number): ConnectionBudget => {
  let used = 0;
  return {
    acquire: () => {
      if (used >= connectionsMax) return false;
      used += 1;
      return true;
    },
    release: () => {
      used -= 1;
    },
  };
};

/** How the descriptors of a process are shared, in connections. */
export interface DescriptorShares {
  readonly api: number;
  /** Of both ports of piles together. */
  readonly gateway: number;
}

/** More connections than a process serves well, whatever the system allows. */
const LISTENER_MAX = 20_000;
/** Kept back for the database, files, the bus, and what else the process opens: a tenth, within these. */
const RESERVE = { min: 128, max: 1_024 } as const;
/** What people and partners may use of a process that also serves piles. */
const API_SHARE = 0.25;

/** Shares out the open files a process may have, so that no listener can use up what the database and the other listeners need. */
export const shareDescriptors = (openFilesMax: number, serves: { readonly api: boolean; readonly gateway: boolean }): DescriptorShares => {
  const reserve = Math.min(RESERVE.max, Math.max(RESERVE.min, Math.floor(openFilesMax / 10)));
  const available = Math.max(CONNECTIONS_MIN, openFilesMax - reserve);
  const api = !serves.api ? 0 : serves.gateway ? Math.floor(available * API_SHARE) : available;
  return { api: Math.min(LISTENER_MAX, api), gateway: Math.min(2 * LISTENER_MAX, available - api) };
};
/** A process that may open fewer files than the reserve still listens. */
const CONNECTIONS_MIN = 64;

/** Where the system tells none, as on Windows. */
const UNLIMITED = 65_536;

/** Files and sockets that this process may have open at once; Node has raised the soft limit to the hard one at its start. */
export const openFilesMax = (): number => {
  const soft = softLimitOfLinux() ?? softLimitOfReport();
  // Where there is no limit both say `unlimited`.
  return Number.isInteger(Number(soft)) ? Math.min(Number(soft), UNLIMITED) : UNLIMITED;
};

/** `Max open files  1024  524288  files`. Node's report would gather the whole state of the process, which takes a third of a second at a start. */
const softLimitOfLinux = (): string | undefined =>
  existsSync(LIMITS) ? /^Max open files +(\w+)/mu.exec(readFileSync(LIMITS, 'utf8'))?.[1] : undefined;
const LIMITS = '/proc/self/limits';

const softLimitOfReport = (): number | string | undefined => {
  const report: unknown = process.report?.getReport();
  return (report as { readonly userLimits?: { readonly open_files?: { readonly soft: number | string } } } | undefined)?.userLimits?.open_files?.soft; // as Node documents it
};
