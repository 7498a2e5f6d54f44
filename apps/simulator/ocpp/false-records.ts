import type { PileRecord } from '../pile/facts.ts';

interface Stop {
  readonly transactionId: number;
  readonly stopMeterDwh: number;
  readonly atMs: number;
}

/** The end of a transaction with one false value. A StopTransaction has no slots, amounts or check code that could be wrong. */
export const falsify = (stop: Stop, { lie, session }: PileRecord): Stop => {
  const start = session.charge;
  switch (lie) {
    case 'energyTooLarge':
      return { ...stop, stopMeterDwh: stop.stopMeterDwh + IMPOSSIBLE_DWH };
    case 'meterBackwards':
      return { ...stop, stopMeterDwh: Math.max(0, (start?.startMeterDwh ?? stop.stopMeterDwh) - 10_000) };
    case 'stopBeforeStart':
      return { ...stop, atMs: (start?.startMs ?? stop.atMs) - 60_000 };
    case 'otherOrder':
      return { ...stop, transactionId: stop.transactionId + 1_000_000 };
    default:
      return stop;
  }
};

/** 1 MWh. */
const IMPOSSIBLE_DWH = 10_000_000;
