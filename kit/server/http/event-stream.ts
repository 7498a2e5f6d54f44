import type { FileAnswer } from '#kit/resource/endpoint.ts';
import type { StreamBounds } from '../connections/stream-bounds.ts';

/** An event of a stream; its text is sent only when it differs from the one before of the same name. */
export interface StreamEvent {
  readonly event: string;
  readonly data: unknown;
  /** What decides whether it is a new one; the data itself by default. */
  readonly sameAs?: string;
}

export interface StreamSource {
  /** The present events; null ends the stream. */
  readonly read: () => Promise<{ readonly events: readonly StreamEvent[]; readonly againMs: number } | null>;
  readonly bounds: StreamBounds;
  readonly leave: () => void;
}

/** Events are at least so far apart. */
const GAP_MS = 2_000;
const HEARTBEAT_MS = 20_000;
/** A browser connects again by itself. */
const STREAM_MS_MAX = 30 * 60_000;
/** How often a waiting stream looks whether the server closes. */
const TICK_MS = 500;

/** Server-sent events: what is true now, and then each change. */
export const eventStream = (source: StreamSource): FileAnswer => ({
  name: 'events',
  contentType: 'text/event-stream; charset=utf-8',
  inline: true,
  body: streamOf(source),
});

const streamOf = async function* ({ read, bounds, leave }: StreamSource): AsyncGenerator<Uint8Array> {
  const sent = new Map<string, string>();
  const startedMs = performance.now();
  let spokeMs = startedMs;
  let version = 0;
  try {
    yield Buffer.from('retry: 3000\n\n');
    while (performance.now() - startedMs < STREAM_MS_MAX) {
      const present = await read();
      if (present === null) return;
      for (const { event, data, sameAs = JSON.stringify(data) } of present.events) {
        if (sent.get(event) === sameAs) continue;
        sent.set(event, sameAs);
        version++;
        spokeMs = performance.now();
        yield Buffer.from(`event: ${event}\nid: ${version}\ndata: ${JSON.stringify(data)}\n\n`);
      }
      if (performance.now() - spokeMs >= HEARTBEAT_MS) {
        spokeMs = performance.now();
        yield Buffer.from(': still here\n\n');
      }
      const untilMs = performance.now() + Math.max(GAP_MS, present.againMs);
      while (performance.now() < untilMs) {
        if (bounds.isClosing()) return;
        await new Promise((done) => setTimeout(done, TICK_MS));
      }
    }
  } finally {
    leave();
  }
};
