import { TEXT_BYTES_MAX, writeTold } from './peer-messages.ts';

/** What waits to be sent to one other process: texts as long as they may be, in order. */
export interface Outbox {
  readonly put: (topic: string, json: string) => void;
  /** What it was to hear is lost, and it must know. */
  readonly lose: () => void;
  /** Takes up to so many texts out. */
  readonly take: (most: number) => readonly string[];
  readonly isEmpty: () => boolean;
}

/** Bytes that may wait for one process; beyond them it reads again. */
export const OUTBOX_BYTES_MAX = 4 * 1024 * 1024;

/** Of no topic: something was lost, nobody knows what. */
const LOST = writeTold('', '');

export const createOutbox = (): Outbox => {
  let texts: Text[] = [];
  let waiting = 0;
  const add = (text: string, bytes: number): void => {
    const last = texts.at(-1);
    if (last && last.bytes + bytes <= TEXT_BYTES_MAX) Object.assign(last, { text: last.text + text, bytes: last.bytes + bytes });
    else texts.push({ text, bytes });
    waiting += bytes;
  };
  const lose = (): void => {
    texts = [];
    waiting = 0;
    add(LOST, LOST.length);
  };
  return {
    lose,
    put: (topic, json) => {
      const text = writeTold(topic, json);
      const bytes = Buffer.byteLength(text);
      if (waiting + bytes > OUTBOX_BYTES_MAX) lose();
      // One that fits into no text: its watchers read what it would have said.
      else if (bytes > TEXT_BYTES_MAX) add(writeTold(topic, ''), Buffer.byteLength(topic) + 2);
      else add(text, bytes);
    },
    take: (most) => {
      const taken = texts.splice(0, most);
      for (const { bytes } of taken) waiting -= bytes;
      return taken.map(({ text }) => text);
    },
    isEmpty: () => texts.length === 0,
  };
};

interface Text {
  text: string;
  bytes: number;
}
