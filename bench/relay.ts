/**
 * What it costs to tell another process of a sample: `npm run bench:relay`. A hub and its relay to another hub, in turns with a bare loop of LISTEN
 * and NOTIFY, both ends in this process and on one embedded database; and what a publish costs that nobody watches. Exits 1 when the relay is
 * slower than the bare loop, or when having one costs an unwatched publish more than half a microsecond.
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
/** Published at a time, as samples come. */
const BURST = 100;
const UNWATCHED = 1_000_000;
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
  const [from, to] = [await startRelay({ url, secrets, onError }), await startRelay({ url, secrets, onError })];
  const [here, there] = [createHub({ relay: from, onError }), createHub({ relay: to, onError })];
  const relayed = { told: 0 };
  for (let n = 0; n < GUNS; n += 1) there.watch(topicOf(n), () => void (relayed.told += 1));
  while (!from.isWatched(topicOf(GUNS - 1))) await sleep(5);
  const [speaker, listener] = [await connected(url), await connected(url)];
  await listener.query('LISTEN bare');
  const bare = { told: 0 };
  listener.on('notification', () => void (bare.told += 1));

  const took = { relay: [0].slice(1), bare: [0].slice(1) };
  for (let round = 0; round < ROUNDS; round += 1) {
    took.relay.push(
      await measured('relay', relayed, async (n) => {
        here.publish(topicOf(n), sample);
        if (n % BURST === BURST - 1) await turn();
      }),
    );
    took.bare.push(
      await measured('bare ', bare, async (n) => {
        await speaker.query('select pg_notify($1, $2)', ['bare', JSON.stringify({ topic: topicOf(n), data: sample })]);
      }),
    );
  }
  const ratio = median(took.bare) / median(took.relay);
  const [alone, beside] = [unwatched(createHub()), unwatched(here)];
  console.log(`relayed messages a second against the bare loop: ${ratio.toFixed(1)} ×`);
  console.log(`a publish that nobody watches: ${alone.toFixed(0)} ns without other processes, ${beside.toFixed(0)} ns with one`);
  await Promise.all([from.close(), to.close(), speaker.end(), listener.end()]);
  const isGood = ratio >= LIMITS.ratio && beside - alone < LIMITS.unwatchedNs;
  console.log(isGood ? 'within all limits' : `missed: at least ${LIMITS.ratio} × and ${LIMITS.unwatchedNs} ns more`);
  return isGood;
}

async function connected(url: string): Promise<pg.Client> {
  const client = new pg.Client(url);
  await client.connect();
  return client;
}

/** Milliseconds until all were heard. */
async function measured(name: string, heard: { told: number }, say: (n: number) => Promise<void>): Promise<number> {
  heard.told = 0;
  const [cpu, begunMs] = [process.cpuUsage(), performance.now()];
  for (let n = 0; n < MESSAGES; n += 1) await say(n);
  while (heard.told < MESSAGES) await turn();
  const ms = performance.now() - begunMs;
  const { user, system } = process.cpuUsage(cpu);
  console.log(
    `${name} ${Math.round((MESSAGES / ms) * 1_000)} messages/s, ${((user + system) / MESSAGES).toFixed(1)} µs of this process each, both ends together`,
  );
  return ms;
}

/** Nanoseconds of one. */
function unwatched(hub: Hub): number {
  const begunMs = performance.now();
  for (let n = 0; n < UNWATCHED; n += 1) hub.publish('gun:nobody:1', sample);
  return ((performance.now() - begunMs) * 1_000_000) / UNWATCHED;
}

function turn(): Promise<void> {
  return new Promise((resolve) => {
    setImmediate(resolve);
  });
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}
