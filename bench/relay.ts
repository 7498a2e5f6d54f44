/**
 * What a live message to another process costs: `npm run bench:relay`. A hub and its relay to another hub, alternately with a bare loop of LISTEN and
 * NOTIFY, both ends in this process and on one embedded database; and what a publish without a watcher costs. Exits 1 if the relay is slower than the
 * bare loop, or adds more than half a microsecond to a publish without a watcher.
 */
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { startEmbeddedDatabase } from '#kit/db/connections/embedded-database.ts';
import { createHub } from '#kit/server/live/live-hub.ts';
import type { Hub } from '#kit/server/live/live-hub.ts';
import { startRelay } from '#kit/server/live/relay/relay.ts';
import { createSecrets, MASTER_KEY_BYTES } from '#kit/server/security/secrets.ts';

const ROUNDS = 3;
const MESSAGES = 10_000;
/** Published at a time, as samples arrive. */
const BURST = 100;
const UNWATCHED_PUBLISHES = 1_000_000;
const LIMITS = { ratio: 1, unwatchedNs: 500 } as const;
const GUNS = 50;

const sample = {
  atMs: 1_795_435_824_000,
  voltageDv: 4_000,
  currentDa: 1_500,
  powerW: 60_000,
  soc: 45,
  bmsVoltageDv: 4_000,
  bmsCurrentDa: 1_500,
  energyDwh: 390,
  amountCents: 0,
  remainingMin: 30,
};
const topicOf = (n: number): string => `gun:CP${String(n % GUNS).padStart(8, '0')}:1`;

const folder = await mkdtemp(path.join(tmpdir(), 'chargeops-bench-relay-'));
const embedded = await startEmbeddedDatabase({ dataDir: folder });
try {
  process.exitCode = (await main(embedded.url)) ? 0 : 1;
} finally {
  await embedded.stop();
  await rm(folder, { recursive: true, force: true });
}

async function main(url: string): Promise<boolean> {
  const secrets = createSecrets([randomBytes(MASTER_KEY_BYTES)]);
  const onError = (error: unknown): never => {
    throw error;
  };
  const [localRelay, remoteRelay] = [await startRelay({ url, secrets, onError }), await startRelay({ url, secrets, onError })];
  const [localHub, remoteHub] = [createHub({ relay: localRelay, onError }), createHub({ relay: remoteRelay, onError })];
  const relayedCounter = { count: 0 };
  for (let n = 0; n < GUNS; n += 1) remoteHub.watch(topicOf(n), () => void (relayedCounter.count += 1));
  while (!localRelay.isWatched(topicOf(GUNS - 1))) await sleep(5);
  const [notifier, listener] = [await connect(url), await connect(url)];
  await listener.query('LISTEN bare');
  const bareCounter = { count: 0 };
  listener.on('notification', () => void (bareCounter.count += 1));

  const durationsMs = { relay: [0].slice(1), bare: [0].slice(1) };
  for (let round = 0; round < ROUNDS; round += 1) {
    durationsMs.relay.push(
      await measureMs('relay', relayedCounter, async (n) => {
        localHub.publish(topicOf(n), sample);
        if (n % BURST === BURST - 1) await nextTurn();
      }),
    );
    durationsMs.bare.push(
      await measureMs('bare ', bareCounter, async (n) => {
        await notifier.query('select pg_notify($1, $2)', ['bare', JSON.stringify({ topic: topicOf(n), data: sample })]);
      }),
    );
  }
  const ratio = median(durationsMs.bare) / median(durationsMs.relay);
  const [withoutRelayNs, withRelayNs] = [unwatchedPublishNs(createHub()), unwatchedPublishNs(localHub)];
  console.log(`relayed messages a second against the bare loop: ${ratio.toFixed(1)} ×`);
  console.log(`a publish that nobody watches: ${withoutRelayNs.toFixed(0)} ns without other processes, ${withRelayNs.toFixed(0)} ns with one`);
  await Promise.all([localRelay.close(), remoteRelay.close(), notifier.end(), listener.end()]);
  const isMet = ratio >= LIMITS.ratio && withRelayNs - withoutRelayNs < LIMITS.unwatchedNs;
  console.log(isMet ? 'within all limits' : `missed: at least ${LIMITS.ratio} × and ${LIMITS.unwatchedNs} ns more`);
  return isMet;
}

async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** Milliseconds until all messages were received. */
async function measureMs(name: string, counter: { count: number }, send: (n: number) => Promise<void>): Promise<number> {
  counter.count = 0;
  const [cpu, begunMs] = [process.cpuUsage(), performance.now()];
  for (let n = 0; n < MESSAGES; n += 1) await send(n);
  while (counter.count < MESSAGES) await nextTurn();
  const ms = performance.now() - begunMs;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${name} ${Math.round((MESSAGES / ms) * 1_000)} messages/s, ${((user + system) / MESSAGES).toFixed(1)} µs of this process each, both ends together`,
  );
  return ms;
}

/** Nanoseconds per publish. */
function unwatchedPublishNs(hub: Hub): number {
  const begunMs = performance.now();
  for (let n = 0; n < UNWATCHED_PUBLISHES; n += 1) hub.publish('gun:nobody:1', sample);
  return ((performance.now() - begunMs) * 1_000_000) / UNWATCHED_PUBLISHES;
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
