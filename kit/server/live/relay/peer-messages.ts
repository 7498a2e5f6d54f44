import type { PeerMessage } from './peers.ts';

/** Sealed and in base64url this is as much as a notice holds. */
export const TEXT_BYTES_MAX = 5_900;

const says = ['all', 'add', 'end', 'beat', 'ask', 'bye'] as const satisfies readonly PeerMessage['say'][];

export const writeWord = ({ from, say, turn, topics }: PeerMessage): string => [from, say, turn, ...topics].join('\n');

export const readWord = (text: string): PeerMessage | undefined => {
  const [from = '', said, turn, ...topics] = text.split('\n');
  const say = says.find((known) => known === said);
  return say === undefined ? undefined : { from, say, turn: Number(turn), topics };
};

/** Lines are what topics are told apart by; one that is no line of its own stays in its process. */
export const isOneLine = (topic: string): boolean => topic !== '' && !/[\p{Cc}\p{Cs}]/u.test(topic);

/** Topics in as few lists as fit. */
export const inLists = (topics: Iterable<string>): readonly (readonly string[])[] => {
  const lists: string[][] = [];
  let room = 0;
  for (const topic of topics) {
    const bytes = Buffer.byteLength(topic) + 1;
    if (bytes > room || lists.length === 0) {
      lists.push([]);
      room = LIST_BYTES_MAX;
    }
    lists.at(-1)?.push(topic);
    room -= bytes;
  }
  return lists;
};
const LIST_BYTES_MAX = TEXT_BYTES_MAX - 100;

/** Topic and JSON in turn, a line each. JSON has no line breaks of its own. */
export const writeTold = (topic: string, json: string): string => `${topic}\n${json}\n`;

/** Calls with each pair of lines. */
export const readTold = (text: string, each: (topic: string, json: string) => void): void => {
  for (let at = 0; at < text.length;) {
    const middle = text.indexOf('\n', at);
    const end = text.indexOf('\n', middle + 1);
    if (middle < 0 || end < 0) return;
    each(text.slice(at, middle), text.slice(middle + 1, end));
    at = end + 1;
  }
};
