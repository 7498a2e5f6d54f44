import { refundOrderApi } from '../resources.ts';
import type { CallFault, FakeProvider, RefundFate, SentNotification } from './fake-provider.fixture.ts';
import type { PrepaidTestbed } from './prepaid-testbed.fixture.ts';

/** A generator of numbers from 0 to below 1 (mulberry32), so that a seed repeats a run. */
const randomOf = (seed: number): (() => number) => {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
};

const HOUR_MS = 3_600_000;
const fates: readonly RefundFate[] = ['now', 'now', 'slow', 'abnormal', 'closed', 'noFunds', 'refused'];
const faults: readonly CallFault[] = ['requestLost', 'answerLost', 'killed'];

/**
 * One driver's payment among faults that follow from the seed: lost requests and answers, kills, notifications that are lost, doubled, late or forged,
 * refunds that hang, fail or wait, and payments before, at and after the end of the window. At the end everything works again, and an operator tries
 * again what waits for a person. Returns the number of the payment.
 */
export const runFaultySeed = async (bed: PrepaidTestbed, seed: number): Promise<string | undefined> => {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const { provider } = bed;
  await bed.plug();
  Object.assign(provider.told, {
    fault: () => (random() < 0.3 ? (pick(faults) ?? 'none') : 'none'),
    fate: () => pick(fates) ?? 'now',
    closesForReal: random() < 0.5,
  });
  const created = await bed
    .create()
    .catch((error: unknown) => (error instanceof Error && error.message === 'killed' ? undefined : Promise.reject(error)));
  const billId = created?.billId ?? [...provider.payments.keys()].at(-1);
  let charges = random() < 0.4;
  for (let step = 0; step < 6; step += 1) {
    if (billId !== undefined && random() < 0.4) provider.pay(billId);
    await deliverSome(bed, random);
    bed.advance(Math.floor(random() * 120_000));
    await bed.work();
    if (billId !== undefined && (await isStarting(bed, billId))) {
      if (random() < 0.4) await failAndRetry(bed, billId, random);
      else if (charges) {
        charges = false;
        await bed.chargePaid(billId, 10_000 + Math.floor(random() * 30_000));
      }
    }
    if (random() < 0.3) provider.settleRefunds();
  }
  await comeToRest(bed, billId);
  return billId;
};

/** The pile refuses the start for the cable or for itself; the driver retries too early, in time, twice, too late or not at all. */
const failAndRetry = async (bed: PrepaidTestbed, billId: string, random: () => number): Promise<void> => {
  await bed.refuseStart(billId, random() < 0.7 ? CABLE_RESULT : CHARGER_RESULT);
  if (random() < 0.3) await bed.retry(billId);
  await bed.work();
  bed.advance(Math.floor(random() * RETRY_REACH_MS));
  if (random() < 0.5) await bed.plug();
  for (let presses = Math.floor(random() * 3); presses > 0; presses -= 1) await bed.retry(billId);
  await bed.work();
};
const [CABLE_RESULT, CHARGER_RESULT] = [167, 190];
/** A third of the retries come after their time. */
const RETRY_REACH_MS = 270_000;

/**
 * Two payments into the wallet of a customer among the same faults, while the driver takes money out again at random. Returns the numbers of the
 * payments that the provider knows.
 */
export const runFaultyWallet = async (bed: PrepaidTestbed, custId: string, seed: number): Promise<readonly string[]> => {
  const random = randomOf(seed);
  const pick = <T>(list: readonly T[]): T | undefined => list[Math.floor(random() * list.length)];
  const { provider } = bed;
  const before = provider.payments.size;
  Object.assign(provider.told, {
    fault: () => (random() < 0.3 ? (pick(faults) ?? 'none') : 'none'),
    fate: () => pick(fates) ?? 'now',
    closesForReal: random() < 0.5,
  });
  const fill = (): Promise<unknown> =>
    bed.fill(custId, BigInt(1 + Math.floor(random() * 20_000))).catch((error: unknown) => (isKilled(error) ? undefined : Promise.reject(error)));
  await fill();
  for (let step = 0; step < 8; step += 1) {
    if (step === 3) await fill();
    for (const payNo of [...provider.payments.keys()].slice(before)) if (random() < 0.4) provider.pay(payNo);
    await deliverSome(bed, random);
    bed.advance(Math.floor(random() * 120_000));
    await bed.work();
    if (random() < 0.5) await bed.takeOut(custId, BigInt(1 + Math.floor(random() * 8_000)));
    if (random() < 0.3) provider.settleRefunds();
  }
  const made = [...provider.payments.keys()].slice(before);
  for (const billId of made) await comeToRest(bed, billId);
  return made;
};

const isKilled = (error: unknown): boolean => error instanceof Error && error.message === 'killed';

const isStarting = async (bed: PrepaidTestbed, billId: string): Promise<boolean> => {
  const [row] = await bed.server.database.asSuperuser<{ state: number }>(
    'select o.order_state as state from charging_order o join prepaid_order p using (charging_order_id) where p.bill_id = $1',
    [billId],
  );
  return row?.state === 6;
};

/** Each waiting notification is lost, kept for later, delivered once or twice, or followed by a forgery. */
const deliverSome = async ({ provider, deliver }: PrepaidTestbed, random: () => number): Promise<void> => {
  const sent = provider.outbox.splice(0).sort(() => random() - 0.5);
  for (const notification of sent) {
    const chance = random();
    if (chance < 0.25) continue;
    if (chance < 0.4) provider.outbox.push(notification);
    else for (const copy of copiesOf(notification, provider, random)) await deliver(copy);
  }
};

const copiesOf = (notification: SentNotification, { forged }: FakeProvider, random: () => number): readonly SentNotification[] =>
  random() < 0.5 ? [notification] : [notification, forged(notification.body), notification];

/** The network and the provider work again, a person does what waits for one, and the charge, if there is one, has ended. */
const comeToRest = async (bed: PrepaidTestbed, billId: string | undefined): Promise<void> => {
  const { provider } = bed;
  Object.assign(provider.told, { fault: () => 'none', fate: () => 'now' });
  if (billId !== undefined && (await isStarting(bed, billId))) await bed.chargePaid(billId, 10_000);
  for (let round = 0; round < 4; round += 1) {
    for (const refund of provider.refunds.values()) if (refund.state === 'abnormal') refund.state = 'succeeded';
    provider.settleRefunds();
    await bed.deliverAll();
    bed.advance(7 * HOUR_MS);
    await bed.work();
    for (const refund of billId === undefined ? [] : await bed.refundRows(billId))
      await bed.server.call(bed.anna, refundOrderApi.retry, { id: String(refund['refund_id']) });
  }
  bed.advance(7 * HOUR_MS);
  await bed.work();
};
