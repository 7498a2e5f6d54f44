import type { PileRecord } from './facts.ts';

/** What a pile knows of one charge, for whoever compares it with the platform's books. */
export interface JournalEntry {
  readonly key: string;
  readonly gunNumber: number;
  orderNo: string;
  transactionId: number | null;
  startResult: number | null;
  startMs: number | null;
  startTakenMs: number | null;
  stopMs: number | null;
  stopReason: number | null;
  startMeterDwh: number;
  stopMeterDwh: number | null;
  slotDwh: readonly number[];
  /** When the platform acknowledged the end; null before. */
  takenMs: number | null;
}

export interface Journal {
  readonly entries: readonly JournalEntry[];
  made(record: PileRecord): void;
  taken(record: PileRecord, atMs: number): void;
  /** OCPP: the platform's number for it. */
  numbered(key: string, transactionId: number): void;
}

/** The newest `max` charges of a pile. */
export const createJournal = (max: number): Journal => {
  const entries: JournalEntry[] = [];
  const entryOf = (record: PileRecord): JournalEntry => {
    const known = entries.findLast(({ key }) => key === record.session.key);
    if (known) return known;
    const entry = blank(record);
    entries.push(entry);
    if (entries.length > max) entries.shift();
    return entry;
  };
  return {
    entries,
    made: (record) => {
      const entry = entryOf(record);
      if (record.kind === 'start') Object.assign(entry, { startResult: record.code, startMs: record.atMs });
      else
        Object.assign(entry, {
          stopMs: record.atMs,
          stopReason: record.code,
          stopMeterDwh: record.meterDwh,
          slotDwh: record.session.charge?.slotDwh ?? [],
        });
    },
    taken: (record, atMs) => Object.assign(entryOf(record), record.kind === 'start' ? { startTakenMs: atMs } : { takenMs: atMs }),
    numbered: (key, transactionId) => {
      const entry = entries.findLast((known) => known.key === key);
      if (entry) entry.transactionId = transactionId;
    },
  };
};

const blank = ({ session, meterDwh }: PileRecord): JournalEntry => ({
  key: session.key,
  gunNumber: session.gunNumber,
  orderNo: session.orderNo,
  transactionId: null,
  startResult: null,
  startMs: session.charge?.startMs ?? null,
  startTakenMs: null,
  stopMs: null,
  stopReason: null,
  startMeterDwh: session.charge?.startMeterDwh ?? meterDwh,
  stopMeterDwh: null,
  slotDwh: [],
  takenMs: null,
});
