import type { Notice } from '#kit/db/messaging/notify-connection.ts';
import { createOutbox } from './peer-outbox.ts';
import type { Outbox } from './peer-outbox.ts';
import { createOwnTopics } from './own-topics.ts';
import { createPeers } from './peers.ts';
import type { PeerMessage } from './peers.ts';
import { readTold, readWord, writeWord } from './peer-messages.ts';
import type { Secrets } from '../../security/secrets.ts';

/** Hears what was published at other processes. */
export interface RelayListener {
  readonly told: (topic: string, json: string) => void;
  /** Something of the topic was lost; of any, when none is named. */
  readonly missed: (topic?: string) => void;
}

/** What a process says to others and hears of them, whatever carries it. */
export interface RelayProtocol {
  readonly channels: readonly string[];
  /** What is to be said now, and what to do when it could not be. */
  readonly compose: () => { readonly notices: readonly Notice[]; readonly failed: () => void };
  readonly isWaiting: () => boolean;
  /** Throws what cannot be opened. */
  readonly hear: (notice: Notice) => void;
  /** Says everything anew and asks the others to. */
  readonly introduce: () => void;
  readonly beat: () => void;
  readonly bye: () => Notice;
  readonly isWanted: (topic: string) => boolean;
  /** Without a line there is only a loss to tell. */
  readonly send: (message: { readonly topic: string; readonly json: string; readonly isUp: boolean }) => void;
  readonly watching: (topic: string, isWatched: boolean) => void;
  readonly onHeard: (listener: RelayListener) => void;
  readonly missed: () => void;
  /** How long nothing of our own has come back. */
  readonly unheardMs: () => number;
}

/** Texts to one process in one statement. */
const TEXTS_MAX = 64;
const COMMON = 'chargeops_live';
const PURPOSE = 'live relay';

export interface TalkOptions {
  /** Random; no two processes have the same. */
  readonly id: string;
  /** Whoever may connect to the database may listen: what is said is sealed. */
  readonly secrets: Pick<Secrets, 'seal' | 'open'>;
  readonly nowMs: () => number;
}

/** Every process has a channel of its own for what it watches, and one with all others where they say what that is. */
export const createTalk = ({ id, secrets, nowMs }: TalkOptions): RelayProtocol => {
  const peers = createPeers(nowMs);
  const topics = createOwnTopics();
  const outboxes = new Map<string, Outbox>();
  const due = new Set<'ask' | 'beat'>();
  const listeners = new Set<RelayListener>();
  let selfMs = nowMs();

  const sealed = (channel: string, text: string): Notice => ({ channel, payload: secrets.seal(text, { purpose: PURPOSE, row: channel }) });
  const spoken = (word: Omit<PeerMessage, 'from'>): Notice => sealed(COMMON, writeWord({ ...word, from: id }));
  const short = (say: PeerMessage['say']): Notice => spoken({ say, turn: topics.turn(), topics: [] });
  const hearWord = (word: PeerMessage | undefined): void => {
    if (word?.from === id) selfMs = nowMs();
    if (!word || word.from === id) return;
    const answer = peers.hear(word);
    if (word.say === 'bye') outboxes.delete(word.from);
    if (answer === 'ask') due.add('ask');
    if (answer === 'tell') topics.tellAll();
  };
  const hearTold = (topic: string, json: string): void => {
    for (const { told, missed } of listeners)
      if (json === '') missed(topic === '' ? undefined : topic);
      else told(topic, json);
  };
  const compose = (): ReturnType<RelayProtocol['compose']> => {
    // Before what counts them.
    const changes = topics.take(peers.count() > 0).map(spoken);
    const words = [...changes, ...[...due].map(short)];
    due.clear();
    const sending = [...outboxes].filter(([, outbox]) => !outbox.isEmpty());
    const texts = sending.flatMap(([to, outbox]) => outbox.take(TEXTS_MAX).map((text) => sealed(channelOf(to), text)));
    return { notices: [...words, ...texts], failed: () => sending.forEach(([, outbox]) => outbox.lose()) };
  };
  return {
    channels: [COMMON, channelOf(id)],
    compose,
    isWaiting: () => due.size > 0 || topics.isWaiting() || [...outboxes.values()].some((outbox) => !outbox.isEmpty()),
    hear: ({ channel, payload }) => {
      const text = secrets.open(payload, { purpose: PURPOSE, row: channel });
      if (channel === COMMON) hearWord(readWord(text));
      else readTold(text, hearTold);
    },
    introduce: () => {
      topics.tellAll();
      due.add('ask');
    },
    beat: () => {
      peers.expire();
      for (const to of outboxes.keys()) if (!peers.has(to)) outboxes.delete(to);
      due.add('beat');
    },
    bye: () => short('bye'),
    isWanted: (topic) => peers.wanting(topic).length > 0,
    send: ({ topic, json, isUp }) => {
      for (const to of peers.wanting(topic)) {
        const outbox = outboxes.get(to) ?? createOutbox();
        outboxes.set(to, outbox);
        if (isUp) outbox.put(topic, json);
        else outbox.lose();
      }
    },
    watching: topics.change,
    onHeard: (listener) => void listeners.add(listener),
    missed: () => {
      for (const { missed } of listeners) missed();
    },
    unheardMs: () => nowMs() - selfMs,
  };
};

const channelOf = (id: string): string => `${COMMON}_${id}`;
