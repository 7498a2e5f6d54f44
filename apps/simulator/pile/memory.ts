import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PriceRule } from '../model/price.ts';
import type { KeptProfile } from '../ocpp/charging-profiles.ts';
import type { PileRecord, Session } from './facts.ts';

/** What a pile keeps through a power cut. */
export interface PileMemory {
  /** The meter of each gun, 0.1 Wh. */
  metersDwh: number[];
  /** The last session of each gun. */
  running: (Session | null)[];
  /** Not yet acknowledged by the platform, oldest first. */
  records: PileRecord[];
  /** Acknowledged by the platform; kept for a recall, newest last. */
  taken: PileRecord[];
  /** Session keys and OCPP transaction numbers, newest last. */
  transactions: [string, number][];
  /** Command ids and their answers, newest last. */
  commands: [string, CommandAnswer][];
  /** Values by parameter number or OCPP key. */
  parameters: Record<string, string>;
  /** Prices by month, 1 to 12, as received from the platform. */
  rules: Record<string, PriceRule>;
  /** Accounts of the white list by account type. */
  whiteLists: Record<string, readonly string[]>;
  /** The local authorization list of an OCPP station. */
  localList: LocalList;
  chargingProfiles: readonly KeptProfile[];
  /** The power schedule of the native protocol; power 0 is the rated one. Memories of older piles have none. */
  powerPeriods?: readonly PowerPeriod[];
  sessionCount: number;
  /** The version that an upgrade installed. */
  mainSw?: string;
}

export interface PowerPeriod {
  /** Of the station's day. */
  readonly startMinute: number;
  readonly powerW: number;
}

export interface LocalList {
  readonly version: number;
  /** The end of validity by tag, in milliseconds; null: without limit. */
  readonly tags: Readonly<Record<string, number | null>>;
}
export const EMPTY_LOCAL_LIST: LocalList = { version: 0, tags: {} };

export interface CommandAnswer {
  /** 0 ok, 1 failed, 2 exists, 3 not exist. */
  readonly result: number;
  readonly paramNo: number;
  readonly value: string;
  readonly remark: string;
}

export interface MemoryStore {
  load(): PileMemory | undefined;
  save(memory: PileMemory): void;
}

export const COMMANDS_MAX = 100;
export const ACKNOWLEDGED_MAX = 50;
export const TRANSACTIONS_MAX = 100;

/** A store that lasts as long as the process. */
export const ramStore = (): MemoryStore => {
  let stored: PileMemory | undefined;
  return {
    load: () => stored,
    save: (memory) => {
      stored = memory;
    },
  };
};

/** One file for each pile, replaced as a whole, so that a killed process leaves either the old or the new one. */
export const fileStore = (folder: string, cpCode: string): MemoryStore => {
  const file = path.join(folder, `${cpCode}.json`);
  // The memory of a pile contains passwords that drivers typed, so only the owner may read it.
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return {
    load: () => readMemory(file),
    save: (memory) => {
      writeFileSync(`${file}.new`, JSON.stringify(memory), { mode: 0o600 });
      renameSync(`${file}.new`, file);
    },
  };
};

export const emptyMemory = (metersDwh: readonly number[]): PileMemory => ({
  metersDwh: [...metersDwh],
  running: metersDwh.map(() => null),
  records: [],
  taken: [],
  transactions: [],
  commands: [],
  parameters: {},
  rules: {},
  whiteLists: {},
  localList: EMPTY_LOCAL_LIST,
  chargingProfiles: [],
  sessionCount: 0,
});

/** An unreadable file counts as none: the pile begins with an empty memory. */
const readMemory = (file: string): PileMemory | undefined => {
  try {
    const parsed: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // A file of an older version has no prices by month and no lists.
    return isMemory(parsed)
      ? {
          ...parsed,
          rules: parsed.rules ?? {},
          whiteLists: parsed.whiteLists ?? {},
          localList: parsed.localList ?? EMPTY_LOCAL_LIST,
          chargingProfiles: parsed.chargingProfiles ?? [],
        }
      : undefined;
  } catch {
    return undefined;
  }
};

const isMemory = (parsed: unknown): parsed is PileMemory =>
  typeof parsed === 'object' && parsed !== null && 'metersDwh' in parsed && 'records' in parsed && 'sessionCount' in parsed;
