export const peerBounds = {
  /** How often a process sends a heartbeat. */
  beatMs: 10_000,
  /** A process that was silent this long counts as gone, together with what it watched. */
  goneMs: 35_000,
} as const;

/** A message of a process about itself to all others. */
export interface PeerMessage {
  readonly from: string;
  /**
   * `all`: the complete list of its topics. `add` and `end`: changes of the list. `beat`: a heartbeat. `ask`: a request to all for their `all`.
   * `bye`: the process is ending.
   */
  readonly kind: 'all' | 'add' | 'end' | 'beat' | 'ask' | 'bye';
  /** The number of changes that the process has sent; whoever missed one sends `ask`. */
  readonly sequenceNo: number;
  readonly topics: readonly string[];
}

/** The topics that other processes watch. */
export interface Peers {
  readonly count: () => number;
  readonly has: (id: string) => boolean;
  /** The processes that watch the topic; almost always none. */
  readonly watchersOf: (topic: string) => readonly string[];
  /** Returns `ask` when a message of that process was missed, and `tell` when it requests the topics of this process. */
  readonly receive: (message: PeerMessage) => 'ask' | 'tell' | undefined;
  /** Removes processes that have been silent for too long. */
  readonly expire: () => void;
}

/** What is known of another process. */
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
