import type { PeerMessage } from './peers.ts';
import { splitTopics, isSingleLine } from './peer-messages.ts';

/** The topics that this process watches, and which changes have been announced to others. */
export interface WatchedTopics {
  readonly change: (topic: string, isWatched: boolean) => void;
  readonly isWaiting: () => boolean;
  /** Makes the next messages announce all topics. */
  readonly announceAll: () => void;
  /** The messages to send now. Without other processes changes are not announced; a new process requests the complete list. */
  readonly takeMessages: (hasPeers: boolean) => readonly Omit<PeerMessage, 'from'>[];
  /** The number of announced changes. */
  readonly sequenceNo: () => number;
}

export const createWatchedTopics = (): WatchedTopics => {
  const watched = new Set<string>();
  /** Topics whose change has not been announced. */
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
      // A change that was reverted before its announcement is not announced.
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
