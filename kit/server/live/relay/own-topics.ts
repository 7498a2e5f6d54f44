import type { PeerMessage } from './peers.ts';
import { inLists, isOneLine } from './peer-messages.ts';

/** What this process watches, and how much of it the others have been told. */
export interface OwnTopics {
  readonly change: (topic: string, isWatched: boolean) => void;
  readonly isWaiting: () => boolean;
  /** Everything is to be told anew. */
  readonly tellAll: () => void;
  /** What is to be said now. Without others a change is nobody's news; whoever comes asks for all. */
  readonly take: (hasHearers: boolean) => readonly Omit<PeerMessage, 'from'>[];
  /** How many changes were told. */
  readonly turn: () => number;
}

export const createOwnTopics = (): OwnTopics => {
  const watched = new Set<string>();
  /** Topics that are not as the others know them. */
  const pending = new Set<string>();
  let everything = false;
  let turn = 0;

  const spoken = (say: PeerMessage['say'], topics: readonly string[]): Omit<PeerMessage, 'from'> => ({ say, turn: (turn += 1), topics });
  const all = (): readonly Omit<PeerMessage, 'from'>[] => {
    const [first = [], ...others] = inLists(watched);
    return [spoken('all', first), ...others.map((topics) => spoken('add', topics))];
  };
  const changes = (): readonly Omit<PeerMessage, 'from'>[] => {
    const [added, ended] = [[...pending].filter((topic) => watched.has(topic)), [...pending].filter((topic) => !watched.has(topic))];
    return [...inLists(added).map((topics) => spoken('add', topics)), ...inLists(ended).map((topics) => spoken('end', topics))];
  };
  return {
    turn: () => turn,
    tellAll: () => {
      everything = true;
    },
    change: (topic, isWatched) => {
      if (!isOneLine(topic)) return;
      if (isWatched) watched.add(topic);
      else watched.delete(topic);
      // What changes back before it was told is no news.
      if (!pending.delete(topic)) pending.add(topic);
    },
    isWaiting: () => everything || pending.size > 0,
    take: (hasHearers) => {
      const said = everything ? all() : hasHearers ? changes() : [];
      if (said.length === 0 && pending.size > 0) turn += 1;
      everything = false;
      pending.clear();
      return said;
    },
  };
};
