import { TEXT_BYTES_MAX, encodePublication } from './peer-messages.ts';

/** The messages for one other process, packed into texts of the maximum length, in order. */
export interface Outbox {
  readonly put: (topic: string, json: string) => void;
  /** Messages for the process were lost, and it has to be told. */
  readonly markLost: () => void;
  /** Removes and returns up to this many texts. */
  readonly take: (max: number) => readonly string[];
  readonly isEmpty: () => boolean;
}

/** The limit of waiting bytes for one process; beyond it messages are dropped and the process is told. */
export const OUTBOX_BYTES_MAX = 4 * 1024 * 1024;

/** Without a topic: messages of unknown topics were lost. */
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
      // A message that fits into no text is replaced by a notice of loss, so that its watchers reload.
      else if (bytes > TEXT_BYTES_MAX) add(encodePublication(topic, ''), Buffer.byteLength(topic) + 2);
      else add(text, bytes);
    },
    take: (max) => {
      const takenTexts = texts.splice(0, max);
      for (const { bytes } of takenTexts) waitingBytes -= bytes;
      return takenTexts.map(({ text }) => text);
    },
    isEmpty: () => texts.length === 0,
  };
};

interface OutboxText {
  text: string;
  bytes: number;
}
