import type pg from 'pg';
import type { ChargedOrder } from './durable-pile.ts';
import { expectedOf } from './oracle.ts';

/** What the database says after the storm, held against what the piles know. */
export interface Verified {
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

export const verify = async (sql: pg.Pool, charged: readonly ChargedOrder[]): Promise<Verified> => {
  const problems: string[] = [];
  const rows = await readOrders(sql);
  const samples = await readSamples(sql);
  let expectedCents = 0n;
  let samplesAcknowledged = 0;
  for (const order of charged) {
    const kept = samples.get(order.record.chargingOrderNo) ?? new Map<number, number>();
    samplesAcknowledged += order.keptS.size;
    const expected = expectedOf(order, kept);
    expectedCents += expected.totalCents;
    problems.push(...sampleProblems(order, kept), ...orderProblems(order, rows.get(order.record.chargingOrderNo), expected));
  }
  if (rows.size !== charged.length) problems.push(`${rows.size} orders in the database, ${charged.length} were charged`);
  problems.push(...(await bookProblems(sql)));
  const all = [...rows.values()];
  return {
    problems,
    orders: rows.size,
    settled: all.filter((row) => row.state === 4).length,
    billedCents: all.reduce((sum, row) => sum + BigInt(row.billed), 0n),
    expectedCents,
    samplesKept: [...samples.values()].reduce((sum, kept) => sum + kept.size, 0),
    samplesAcknowledged,
  };
};

export const shown = (problems: readonly string[]): string =>
  [...problems.slice(0, SHOWN_MAX), ...(problems.length > SHOWN_MAX ? [`and ${problems.length - SHOWN_MAX} more`] : [])].join('\n');

const orderProblems = (order: ChargedOrder, row: OrderRow | undefined, expected: ReturnType<typeof expectedOf>): readonly string[] => {
  const { chargingOrderNo } = order.record;
  if (!order.isAcknowledged) return [`${chargingOrderNo} was never acknowledged`];
  if (!row) return [`${chargingOrderNo} was acknowledged and is missing`];
  if (row.state !== 4) return [`${chargingOrderNo} is at ${row.state} ${row.reason ?? ''}`];
  if (Number(row.energy) !== order.plan.energyDwh) return [`${chargingOrderNo}: energy ${row.energy}, charged ${order.plan.energyDwh}`];
  const billed = [row.elec, row.srv, row.billed].join('/');
  const due = [expected.elecCents, expected.srvCents, expected.totalCents].join('/');
  return billed === due ? [] : [`${chargingOrderNo}: billed ${billed}, due ${due}`];
};

/** What was acknowledged is there, and what is there was said. */
const sampleProblems = ({ record, saidS, keptS }: ChargedOrder, kept: ReadonlyMap<number, number>): readonly string[] => [
  ...[...keptS]
    .filter((second) => kept.get(second) !== saidS.get(second))
    .map((second) => `${record.chargingOrderNo}: the acknowledged sample of ${second} is missing`),
  ...[...kept.keys()]
    .filter((second) => saidS.get(second) !== kept.get(second))
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
  const found = new Map<string, Map<number, number>>();
  for (const { no, second, energy } of rows) {
    const kept = found.get(no) ?? new Map<number, number>();
    found.set(no, kept.set(Number(second), Number(energy)));
  }
  return found;
};

/** Each query names what must not be; a row is a problem. */
const bookProblems = async (sql: pg.Pool): Promise<readonly string[]> => {
  const problems: string[] = [];
  for (const [what, query] of Object.entries(mustBeEmpty)) {
    const { rows } = await sql.query<{ subject: string }>(query);
    problems.push(...rows.map(({ subject }) => `${what}: ${subject}`));
  }
  return problems;
};

const mustBeEmpty: Readonly<Record<string, string>> = {
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
