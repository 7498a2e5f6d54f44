import type { PeerMessage } from './peers.ts';

/** Sealed and encoded in base64url, this is the longest payload of a NOTIFY. */
export const TEXT_BYTES_MAX = 5_900;

const messageKinds = ['all', 'add', 'end', 'beat', 'ask', 'bye'] as const satisfies readonly PeerMessage['kind'][];

export const encodePeerMessage = ({ from, kind, sequenceNo, topics }: PeerMessage): string => [from, kind, sequenceNo, ...topics].join('\n');

export const decodePeerMessage = (text: string): PeerMessage | undefined => {
  const [from = '', kindText, sequenceNo, ...topics] = text.split('\n');
  const kind = messageKinds.find((messageKind) => messageKind === kindText);
  return kind === undefined ? undefined : { from, kind, sequenceNo: Number(sequenceNo), topics };
};

/** Topics are separated by line breaks; a topic that contains one is not relayed. */
export const isSingleLine = (topic: string): boolean => topic !== '' && !/[\p{Cc}\p{Cs}]/u.test(topic);

/** Packs topics into as few lists as possible. */
export const splitTopics = (topics: Iterable<string>): readonly (readonly string[])[] => {
  const lists: string[][] = [];
  let bytesLeft = 0;
  for (const topic of topics) {
    const bytes = Buffer.byteLength(topic) + 1;
    if (bytes > bytesLeft || lists.length === 0) {
      lists.push([]);
      bytesLeft = LIST_BYTES_MAX;
    }
    lists.at(-1)?.push(topic);
    bytesLeft -= bytes;
  }
  return lists;
};
const LIST_BYTES_MAX = TEXT_BYTES_MAX - 100;

/** Encodes a topic and its JSON as two lines. The JSON contains no line breaks. */
export const encodePublication = (topic: string, json: string): string => `${topic}\n${json}\n`;

/** Calls the function for each pair of lines. */
export const decodePublications = (text: string, each: (topic: string, json: string) => void): void => {
  for (let at = 0; at < text.length;) {
    const middle = text.indexOf('\n', at);
    const end = text.indexOf('\n', middle + 1);
    if (middle < 0 || end < 0) return;
    each(text.slice(at, middle), text.slice(middle + 1, end));
    at = end + 1;
  }
};
