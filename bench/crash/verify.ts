import type pg from 'pg';
import type { ChargedOrder } from './durable-pile.ts';
import { expectedChargesOf } from './oracle.ts';

/** The orders, bookings and samples in the database, compared with what the piles sent. */
export interface Verification {
  readonly problems: readonly string[];
  readonly orders: number;
  readonly settled: number;
  readonly billedCents: bigint;
  readonly expectedCents: bigint;
  readonly samplesKept: number;
  readonly samplesAcknowledged: number;
}

const SHOWN_MAX = 10;

interface OrderRow {
  readonly no: string;
  readonly state: number;
  readonly reason: string | null;
  readonly energy: string;
  readonly elec: string;
  readonly srv: string;
  readonly billed: string;
}

export const verify = async (sql: pg.Pool, chargedOrders: readonly ChargedOrder[]): Promise<Verification> => {
  const problems: string[] = [];
  const rows = await readOrders(sql);
  const samples = await readSamples(sql);
  let expectedCents = 0n;
  let samplesAcknowledged = 0;
  for (const order of chargedOrders) {
    const storedSamples = samples.get(order.record.chargingOrderNo) ?? new Map<number, number>();
    samplesAcknowledged += order.acknowledgedS.size;
    const expected = expectedChargesOf(order, storedSamples);
    expectedCents += expected.totalCents;
    problems.push(...sampleProblems(order, storedSamples), ...orderProblems(order, rows.get(order.record.chargingOrderNo), expected));
  }
  if (rows.size !== chargedOrders.length) problems.push(`${rows.size} orders in the database, ${chargedOrders.length} were charged`);
  problems.push(...(await bookProblems(sql)));
  const orderRows = [...rows.values()];
  return {
    problems,
    orders: rows.size,
    settled: orderRows.filter((row) => row.state === 4).length,
    billedCents: orderRows.reduce((sum, row) => sum + BigInt(row.billed), 0n),
    expectedCents,
    samplesKept: [...samples.values()].reduce((sum, kept) => sum + kept.size, 0),
    samplesAcknowledged,
  };
};

export const problemLines = (problems: readonly string[]): string =>
  [...problems.slice(0, SHOWN_MAX), ...(problems.length > SHOWN_MAX ? [`and ${problems.length - SHOWN_MAX} more`] : [])].join('\n');

const orderProblems = (order: ChargedOrder, row: OrderRow | undefined, expected: ReturnType<typeof expectedChargesOf>): readonly string[] => {
  const { chargingOrderNo } = order.record;
  if (!order.isAcknowledged) return [`${chargingOrderNo} was never acknowledged`];
  if (!row) return [`${chargingOrderNo} was acknowledged and is missing`];
  if (row.state !== 4) return [`${chargingOrderNo} is at ${row.state} ${row.reason ?? ''}`];
  if (Number(row.energy) !== order.plan.energyDwh) return [`${chargingOrderNo}: energy ${row.energy}, charged ${order.plan.energyDwh}`];
  const billedText = [row.elec, row.srv, row.billed].join('/');
  const expectedText = [expected.elecCents, expected.srvCents, expected.totalCents].join('/');
  return billedText === expectedText ? [] : [`${chargingOrderNo}: billed ${billedText}, due ${expectedText}`];
};

/** Every acknowledged sample is stored, and every stored sample was sent. */
const sampleProblems = (
  { record, sentSamples: saidS, acknowledgedS: keptS }: ChargedOrder,
  storedSamples: ReadonlyMap<number, number>,
): readonly string[] => [
  ...[...keptS]
    .filter((second) => storedSamples.get(second) !== saidS.get(second))
    .map((second) => `${record.chargingOrderNo}: the acknowledged sample of ${second} is missing`),
  ...[...storedSamples.keys()]
    .filter((second) => saidS.get(second) !== storedSamples.get(second))
    .map((second) => `${record.chargingOrderNo}: nobody said the sample of ${second}`),
];

const readOrders = async (sql: pg.Pool): Promise<ReadonlyMap<string, OrderRow>> => {
  const { rows } = await sql.query<OrderRow>(
    'select charging_order_no as no, order_state as state, abnormal_reason as reason, charging_elec as energy, elec_amount as elec, srv_amount as srv, billing_amount as billed from charging_order',
  );
  return new Map(rows.map((row) => [row.no, row]));
};

const readSamples = async (sql: pg.Pool): Promise<ReadonlyMap<string, Map<number, number>>> => {
  const { rows } = await sql.query<{ no: string; second: string; energy: string }>(
    'select distinct charging_order_no as no, extract(epoch from s.at)::int8 as second, s.energy from charging_sample s join charging_order using (charging_order_id)',
  );
  const samplesByOrder = new Map<string, Map<number, number>>();
  for (const { no, second, energy } of rows) {
    const samples = samplesByOrder.get(no) ?? new Map<number, number>();
    samplesByOrder.set(no, samples.set(Number(second), Number(energy)));
  }
  return samplesByOrder;
};

/** Each query selects what must not exist; a row is a problem. */
const bookProblems = async (sql: pg.Pool): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const [what, query] of Object.entries(invalidRows)) {
    const { rows } = await sql.query<{ subject: string }>(query);
    problems.push(...rows.map(({ subject }) => `${what}: ${subject}`));
  }
  return problems;
};

const invalidRows: Readonly<Record<string, string>> = {
  'the books are broken': `select invariant || ' ' || says || ': ' || coalesce(subject, '') as subject from ledger.proof() where broken <> 0`,
  'a hold is still open': `select order_id::text as subject from ledger.hold where state = 'open'`,
  'money is still held': `select account_id::text as subject from ledger.balance where held <> 0`,
  'the bill is not what was booked': `
    select charging_order_no || ': billed ' || billing_amount || ', booked ' || coalesce(booked, 0) as subject from charging_order o
    left join (select j.order_id, sum(p.amount) as booked, count(distinct j.journal_id) as journals from ledger.journal j join ledger.posting p using (journal_id) where j.kind = 'settle' group by 1) b
      on b.order_id = o.charging_order_id
    where billing_amount <> coalesce(booked, 0) or coalesce(journals, 1) <> 1`,
  'the wallets have paid another sum': `
    select paid || ' paid, ' || billed || ' billed' as subject from
      (select sum(1000000 - b.posted) as paid from ledger.balance b join ledger.account a using (account_id) where a.code like 'wallet:card:%') w,
      (select sum(billing_amount - shortfall_amount) as billed from charging_order) o where paid <> billed`,
  'an order was not consumed once, and as billed': `
    select o.charging_order_no || ': ' || count(c.consume_record_id) || ' records of ' || coalesce(sum(c.rr_money), 0) || ', billed ' || o.billing_amount as subject
    from charging_order o left join consume_record c using (charging_order_id) where o.order_state = 4 group by o.charging_order_id
    having count(c.consume_record_id) <> 1 or sum(c.rr_money) <> o.billing_amount`,
  'a pile is not online': `select cp_code as subject from pile_state where not online`,
};
