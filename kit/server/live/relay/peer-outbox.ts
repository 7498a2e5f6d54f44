import { TEXT_BYTES_MAX, encodePublication } from './peer-messages.ts';

/** What waits to be sent to one other process: texts as long as they may be, in order. */
export interface Outbox {
  readonly put: (topic: string, json: string) => void;
  /** What it was to hear is lost, and it must know. */
  readonly markLost: () => void;
  /** Takes up to so many texts out. */
  readonly take: (max: number) => readonly string[];
  readonly isEmpty: () => boolean;
}

/** Bytes that may wait for one process; beyond them it reads again. */
export const OUTBOX_BYTES_MAX = 4 * 1024 * 1024;

/** Of no topic: something was lost, nobody knows what. */
const LOST_MESSAGE = encodePublication('', '');

export const createOutbox = (): Outbox => {
  let texts: OutboxText[] = [];
  let waitingBytes = 0;
  const add = (text: string, bytes: number): void => {
    const last = texts.at(-1);
    if (last && last.bytes + bytes <= TEXT_BYTES_MAX) Object.assign(last, { text: last.text + text, bytes: last.bytes + bytes });
    else texts.push({ text, bytes });
    waitingBytes += bytes;
  };
  const markLost = (): void => {
    texts = [];
    waitingBytes = 0;
    add(LOST_MESSAGE, LOST_MESSAGE.length);
  };
  return {
    markLost,
    put: (topic, json) => {
      const text = encodePublication(topic, json);
      const bytes = Buffer.byteLength(text);
      if (waitingBytes + bytes > OUTBOX_BYTES_MAX) markLost();
      // One that fits into no text: its watchers read what it would have said.
      else if (bytes > TEXT_BYTES_MAX) add(encodePublication(topic, ''), Buffer.byteLength(topic) + 2);
      else add(text, bytes);
    },
    take: (max) => {
      const taken = texts.splice(0, max);
      for (const { bytes } of taken) waitingBytes -= bytes;
      return taken.map(({ text }) => text);
    },
    isEmpty: () => texts.length === 0,
  };
};

interface OutboxText {
  text: string;
  bytes: number;
}
