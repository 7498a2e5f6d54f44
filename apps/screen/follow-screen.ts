import type { ScreenAbout, ScreenLive, ScreenSums } from '#domains/insight/resources.ts';
import { takeEvents } from './event-lines.ts';
import type { ReadEvent } from './event-lines.ts';

/** What the screen was told last. The picture stays when the connection is lost. */
export interface ScreenState {
  /** `refused`: the key is not good; `lost`: there is no connection now. */
  readonly connection: 'opening' | 'open' | 'lost' | 'refused';
  readonly about?: ScreenAbout;
  readonly live?: ScreenLive;
  readonly sums?: ScreenSums;
}

const BACKOFF_MS = { first: 1_000, max: 30_000 } as const;
/** A key may become good again, when its screen is enabled. */
const REFUSED_AGAIN_MS = 60_000;
/** The server speaks every two seconds. */
const SILENCE_MS = 30_000;
const UNAUTHORIZED = 401;

export interface ScreenSource {
  readonly api: string;
  readonly screenKey: string;
}

interface Follower {
  readonly signal: AbortSignal;
  readonly change: (part: Partial<ScreenState>) => void;
}

/** Follows the events of a screen until the signal, and tells each change. */
export const followScreen = async (source: ScreenSource, { signal, change }: Follower): Promise<void> => {
  let waitMs: number = BACKOFF_MS.first;
  while (!signal.aborted) {
    const end = await listen(source, {
      signal,
      change: (part) => {
        waitMs = BACKOFF_MS.first;
        change(part);
      },
    });
    if (signal.aborted) return;
    // The server ends each stream after a while; a picture of two seconds ago needs no excuse.
    if (end === 'ended') continue;
    change({ connection: end });
    await pause(end === 'refused' ? REFUSED_AGAIN_MS : waitMs * (1 + Math.random() / 2), signal);
    waitMs = Math.min(BACKOFF_MS.max, waitMs * 2);
  }
};

/** Listens until the stream ends; `ended`: the server has ended one that was open for a while. */
const listen = async ({ api, screenKey }: ScreenSource, { signal, change }: Follower): Promise<'ended' | 'lost' | 'refused'> => {
  const silent = new AbortController();
  const openedMs = performance.now();
  let timer = setTimeout(() => silent.abort(), SILENCE_MS);
  try {
    const headers = { authorization: `Bearer ${screenKey}`, accept: 'text/event-stream' };
    const answer = await fetch(`${api}/events`, { headers, signal: AbortSignal.any([signal, silent.signal]) });
    if (!answer.ok || !answer.body) {
      // What is not read would keep its connection.
      await answer.body?.cancel();
      return answer.status === UNAUTHORIZED ? 'refused' : 'lost';
    }
    const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    for (;;) {
      const { value, done } = await reader.read();
      if (done) return performance.now() - openedMs > SILENCE_MS ? 'ended' : 'lost';
      clearTimeout(timer);
      timer = setTimeout(() => silent.abort(), SILENCE_MS);
      const { events, rest } = takeEvents(text + value);
      text = rest;
      if (events.length > 0) change({ connection: 'open', ...partOf(events) });
    }
  } catch {
    return 'lost';
  } finally {
    clearTimeout(timer);
  }
};

const partOf = (events: readonly ReadEvent[]): Partial<ScreenState> => {
  const part: Record<string, unknown> = {};
  for (const { event, data } of events) if (event === 'about' || event === 'live' || event === 'sums') part[event] = JSON.parse(data);
  return part;
};

const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const over = (): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', over);
      resolve();
    };
    const timer = setTimeout(over, ms);
    signal.addEventListener('abort', over);
  });
