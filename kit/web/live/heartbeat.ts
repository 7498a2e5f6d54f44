import { textOf } from '../text-of.ts';

const BEAT_MS = 10_000;
/** Without an answer within this time the connection counts as dead. */
const BEAT_ANSWER_MS = 6_000;

export interface LiveMessage {
  /** The topic of the data. */
  readonly topic: string;
  readonly data: unknown;
  /** A topic that the server watches from now on for this browser, or empty. */
  readonly watching: string;
  /** This browser was too slow and lost messages. */
  readonly missed: boolean;
  /** The viewer's permissions have changed. */
  readonly rights: boolean;
}

/** Parses a message of the server; an unknown message is ignored. */
export const parseMessage = (text: unknown): LiveMessage => {
  const { type, cmd, topic, about, data } = parsed(text);
  return { missed: type === 'missed', rights: cmd === 'permission', data, topic: textOf(topic), watching: type === 'watching' ? textOf(about) : '' };
};

const parsed = (text: unknown): Readonly<Record<string, unknown>> => {
  try {
    const value: unknown = typeof text === 'string' ? JSON.parse(text) : undefined;
    return typeof value === 'object' && value !== null ? { ...value } : {};
  } catch {
    return {};
  }
};

/** Sends heartbeats and closes a connection that does not answer, because a cut cable raises no event. */
export const createHeartbeat = (connection: Pick<WebSocket, 'send' | 'close'>) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  let deadline: ReturnType<typeof setTimeout> | undefined;
  const onBeat = (): void => {
    clearTimeout(deadline);
    deadline = undefined;
  };
  const beat = (): void => {
    connection.send('{"type":"heart_beat"}');
    deadline ??= setTimeout(() => connection.close(), BEAT_ANSWER_MS);
  };
  return {
    onBeat,
    start: (): void => {
      timer = setInterval(beat, BEAT_MS);
    },
    stop: (): void => {
      clearInterval(timer);
      onBeat();
    },
  };
};
