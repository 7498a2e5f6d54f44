import type { PileRecord } from './facts.ts';

/** What a pile knows of one charge, for comparison with the platform's books. */
export interface JournalEntry {
  readonly key: string;
  readonly gunNumber: number;
  orderNo: string;
  transactionId: number | null;
  startResult: number | null;
  startMs: number | null;
  startAcknowledgedMs: number | null;
  stopMs: number | null;
  stopReason: number | null;
  startMeterDwh: number;
  stopMeterDwh: number | null;
  slotDwh: readonly number[];
  /** When the platform acknowledged the end; null before. */
  acknowledgedMs: number | null;
}

export interface Journal {
  readonly entries: readonly JournalEntry[];
  recordCreated(record: PileRecord): void;
  recordAcknowledged(record: PileRecord, atMs: number): void;
  /** OCPP: sets the platform's transaction number. */
  setTransactionId(key: string, transactionId: number): void;
}

/** The newest `max` charges of a pile. */
export const createJournal = (max: number): Journal => {
  const entries: JournalEntry[] = [];
  const entryOf = (record: PileRecord): JournalEntry => {
    const existing = entries.findLast(({ key }) => key === record.session.key);
    if (existing) return existing;
    const entry = emptyEntry(record);
    entries.push(entry);
    if (entries.length > max) entries.shift();
    return entry;
  };
  return {
    entries,
    recordCreated: (record) => {
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
    recordAcknowledged: (record, atMs) =>
      Object.assign(entryOf(record), record.kind === 'start' ? { startAcknowledgedMs: atMs } : { acknowledgedMs: atMs }),
    setTransactionId: (key, transactionId) => {
      const entry = entries.findLast((candidate) => candidate.key === key);
      if (entry) entry.transactionId = transactionId;
    },
  };
};

const emptyEntry = ({ session, meterDwh }: PileRecord): JournalEntry => ({
  key: session.key,
  gunNumber: session.gunNumber,
  orderNo: session.orderNo,
  transactionId: null,
  startResult: null,
  startMs: session.charge?.startMs ?? null,
  startAcknowledgedMs: null,
  stopMs: null,
  stopReason: null,
  startMeterDwh: session.charge?.startMeterDwh ?? meterDwh,
  stopMeterDwh: null,
  slotDwh: [],
  acknowledgedMs: null,
});
