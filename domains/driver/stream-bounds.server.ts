import { refuseTooMany } from './call-limits.server.ts';

/** Streams of events at a time. */
const VISIT_STREAMS_MAX = 4;
const ADDRESS_STREAMS_MAX = 40;
const ALL_STREAMS_MAX = 2_000;
const TRY_AGAIN_S = 10;

/** Bounds the streams of events of this process, and ends them when it closes. */
export interface StreamBounds {
  /** Takes a place; the function gives it back. Refuses with 429 when there is none. */
  readonly take: (visitId: string, address: string) => () => void;
  readonly isClosing: () => boolean;
  readonly close: () => void;
}

export const createStreamBounds = (): StreamBounds => {
  const counts = new Map<string, number>();
  let all = 0;
  let closing = false;
  const change = (name: string, by: number): void => {
    const next = (counts.get(name) ?? 0) + by;
    if (next > 0) counts.set(name, next);
    else counts.delete(name);
  };
  return {
    take: (visitId, address) => {
      const [visit, from] = [`visit ${visitId}`, `address ${address}`];
      const isFull = all >= ALL_STREAMS_MAX || (counts.get(visit) ?? 0) >= VISIT_STREAMS_MAX || (counts.get(from) ?? 0) >= ADDRESS_STREAMS_MAX;
      if (isFull || closing) refuseTooMany(TRY_AGAIN_S);
      all++;
      change(visit, 1);
      change(from, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all--;
        change(visit, -1);
        change(from, -1);
      };
    },
    isClosing: () => closing,
    close: () => {
      closing = true;
    },
  };
};
