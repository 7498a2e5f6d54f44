import type { Notice } from '#kit/db/messaging/notify-connection.ts';
import { createOutbox } from './peer-outbox.ts';
import type { Outbox } from './peer-outbox.ts';
import { createWatchedTopics } from './watched-topics.ts';
import { createPeers } from './peers.ts';
import type { PeerMessage } from './peers.ts';
import { decodePublications, decodePeerMessage, encodePeerMessage } from './peer-messages.ts';
import type { Secrets } from '../../security/secrets.ts';

/** Receives what other processes publish. */
export interface RelayListener {
  readonly onPublished: (topic: string, json: string) => void;
  /** Messages of a topic were lost; of any topic when none is named. */
  readonly onMissed: (topic?: string) => void;
}

/** The messages between processes, independent of their transport. */
export interface RelayProtocol {
  readonly channels: readonly string[];
  /** The notices to send now, and the function to call when sending failed. */
  readonly compose: () => { readonly notices: readonly Notice[]; readonly failed: () => void };
  readonly isWaiting: () => boolean;
  /** Throws when a notice cannot be decrypted. */
  readonly receive: (notice: Notice) => void;
  /** Sends everything again and asks the other processes to do the same. */
  readonly introduce: () => void;
  readonly beat: () => void;
  readonly bye: () => Notice;
  readonly isWatched: (topic: string) => boolean;
  /** Without a connection, only the loss is recorded. */
  readonly send: (message: { readonly topic: string; readonly json: string; readonly isUp: boolean }) => void;
  readonly setWatched: (topic: string, isWatched: boolean) => void;
  readonly listen: (listener: RelayListener) => void;
  readonly reportMissed: () => void;
  /** The time since a message of this process last came back. */
  readonly silentMs: () => number;
}

/** The number of texts to one process in one statement. */
const TEXTS_MAX = 64;
const COMMON = 'chargeops_live';
const PURPOSE = 'live relay';

export interface RelayProtocolOptions {
  /** Random and unique among processes. */
  readonly id: string;
  /** Anyone who can connect to the database can listen, so messages are encrypted. */
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly nowMs: () => number;
}

/** Each process has a channel for messages of topics that it watches, and all share one for announcing what they watch. */
export const createRelayProtocol = ({ id, secrets, nowMs }: RelayProtocolOptions): RelayProtocol => {
  const peers = createPeers(nowMs);
  const topics = createWatchedTopics();
  const outboxes = new Map<string, Outbox>();
  const due = new Set<'ask' | 'beat'>();
  const listeners = new Set<RelayListener>();
  let ownMessageMs = nowMs();

  const sealedNotice = (channel: string, text: string): Notice => ({ channel, payload: secrets.seal(text, { purpose: PURPOSE, row: channel }) });
  const peerNotice = (message: Omit<PeerMessage, 'from'>): Notice => sealedNotice(COMMON, encodePeerMessage({ ...message, from: id }));
  const emptyNotice = (kind: PeerMessage['kind']): Notice => peerNotice({ kind, sequenceNo: topics.sequenceNo(), topics: [] });
  const receivePeerMessage = (message: PeerMessage | undefined): void => {
    if (message?.from === id) ownMessageMs = nowMs();
    if (!message || message.from === id) return;
    const wasAlone = peers.count() === 0;
    const answer = peers.receive(message);
    // Changes made while no other process was known were not announced, although the new process may have received an introduction before them. A
    // heartbeat reveals the gap.
    if (wasAlone && peers.count() > 0) due.add('beat');
    if (message.kind === 'bye') outboxes.delete(message.from);
    if (answer === 'ask') due.add('ask');
    if (answer === 'tell') topics.announceAll();
  };
  const receivePublication = (topic: string, json: string): void => {
    for (const { onPublished, onMissed } of listeners)
      if (json === '') onMissed(topic === '' ? undefined : topic);
      else onPublished(topic, json);
  };
  const compose = (): ReturnType<RelayProtocol['compose']> => {
    // Taken before the messages that contain the number of changes.
    const changes = topics.takeMessages(peers.count() > 0).map(peerNotice);
    const peerNotices = [...changes, ...[...due].map(emptyNotice)];
    due.clear();
    const waitingOutboxes = [...outboxes].filter(([, outbox]) => !outbox.isEmpty());
    const publications = waitingOutboxes.flatMap(([to, outbox]) => outbox.take(TEXTS_MAX).map((text) => sealedNotice(channelOf(to), text)));
    return { notices: [...peerNotices, ...publications], failed: () => waitingOutboxes.forEach(([, outbox]) => outbox.markLost()) };
  };
  return {
    channels: [COMMON, channelOf(id)],
    compose,
    isWaiting: () => due.size > 0 || topics.isWaiting() || [...outboxes.values()].some((outbox) => !outbox.isEmpty()),
    receive: ({ channel, payload }) => {
      const text = secrets.open(payload, { purpose: PURPOSE, row: channel });
      if (channel === COMMON) receivePeerMessage(decodePeerMessage(text));
      else decodePublications(text, receivePublication);
    },
    introduce: () => {
      topics.announceAll();
      due.add('ask');
    },
    beat: () => {
      peers.expire();
      for (const to of outboxes.keys()) if (!peers.has(to)) outboxes.delete(to);
      due.add('beat');
    },
    bye: () => emptyNotice('bye'),
    isWatched: (topic) => peers.watchersOf(topic).length > 0,
    send: ({ topic, json, isUp }) => {
      for (const to of peers.watchersOf(topic)) {
        const outbox = outboxes.get(to) ?? createOutbox();
        outboxes.set(to, outbox);
        if (isUp) outbox.put(topic, json);
        else outbox.markLost();
      }
    },
    setWatched: topics.change,
    listen: (listener) => void listeners.add(listener),
    reportMissed: () => {
      for (const { onMissed } of listeners) onMissed();
    },
    silentMs: () => nowMs() - ownMessageMs,
  };
};

const channelOf = (id: string): string => `${COMMON}_${id}`;
