import type { PeerMessage } from './peers.ts';
import { splitTopics, isSingleLine } from './peer-messages.ts';

/** What this process watches, and how much of it the others have been told. */
export interface WatchedTopics {
  readonly change: (topic: string, isWatched: boolean) => void;
  readonly isWaiting: () => boolean;
  /** Everything is to be told anew. */
  readonly announceAll: () => void;
  /** What is to be said now. Without others a change is nobody's news; whoever comes asks for all. */
  readonly takeMessages: (hasPeers: boolean) => readonly Omit<PeerMessage, 'from'>[];
  /** How many changes were told. */
  readonly sequenceNo: () => number;
}

export const createWatchedTopics = (): WatchedTopics => {
  const watched = new Set<string>();
  /** Topics that are not as the others know them. */
  const pending = new Set<string>();
  let announceEverything = false;
  let sequenceNo = 0;

  const message = (kind: PeerMessage['kind'], topics: readonly string[]): Omit<PeerMessage, 'from'> => ({
    kind,
    sequenceNo: (sequenceNo += 1),
    topics,
  });
  const allMessages = (): readonly Omit<PeerMessage, 'from'>[] => {
    const [first = [], ...others] = splitTopics(watched);
    return [message('all', first), ...others.map((topics) => message('add', topics))];
  };
  const changeMessages = (): readonly Omit<PeerMessage, 'from'>[] => {
    const [added, ended] = [[...pending].filter((topic) => watched.has(topic)), [...pending].filter((topic) => !watched.has(topic))];
    return [...splitTopics(added).map((topics) => message('add', topics)), ...splitTopics(ended).map((topics) => message('end', topics))];
  };
  return {
    sequenceNo: () => sequenceNo,
    announceAll: () => {
      announceEverything = true;
    },
    change: (topic, isWatched) => {
      if (!isSingleLine(topic)) return;
      if (isWatched) watched.add(topic);
      else watched.delete(topic);
      // What changes back before it was told is no news.
      if (!pending.delete(topic)) pending.add(topic);
    },
    isWaiting: () => announceEverything || pending.size > 0,
    takeMessages: (hasPeers) => {
      const messages = announceEverything ? allMessages() : hasPeers ? changeMessages() : [];
      if (messages.length === 0 && pending.size > 0) sequenceNo += 1;
      announceEverything = false;
      pending.clear();
      return messages;
    },
  };
};
