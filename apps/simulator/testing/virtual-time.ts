import type { Time } from '../time.ts';

interface Alarm {
  readonly atMs: number;
  readonly order: number;
  readonly work: () => void;
}

/** A clock that advances only by `run`. */
export interface VirtualTime extends Time {
  /** Advances the time and runs due timers in order; promises settle between two timers. */
  run(ms: number): Promise<void>;
}

export const createVirtualTime = (startMs = Date.UTC(2026, 10, 20, 4, 0, 0)): VirtualTime => {
  let nowMs = startMs;
  let order = 0;
  const alarms = new Set<Alarm>();

  const nextDue = (untilMs: number): Alarm | undefined => {
    let next: Alarm | undefined;
    for (const alarm of alarms) {
      if (alarm.atMs > untilMs) continue;
      if (!next || alarm.atMs < next.atMs || (alarm.atMs === next.atMs && alarm.order < next.order)) next = alarm;
    }
    return next;
  };

  return {
    nowMs: () => nowMs,
    after: (ms, work) => {
      const alarm = { atMs: nowMs + Math.max(0, Math.round(ms)), order: (order += 1), work };
      alarms.add(alarm);
      return () => void alarms.delete(alarm);
    },
    run: async (ms) => {
      const untilMs = nowMs + ms;
      await settle();
      for (let next = nextDue(untilMs); next; next = nextDue(untilMs)) {
        alarms.delete(next);
        nowMs = Math.max(nowMs, next.atMs);
        next.work();
        await settle();
      }
      nowMs = untilMs;
    },
  };
};

/** Lets every promise that can settle do so. */
const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
