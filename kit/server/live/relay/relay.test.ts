import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { untilHolds } from '#kit/test/patience.ts';
import { NOTICE_BYTES_MAX } from '#kit/db/messaging/notify-connection.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { createHub, MISSED_MESSAGE } from '../live-hub.ts';
import type { Hub } from '../live-hub.ts';
import { createOutbox, OUTBOX_BYTES_MAX } from './peer-outbox.ts';
import { createWatchedTopics } from './watched-topics.ts';
import { createPeers, peerBounds } from './peers.ts';
import type { PeerMessage } from './peers.ts';
import { createRelayProtocol } from './relay-protocol.ts';
import { startRelay } from './relay.ts';
import type { Relay } from './relay.ts';
import { splitTopics, decodePublications, decodePeerMessage, TEXT_BYTES_MAX, encodePublication, encodePeerMessage } from './peer-messages.ts';
import { createSecrets } from '../../security/secrets.ts';
import type { Secrets } from '../../security/secrets.ts';

let db: TestDatabase;
beforeAll(async () => {
  db = await freshDatabase();
});
afterAll(() => db.close());

/** A process in the test: what it watches, what it received, and how many notifications it has sent. */
interface Node {
  readonly hub: Hub;
  readonly relay: Relay;
  readonly sent: { readonly common: number; readonly told: number };
  readonly errors: unknown[];
  readonly watch: (topic: string) => { readonly heard: string[]; readonly stop: () => void };
}
const secrets = createSecrets([randomBytes(32)]);
const nodes: Node[] = [];
afterEach(async () => {
  for (const { relay } of nodes.splice(0)) await relay.close();
});

const startNode = async (keys: Secrets = secrets): Promise<Node> => {
  const sent = { common: 0, told: 0 };
  const errors: unknown[] = [];
  const relay = await startRelay({
    url: db.url,
    secrets: {
      open: (text, about) => keys.open(text, about),
      seal: (text, about) => {
        sent[about.row === 'chargeops_live' ? 'common' : 'told'] += 1;
        return keys.seal(text, about);
      },
    },
    onError: (error) => errors.push(error),
  });
  const hub = createHub({ relay });
  const node: Node = {
    hub,
    relay,
    sent,
    errors,
    watch: (topic) => {
      const received: string[] = [];
      return { heard: received, stop: hub.watch(topic, (message) => received.push(message)) };
    },
  };
  nodes.push(node);
  return node;
};
let barriers = 0;
/** Returns once one process knows that the other watches a topic, and knows that it has stopped. */
const watchHeard = async (by: Node, of: Node): Promise<void> => {
  const topic = `barrier:${++barriers}`;
  const { stop } = of.watch(topic);
  await untilHolds(() => by.relay.isWatched(topic));
  stop();
  await untilHolds(() => !by.relay.isWatched(topic));
};
/**
 * Returns once one process has received all earlier messages of the other. It waits for a later message, because a database delivers notifications
 * in the order of their commits. First the other process has to know this one, since a process that knows no other announces nothing.
 */
const allHeard = async (by: Node, of: Node): Promise<void> => {
  await watchHeard(of, by);
  await watchHeard(by, of);
};
const message = (topic: string, data: unknown): string => JSON.stringify({ topic, data });

describe('between processes', () => {
  test('what another one watches is told in order, and nothing else, until nobody watches it any more', async () => {
    const [from, to, other] = [await startNode(), await startNode(), await startNode()];
    const gun = to.watch('gun:Ä 1');
    const again = to.watch('gun:Ä 1');
    await untilHolds(() => from.relay.isWatched('gun:Ä 1'));
    const before = from.sent.told;
    for (let n = 0; n < 500; n += 1) {
      from.hub.publish('gun:Ä 1', { n, text: 'line\nbreak "ü"\t\u0000' });
      from.hub.publish('gun:2', { n });
    }
    await untilHolds(() => gun.heard.length === 500);
    expect(gun.heard).toEqual(Array.from({ length: 500 }, (_unused, n) => message('gun:Ä 1', { n, text: 'line\nbreak "ü"\t\u0000' })));
    expect(again.heard).toEqual(gun.heard);
    // Some 50 bytes each.
    expect(from.sent.told - before).toBeLessThan(10);
    expect(other.sent.told).toBe(0);
    gun.stop();
    await allHeard(from, to);
    expect(from.relay.isWatched('gun:Ä 1')).toBe(true);
    again.stop();
    await untilHolds(() => !from.relay.isWatched('gun:Ä 1'));
    const after = from.sent.told;
    from.hub.publish('gun:Ä 1', 1);
    await allHeard(to, from);
    expect(from.sent.told).toBe(after);
  });

  test('who comes later hears what the others watch, and who leaves wants nothing', async () => {
    const early = await startNode();
    early.watch('a:1');
    for (let n = 0; n < 2_000; n += 1) early.watch(`a-long-name-of-a-topic:${n}`);
    const late = await startNode();
    await untilHolds(() => late.relay.isWatched('a:1') && late.relay.isWatched('a-long-name-of-a-topic:1999'));
    late.watch('b:1');
    await untilHolds(() => early.relay.isWatched('b:1'));
    await early.relay.close();
    await untilHolds(() => !late.relay.isWatched('a:1'));
    expect(late.relay.isWatched('b:1')).toBe(false);
  });

  test('alone, a process says that it is there and nothing more, whatever it watches and publishes', async () => {
    const alone = await startNode();
    await untilHolds(() => alone.sent.common > 0);
    const { common } = alone.sent;
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const own = alone.watch('a:1');
    for (let n = 0; n < 100; n += 1) alone.hub.publish('a:1', n);
    own.stop();
    // Far longer than messages are collected, so everything that is waiting is sent now.
    vi.advanceTimersByTime(1_000);
    vi.useRealTimers();
    expect(own.heard).toHaveLength(100);
    expect(alone.sent).toEqual({ common, told: 0 });
  });

  test('what is too long for a notification has its watchers read again; others hear the rest', async () => {
    const [from, to] = [await startNode(), await startNode()];
    const [long, short] = [to.watch('long:1'), to.watch('short:1')];
    await untilHolds(() => from.relay.isWatched('long:1') && from.relay.isWatched('short:1'));
    from.hub.publish('long:1', 'x'.repeat(TEXT_BYTES_MAX));
    from.hub.publish('short:1', 'y'.repeat(TEXT_BYTES_MAX - 100));
    await untilHolds(() => long.heard.length === 1 && short.heard.length === 1);
    expect(long.heard).toEqual([MISSED_MESSAGE]);
    expect(short.heard).toEqual([message('short:1', 'y'.repeat(TEXT_BYTES_MAX - 100))]);
  });

  test('after a cut everybody reads again once, and what each watches is known again', async () => {
    const [from, to] = [await startNode(), await startNode()];
    const before = to.watch('a:1');
    await untilHolds(() => from.relay.isWatched('a:1'));
    const cut = db.asSuperuser(
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'chargeops-relay' AND datname = current_database()`,
    );
    const during = to.watch('b:1');
    await cut;
    await untilHolds(() => before.heard.includes(MISSED_MESSAGE) && during.heard.includes(MISSED_MESSAGE));
    await untilHolds(() => from.relay.isWatched('b:1'));
    // The other process may still be disconnected; its watchers then also hear of the loss and of the reconnection.
    const losses = (): number => during.heard.filter((each) => each === MISSED_MESSAGE).length;
    const before7 = losses();
    from.hub.publish('b:1', 7);
    await untilHolds(() => during.heard.includes(message('b:1', 7)) || losses() > before7);
    await untilHolds(() => {
      from.hub.publish('b:1', 8);
      return during.heard.includes(message('b:1', 8));
    });
    expect(to.errors.length).toBeLessThanOrEqual(1);
  });

  test('whoever listens at the database reads nothing, and with other keys nobody is heard', async () => {
    // A process that is already listening receives the introduction of the other; a heartbeat would come only after ten seconds.
    const otherKeys = createSecrets([randomBytes(32)]);
    const [foreignUser, one, friend] = [await startNode(otherKeys), await startNode(), await startNode()];
    one.watch('secret:1');
    await untilHolds(() => foreignUser.errors.length > 0);
    await allHeard(friend, one);
    // The message that the process can decrypt comes after all those that it cannot.
    await allHeard(foreignUser, await startNode(otherKeys));
    expect(foreignUser.relay.isWatched('secret:1')).toBe(false);
    // Repeated errors are reported only once in a period.
    expect(foreignUser.errors).toHaveLength(1);
  });
});

describe('what is known of others', () => {
  const word = (say: PeerMessage['kind'], turn: number, topics: readonly string[] = []): PeerMessage => ({
    from: 'p',
    kind: say,
    sequenceNo: turn,
    topics,
  });

  test('changes follow one another; whoever missed one asks, and a beat tells it too', () => {
    const peers = createPeers(() => 0);
    expect(peers.receive(word('add', 1, ['a']))).toBe('ask');
    expect(peers.receive(word('beat', 1))).toBe('ask');
    expect(peers.receive(word('all', 4, ['a', 'b']))).toBe(undefined);
    expect(peers.receive(word('add', 5, ['c']))).toBe(undefined);
    expect(peers.receive(word('end', 6, ['a']))).toBe(undefined);
    expect(['a', 'b', 'c'].map((topic) => peers.watchersOf(topic))).toEqual([[], ['p'], ['p']]);
    expect(peers.receive(word('beat', 6))).toBe(undefined);
    expect(peers.receive(word('beat', 7))).toBe('ask');
    expect(peers.receive(word('end', 8, ['b']))).toBe('ask');
    expect(peers.receive(word('all', 9, []))).toBe(undefined);
    expect(peers.watchersOf('b')).toEqual([]);
    expect(peers.receive(word('ask', 9))).toBe('tell');
  });

  test('one that is silent for long is gone', () => {
    let nowMs = 0;
    const peers = createPeers(() => nowMs);
    peers.receive(word('all', 1, ['a']));
    nowMs = peerBounds.goneMs;
    peers.receive(word('beat', 1));
    nowMs = 2 * peerBounds.goneMs;
    peers.expire();
    expect(peers.watchersOf('a')).toEqual(['p']);
    nowMs += 1;
    peers.expire();
    expect([peers.watchersOf('a'), peers.count()]).toEqual([[], 0]);
  });
});

test('what is watched between an introduction and its answer is known at once, not after the next beat', () => {
  const [early, late] = ['e', 'l'].map((id) => createRelayProtocol({ id, secrets, nowMs: () => 0 }));
  const talk = (from = early, to = late): void => {
    for (const notice of from?.compose().notices ?? []) to?.receive(notice);
  };
  early?.introduce();
  early?.compose();
  late?.introduce();
  talk(late, early);
  late?.setWatched('a:1', true);
  talk(late, early);
  for (let round = 0; round < 2; round += 1) {
    talk();
    talk(late, early);
  }
  expect(early?.isWatched('a:1')).toBe(true);
});

describe('what is told', () => {
  test('fits, whatever the topics are, and only what has changed', () => {
    const own = createWatchedTopics();
    for (const topic of ['a:1', 'b:1', 'c:1', 'line\nbreak:1', '']) own.change(topic, true);
    expect(own.takeMessages(true)).toEqual([{ kind: 'add', sequenceNo: 1, topics: ['a:1', 'b:1', 'c:1'] }]);
    own.change('a:1', false);
    own.change('d:1', true);
    own.change('d:1', false);
    expect(own.takeMessages(true)).toEqual([{ kind: 'end', sequenceNo: 2, topics: ['a:1'] }]);
    own.change('e:1', true);
    expect([own.takeMessages(false), own.sequenceNo(), own.isWaiting()]).toEqual([[], 3, false]);
    own.announceAll();
    expect(own.takeMessages(false)).toEqual([{ kind: 'all', sequenceNo: 4, topics: ['b:1', 'c:1', 'e:1'] }]);
    const lists = splitTopics(Array.from({ length: 1_000 }, (_unused, n) => `ü-${n}:${'x'.repeat(80)}`));
    expect(lists.flat()).toHaveLength(1_000);
    for (const topics of lists) {
      const text = encodePeerMessage({ from: 'f'.repeat(16), kind: 'all', sequenceNo: 1_000_000, topics });
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(TEXT_BYTES_MAX);
      expect(decodePeerMessage(text)?.topics).toEqual(topics);
    }
    expect(secrets.seal('x'.repeat(TEXT_BYTES_MAX), { purpose: 'live relay', row: '' }).length).toBeLessThanOrEqual(NOTICE_BYTES_MAX);
    expect(decodePeerMessage('someone\nshouts\n1')).toBe(undefined);
  });

  test('what waits has a bound; beyond it one word says that something was lost', () => {
    const outbox = createOutbox();
    const json = JSON.stringify('x'.repeat(1_000));
    for (let bytes = 0; bytes < OUTBOX_BYTES_MAX + 10_000; bytes += 1_000) outbox.put('a:1', json);
    const received: string[] = [];
    for (const text of outbox.take(1_000_000)) decodePublications(text, (topic, told) => received.push(`${topic} ${told.length}`));
    expect(received[0]).toBe(' 0');
    expect(received.length).toBeLessThan(100);
    expect(outbox.isEmpty()).toBe(true);
    outbox.put('a:1', '1');
    expect(outbox.take(9)).toEqual([encodePublication('a:1', '1')]);
  });
});
