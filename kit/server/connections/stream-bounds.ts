/** Streams of events at a time: of one visit or screen, of one address, and of this process. */
const OWNER_STREAMS_MAX = 4;
const ADDRESS_STREAMS_MAX = 40;
const ALL_STREAMS_MAX = 2_000;
/** When there may be a place again. */
export const STREAM_AGAIN_S = 10;

/** Bounds the streams of events of this process, and ends them when it closes. */
export interface StreamBounds {
  /** Takes a place; the function gives it back. Undefined when there is none. */
  readonly take: (owner: string, address: string) => (() => void) | undefined;
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
    take: (owner, address) => {
      const [own, from] = [`owner ${owner}`, `address ${address}`];
      const isFull = all >= ALL_STREAMS_MAX || (counts.get(own) ?? 0) >= OWNER_STREAMS_MAX || (counts.get(from) ?? 0) >= ADDRESS_STREAMS_MAX;
      if (isFull || closing) return undefined;
      all++;
      change(own, 1);
      change(from, 1);
      let isHeld = true;
      return () => {
        if (!isHeld) return;
        isHeld = false;
        all--;
        change(own, -1);
        change(from, -1);
      };
    },
    isClosing: () => closing,
    close: () => {
      closing = true;
    },
  };
};
