/**
 * A storm of losses: `npx tsx bench/storm.ts [--piles 5000] [--charging 200] [--port 21600]`. Within one minute all piles but those that charge lose
 * their connection, and in the next minute they come back; they stand at a hundred stations of ten agents. Prints how soon the losses are stored, how
 * soon and how often a mailbox is told of them, whether the times of the exceptions are those of the cuts, and how the answers to charging piles and
 * to the bell compare with those of a calm time in the same run. Exits 1 if a limit is missed.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { SMTPServer } from 'smtp-server';
import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import { sessionApi } from '#domains/identity/resources.ts';
import { openAlarmApi } from '#domains/alarm/resources.ts';
import { listeningPort } from '#apps/server/roles/listening-port.ts';
import { measure, summary } from './server/measure.ts';
import type { LoadConnection } from './server/measure.ts';
import { startBenchServer } from './server/server.ts';
import { startingPileOf } from './stampede/starting-pile.ts';
import type { StartingPile } from './stampede/starting-pile.ts';
import { restlessPileOf } from './storm/restless-pile.ts';
import type { RestlessPile } from './storm/restless-pile.ts';

const { values } = parseArgs({
  options: { piles: { type: 'string', default: '5000' }, charging: { type: 'string', default: '200' }, port: { type: 'string', default: '21600' } },
});
const piles = Number(values.piles);
const charging = Number(values.charging);
const LIMITS = { storedMs: 2_000, firstMessageMs: 45_000, messages: 4, bellMs: 200, latencyRatio: 2, toleranceMs: 5, timeOffMs: 2_000 } as const;
const PHASE_MS = 60_000;
const SETTLE_MS = 20_000;
const CALM_S = 15;
/** An incident ends two minutes after its last pile is back. */
const END_MAX_MS = 240_000;
const REPORT_MS = 15_000;
const STATIONS = 100;
const PASSWORD = 'Storm-Bench-7a';

const arrivals: { readonly atMs: number; readonly subject: string }[] = [];
const mailbox = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS', 'AUTH'],
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (part: Buffer) => (text += part.toString()));
    stream.on('end', () => {
      arrivals.push({ atMs: Date.now(), subject: /^Subject: (.*)$/mu.exec(text)?.[1] ?? '' });
      done();
    });
  },
});
await new Promise<void>((resolve) => mailbox.listen(0, '127.0.0.1', resolve));
process.env['SMTP_URL'] = `smtp://127.0.0.1:${listeningPort(mailbox.server.address())}`;
process.env['MAIL_FROM'] = 'alarms@bench.example';
const bench = await startBenchServer({ piles, protocol: 'half', stations: STATIONS, basePort: Number(values.port) });
const missed: string[] = [];
try {
  await main();
} finally {
  await bench.stop();
  await new Promise<void>((resolve) => mailbox.close(() => resolve()));
}
console.log(missed.length === 0 ? 'within all limits' : `missed: ${missed.join(', ')}`);
process.exitCode = missed.length === 0 ? 0 : 1;

async function main(): Promise<void> {
  await bench.sql
    .query(`insert into warning_account (tenant_id, warning_account_name, warning_account_type, warning_account, address_hash, warning_lang, verified_at)
    values (1, 'Control room', 2, 'control@bench.example', 'bench', 'en_US', now())`);
  const token = await signIn();
  const { chargingPiles, idlePiles } = await connectAll();
  const samples = chargingPiles.map((pile): LoadConnection => ({ send: () => pile.report(), end: () => pile.cut() }));
  // The arrival of so many piles is work for some seconds more.
  await sleep(SETTLE_MS);
  const calm = await load(samples, { seconds: CALM_S, token });
  const begunMs = Date.now();
  const storm = load(samples, { seconds: (2 * PHASE_MS) / 1_000, token });
  await Promise.all(
    idlePiles.map((pile) => pile.cutAndReturn({ cutAfterMs: Math.random() * PHASE_MS, backAfterMs: PHASE_MS + Math.random() * PHASE_MS })),
  );
  const stormy = await storm;
  // A pile that charges and says nothing counts as lost.
  const reporting = setInterval(() => void Promise.all(samples.map((sample) => sample.send())), REPORT_MS);
  await untilOver();
  clearInterval(reporting);
  const back = idlePiles.filter(({ open }) => open).length;
  console.log(`back       ${back} of ${idlePiles.length} piles, ${chargingPiles.filter(({ open }) => open).length} of ${charging} still charge`);
  if (back < idlePiles.length || chargingPiles.some(({ open }) => !open)) missed.push('piles lost');
  await judgeTimes(idlePiles);
  await judgeMessages(begunMs);
  judgeLoad(calm, stormy);
  for (const pile of [...idlePiles, ...chargingPiles]) pile.cut();
}

async function signIn(): Promise<string> {
  const ask = sendingTo(`http://127.0.0.1:${bench.ports.http}/jeecg-boot`);
  await firstSignIn(ask, { username: 'admin', initial: bench.oneTimePassword(), chosen: PASSWORD });
  const { result } = await ask(sessionApi.login, { username: 'admin', password: PASSWORD });
  if (typeof result !== 'object' || result === null || !('token' in result) || typeof result.token !== 'string') throw new Error('no session');
  return result.token;
}

/** The first piles of each protocol charge. */
async function connectAll(): Promise<{ readonly chargingPiles: readonly StartingPile[]; readonly idlePiles: readonly RestlessPile[] }> {
  const native = Math.ceil(piles / 2);
  const isCharging = (index: number): boolean => index < charging / 2 || (index >= native && index < native + charging / 2);
  const protocolOf = (index: number): 'native' | 'ocpp' => (index < native ? 'native' : 'ocpp');
  const indexes = Array.from({ length: piles }, (_unused, index) => index);
  const chargingPiles = indexes.filter(isCharging).map((index) => startingPileOf(protocolOf(index), { ports: bench.ports, index }));
  const idlePiles = indexes.filter((index) => !isCharging(index)).map((index) => restlessPileOf(protocolOf(index), { ports: bench.ports, index }));
  const begunMs = performance.now();
  await Promise.all(idlePiles.map((pile) => pile.connect()));
  for (const pile of chargingPiles) await pile.startCharge();
  console.log(`arrived    ${piles} piles in ${((performance.now() - begunMs) / 1_000).toFixed(1)} s, ${charging} of them charge`);
  return { chargingPiles, idlePiles };
}

interface Loaded {
  readonly samples: Awaited<ReturnType<typeof measure>>;
  readonly bellP95Ms: number;
}

/** Samples at one for each charging pile and second, and the bell of a user who looks twice a second. */
async function load(
  connections: readonly LoadConnection[],
  { seconds, token }: { readonly seconds: number; readonly token: string },
): Promise<Loaded> {
  const bells: number[] = [];
  let isOver = false;
  const looking = (async () => {
    while (!isOver) {
      const begunMs = performance.now();
      const answer = await fetch(`http://127.0.0.1:${bench.ports.http}/jeecg-boot${openAlarmApi.open.path}?limit=5`, {
        headers: { 'x-access-token': token },
      });
      if (!answer.ok) missed.push(`the bell answered ${answer.status}`);
      await answer.arrayBuffer();
      bells.push(performance.now() - begunMs);
      await sleep(500);
    }
  })();
  const samples = await measure(connections, { perSecond: charging, seconds });
  isOver = true;
  await looking;
  return { samples, bellP95Ms: quantileOf(bells, 0.95) };
}

async function untilOver(): Promise<void> {
  for (const endMs = performance.now() + END_MAX_MS; performance.now() < endMs; await sleep(1_000)) {
    const { rows } = await bench.sql.query<{ open: number }>(
      'select ((select count(*) from incident where end_time is null) + (select count(*) from exception_record where tenant_id <> 0 and fault_end_time is null))::int as open',
    );
    if (rows[0]?.open === 0) return;
  }
  missed.push('not over in time');
}

/** Compares when piles were cut and came back with what was stored. */
async function judgeTimes(idlePiles: readonly RestlessPile[]): Promise<void> {
  const { rows } = await bench.sql.query<{ cpCode: string; began: Date; ended: Date | null; made: Date }>(
    'select cp_code as "cpCode", error_time as began, fault_end_time as ended, create_time as made from exception_record where exception_type = 5',
  );
  const incidents = await bench.sql.query<{ scope: number; members: number; begun: Date; made: Date }>(
    'select incident_scope as scope, member_count as members, begin_time as begun, create_time as made from incident order by incident_id',
  );
  const recordOf = new Map(rows.map((row) => [row.cpCode, row]));
  const records = idlePiles.flatMap((pile) => {
    const record = recordOf.get(pile.cpCode);
    return record ? [{ pile, record }] : [];
  });
  const openedMs = Math.max(...incidents.rows.slice(0, 1).map(({ made }) => made.getTime()));
  // Those that were lost after the incident had opened wait for nothing.
  const stored = records.filter(({ pile }) => pile.cutMs > openedMs).map(({ pile, record }) => record.made.getTime() - pile.cutMs);
  const offMs = records.flatMap(({ pile, record }) => [
    Math.abs(record.began.getTime() - pile.cutMs),
    record.ended === null ? Infinity : Math.abs(record.ended.getTime() - pile.backMs),
  ]);
  console.log(
    `stored     ${records.length} of ${idlePiles.length} losses; of ${stored.length} after the opening p50 ${quantileOf(stored, 0.5).toFixed(0)} ms, p99 ${quantileOf(stored, 0.99).toFixed(0)} ms after the cut; times off by ${Math.max(...offMs).toFixed(0)} ms at most`,
  );
  for (const { scope, members, begun, made } of incidents.rows)
    console.log(
      `incident   scope ${scope} of ${members} piles, opened ${((made.getTime() - begun.getTime()) / 1_000).toFixed(1)} s after its first loss`,
    );
  if (records.length < idlePiles.length) missed.push('losses not stored');
  if (quantileOf(stored, 0.99) >= LIMITS.storedMs) missed.push('stored late');
  if (Math.max(...offMs) >= LIMITS.timeOffMs) missed.push('wrong times');
}

async function judgeMessages(begunMs: number): Promise<void> {
  const { rows } = await bench.sql.query<{ waiting: number }>(
    'select count(*)::int as waiting from warning_log where tenant_id <> 0 and warning_stat in (0, 1, 3)',
  );
  const firstMs = (arrivals[0]?.atMs ?? Infinity) - begunMs;
  console.log(
    `messages   ${arrivals.length}, the first after ${(firstMs / 1_000).toFixed(1)} s: ${arrivals.map(({ atMs, subject }) => `${((atMs - begunMs) / 1_000).toFixed(0)} s ${subject}`).join('; ')}; ${rows[0]?.waiting ?? 0} waiting`,
  );
  if (firstMs >= LIMITS.firstMessageMs) missed.push('the first message');
  if (arrivals.length + (rows[0]?.waiting ?? 0) > LIMITS.messages) missed.push('too many messages');
}

function judgeLoad(calm: Loaded, stormy: Loaded): void {
  console.log(`calm       ${summary(calm.samples)}; bell p95 ${calm.bellP95Ms.toFixed(0)} ms`);
  console.log(
    `storm      ${summary(stormy.samples)}; bell p95 ${stormy.bellP95Ms.toFixed(0)} ms; ratios ${(stormy.samples.p95Ms / calm.samples.p95Ms).toFixed(1)} and ${(stormy.bellP95Ms / calm.bellP95Ms).toFixed(1)}`,
  );
  if (stormy.samples.p95Ms > calm.samples.p95Ms * LIMITS.latencyRatio + LIMITS.toleranceMs) missed.push('samples answered late');
  if (stormy.bellP95Ms >= LIMITS.bellMs) missed.push('the bell');
}

function quantileOf(all: readonly number[], share: number): number {
  const sorted = all.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}
