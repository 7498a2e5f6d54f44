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
  readonly kind: 'all' | 'add' | 'end' | 'beat' | 'ask' | 'bye';
  /** How many changes it has told; who missed one asks. */
  readonly sequenceNo: number;
  readonly topics: readonly string[];
}

/** Which other process watches what. */
export interface Peers {
  readonly count: () => number;
  readonly has: (id: string) => boolean;
  /** Those who watch the topic; almost always none. */
  readonly watchersOf: (topic: string) => readonly string[];
  /** Answers `ask` when something of that process was missed, and `tell` when it wants to hear what is watched here. */
  readonly receive: (message: PeerMessage) => 'ask' | 'tell' | undefined;
  /** Forgets those who were not heard for long. */
  readonly expire: () => void;
}

/** Another process, as far as it was heard. */
interface KnownPeer {
  readonly topics: Set<string>;
  sequenceNo: number;
  heardMs: number;
}

const NO_PEERS: readonly string[] = [];

export const createPeers = (nowMs: () => number): Peers => {
  const peers = new Map<string, KnownPeer>();

  const replaceTopics = ({ from, sequenceNo, topics }: PeerMessage): undefined =>
    void peers.set(from, { topics: new Set(topics), sequenceNo, heardMs: nowMs() });
  const applyChange = ({ from, kind, sequenceNo, topics }: PeerMessage): 'ask' | undefined => {
    const peer = peers.get(from);
    if (!peer || sequenceNo !== peer.sequenceNo + 1) return 'ask';
    Object.assign(peer, { sequenceNo, heardMs: nowMs() });
    for (const topic of topics)
      if (kind === 'add') peer.topics.add(topic);
      else peer.topics.delete(topic);
    return undefined;
  };
  const applyBeat = ({ from, sequenceNo }: PeerMessage): 'ask' | undefined => {
    const peer = peers.get(from);
    if (peer) peer.heardMs = nowMs();
    return peer?.sequenceNo === sequenceNo ? undefined : 'ask';
  };
  return {
    count: () => peers.size,
    has: (id) => peers.has(id),
    watchersOf: (topic) => {
      let watchers = NO_PEERS;
      for (const [id, { topics }] of peers) if (topics.has(topic)) watchers = [...watchers, id];
      return watchers;
    },
    receive: (message) => {
      switch (message.kind) {
        case 'all':
          return replaceTopics(message);
        case 'add':
        case 'end':
          return applyChange(message);
        case 'beat':
          return applyBeat(message);
        case 'ask':
          return 'tell';
        case 'bye':
          return void peers.delete(message.from);
      }
    },
    expire: () => {
      for (const [id, { heardMs }] of peers) if (nowMs() - heardMs > peerBounds.goneMs) peers.delete(id);
    },
  };
};
