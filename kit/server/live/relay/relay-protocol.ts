import type { Notice } from '#kit/db/messaging/notify-connection.ts';
import { createOutbox } from './peer-outbox.ts';
import type { Outbox } from './peer-outbox.ts';
import { createWatchedTopics } from './watched-topics.ts';
import { createPeers } from './peers.ts';
import type { PeerMessage } from './peers.ts';
import { decodePublications, decodePeerMessage, encodePeerMessage } from './peer-messages.ts';
import type { Secrets } from '../../security/secrets.ts';

/** Hears what was published at other processes. */
export interface RelayListener {
  readonly onPublished: (topic: string, json: string) => void;
  /** Something of the topic was lost; of any, when none is named. */
  readonly onMissed: (topic?: string) => void;
}

/** What a process says to others and hears of them, whatever carries it. */
export interface RelayProtocol {
  readonly channels: readonly string[];
  /** What is to be said now, and what to do when it could not be. */
  readonly compose: () => { readonly notices: readonly Notice[]; readonly failed: () => void };
  readonly isWaiting: () => boolean;
  /** Throws what cannot be opened. */
  readonly receive: (notice: Notice) => void;
  /** Says everything anew and asks the others to. */
  readonly introduce: () => void;
  readonly beat: () => void;
  readonly bye: () => Notice;
  readonly isWatched: (topic: string) => boolean;
  /** Without a line there is only a loss to tell. */
  readonly send: (message: { readonly topic: string; readonly json: string; readonly isUp: boolean }) => void;
  readonly setWatched: (topic: string, isWatched: boolean) => void;
  readonly listen: (listener: RelayListener) => void;
  readonly reportMissed: () => void;
  /** How long nothing of our own has come back. */
  readonly silentMs: () => number;
}

/** Texts to one process in one statement. */
const TEXTS_MAX = 64;
const COMMON = 'chargeops_live';
const PURPOSE = 'live relay';

export interface RelayProtocolOptions {
  /** Random; no two processes have the same. */
  readonly id: string;
  /** Whoever may connect to the database may listen: what is said is sealed. */
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly nowMs: () => number;
}

/** Every process has a channel of its own for what it watches, and one with all others where they say what that is. */
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
    // What was watched while no other process was known was told to nobody, yet this one may have heard the introduction by then.
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
    // Before what counts them.
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
