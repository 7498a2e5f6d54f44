export const peerBounds = {
  /** How often a process says that it is there. */
  beatMs: 10_000,
  /** One that was not heard for so long is gone, and what it watched with it. */
  goneMs: 35_000,
} as const;

/** What a process says of itself to all others. */
export interface PeerMessage {
  readonly from: string;
  /**
   * `all`: it watches these and nothing else. `add`, `end`: what changed since. `beat`: it is there. `ask`: it wants to hear `all` of everybody.
   * `bye`: it goes.
   */
  readonly say: 'all' | 'add' | 'end' | 'beat' | 'ask' | 'bye';
  /** How many changes it has told; who missed one asks. */
  readonly turn: number;
  readonly topics: readonly string[];
}

/** Which other process watches what. */
export interface Peers {
  readonly count: () => number;
  readonly has: (id: string) => boolean;
  /** Those who watch the topic; almost always none. */
  readonly wanting: (topic: string) => readonly string[];
  /** Answers `ask` when something of that process was missed, and `tell` when it wants to hear what is watched here. */
  readonly hear: (word: PeerMessage) => 'ask' | 'tell' | undefined;
  /** Forgets those who were not heard for long. */
  readonly expire: () => void;
}

/** Another process, as far as it was heard. */
interface KnownPeer {
  readonly wants: Set<string>;
  turn: number;
  heardMs: number;
}

const nobody: readonly string[] = [];

export const createPeers = (nowMs: () => number): Peers => {
  const known = new Map<string, KnownPeer>();

  const all = ({ from, turn, topics }: PeerMessage): undefined => void known.set(from, { wants: new Set(topics), turn, heardMs: nowMs() });
  const changed = ({ from, say, turn, topics }: PeerMessage): 'ask' | undefined => {
    const peer = known.get(from);
    if (!peer || turn !== peer.turn + 1) return 'ask';
    Object.assign(peer, { turn, heardMs: nowMs() });
    for (const topic of topics)
      if (say === 'add') peer.wants.add(topic);
      else peer.wants.delete(topic);
    return undefined;
  };
  const beat = ({ from, turn }: PeerMessage): 'ask' | undefined => {
    const peer = known.get(from);
    if (peer) peer.heardMs = nowMs();
    return peer?.turn === turn ? undefined : 'ask';
  };
  return {
    count: () => known.size,
    has: (id) => known.has(id),
    wanting: (topic) => {
      let found = nobody;
      for (const [id, { wants }] of known) if (wants.has(topic)) found = [...found, id];
      return found;
    },
    hear: (word) => {
      switch (word.say) {
        case 'all':
          return all(word);
        case 'add':
        case 'end':
          return changed(word);
        case 'beat':
          return beat(word);
        case 'ask':
          return 'tell';
        case 'bye':
          return void known.delete(word.from);
      }
    },
    expire: () => {
      for (const [id, { heardMs }] of known) if (nowMs() - heardMs > peerBounds.goneMs) known.delete(id);
    },
  };
};
