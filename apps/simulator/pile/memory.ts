import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { PriceRule } from '../model/price.ts';
import type { PileRecord, Session } from './facts.ts';

/** What a pile keeps through a power cut. */
export interface PileMemory {
  /** Of each gun, 0.1 Wh. */
  metersDwh: number[];
  /** Of each gun, as it last was. */
  running: (Session | null)[];
  /** Not yet taken by the platform, oldest first. */
  records: PileRecord[];
  /** Taken; for a recall, newest last. */
  taken: PileRecord[];
  /** Session key to OCPP transaction, newest last. */
  transactions: [string, number][];
  /** Command id to the answer it got, newest last. */
  commands: [string, CommandAnswer][];
  /** Parameter number or OCPP key to its text. */
  parameters: Record<string, string>;
  /** Prices by month, 1 to 12, as the platform told them. */
  rules: Record<string, PriceRule>;
  sessionCount: number;
}

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

export const COMMANDS_KEPT = 100;
export const TAKEN_KEPT = 50;
export const TRANSACTIONS_KEPT = 100;

/** Lasts as long as the process. */
export const ramStore = (): MemoryStore => {
  let kept: PileMemory | undefined;
  return {
    load: () => kept,
    save: (memory) => {
      kept = memory;
    },
  };
};

/** A file for each pile, replaced as a whole, so that a killed process leaves the old one or the new one. */
export const fileStore = (folder: string, cpCode: string): MemoryStore => {
  const file = path.join(folder, `${cpCode}.json`);
  // What a pile knows of its platform holds its secret.
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
  sessionCount: 0,
});

/** A file that cannot be read is as good as none: the pile begins anew. */
const readMemory = (file: string): PileMemory | undefined => {
  try {
    const kept: unknown = JSON.parse(readFileSync(file, 'utf8'));
    // One that an older pile wrote knows no months.
    return isMemory(kept) ? { ...kept, rules: kept.rules ?? {} } : undefined;
  } catch {
    return undefined;
  }
};

const isMemory = (kept: unknown): kept is PileMemory =>
  typeof kept === 'object' && kept !== null && 'metersDwh' in kept && 'records' in kept && 'sessionCount' in kept;
