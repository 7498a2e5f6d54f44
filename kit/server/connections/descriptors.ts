import { existsSync, readFileSync } from 'node:fs';
import process from 'node:process';

/** The number of connections that all listeners of a process may have together. */
export interface ConnectionBudget {
  /** False when the budget is used up. */
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

/** How the file descriptors of a process are shared, in connections. */
export interface DescriptorShares {
  readonly api: number;
  /** For both ports of the gateway together. */
  readonly gateway: number;
}

/** A process cannot serve more connections well, even if the system allows them. */
const LISTENER_MAX = 20_000;
/** Descriptors reserved for the database, files, the bus and everything else: a tenth, within these limits. */
const RESERVE = { min: 128, max: 1_024 } as const;
/** The share of users and partners in a process that also serves piles. */
const API_SHARE = 0.25;

/** Divides the open files that a process may have, so that no listener can use up those of the database and of other listeners. */
export const shareDescriptors = (openFilesMax: number, serves: { readonly api: boolean; readonly gateway: boolean }): DescriptorShares => {
  const reserve = Math.min(RESERVE.max, Math.max(RESERVE.min, Math.floor(openFilesMax / 10)));
  const available = Math.max(CONNECTIONS_MIN, openFilesMax - reserve);
  const api = !serves.api ? 0 : serves.gateway ? Math.floor(available * API_SHARE) : available;
  return { api: Math.min(LISTENER_MAX, api), gateway: Math.min(2 * LISTENER_MAX, available - api) };
};
/** A process with fewer files than the reserve still accepts this many connections. */
const CONNECTIONS_MIN = 64;

/** Used where the system reports no limit, as on Windows. */
const UNLIMITED = 65_536;

/** The number of files and sockets that this process may have open. Node raises the soft limit to the hard limit at its start. */
export const openFilesMax = (): number => {
  const soft = softLimitOfLinux() ?? softLimitOfReport();
  // Without a limit, both sources return `unlimited`.
  return Number.isInteger(Number(soft)) ? Math.min(Number(soft), UNLIMITED) : UNLIMITED;
};

/**
 * Parses a line such as `Max open files 1024 524288 files`. Node's report would take a third of a second at the start, because it collects the
 * whole state of the process.
 */
const softLimitOfLinux = (): string | undefined =>
  existsSync(LIMITS) ? /^Max open files +(\w+)/mu.exec(readFileSync(LIMITS, 'utf8'))?.[1] : undefined;
const LIMITS = '/proc/self/limits';

const softLimitOfReport = (): number | string | undefined => {
  const report: unknown = process.report?.getReport();
  return (report as { readonly userLimits?: { readonly open_files?: { readonly soft: number | string } } } | undefined)?.userLimits?.open_files?.soft; // as documented by Node
};
