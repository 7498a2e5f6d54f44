import { sql } from 'kysely';
import { AGENT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { statSubject, statUnit } from './charge-sum.codes.ts';

const { day, year } = statUnit.items;

const COLUMNS = `tenant_id, agent_id, station_id, subject, subject_key, unit, period, currency, cp_type, main_part_type, charging_count, charging_elec, charging_elec_tip,
  charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms, cust_id`;
/** The twelve figures of a row with one charge. */
const FIGURES = '1, 10000, 0, 0, 10000, 0, 100, 100, 60, 40, 0, 0';

/** Adds a day of a subject other than a customer with one charge, and the year of its station, which every settled order adds to as well; returns the key of the day. */
export const makeSum = async (
  b: Builder,
  owner: Owner,
  { subject, subjectKey }: { readonly subject: number; readonly subjectKey: string },
): Promise<string> => {
  const row = (of: number, key: string, unit: number) =>
    sql`(${b.key('tenant', owner)}, ${b.key('agent', owner)}, ${b.key('station', owner)}, ${of}, ${key}, ${unit}, timestamp '2026-01-01', 'CNY', 0, 0, ${sql.raw(FIGURES)}, null)`;
  const insert = sql`insert into charge_sum (${sql.raw(COLUMNS)}) values`;
  await sql`${insert} ${row(statSubject.station, '', year.value)} on conflict do nothing`.execute(b.database.system);
  const { rows } = await sql<{ id: bigint }>`${insert} ${row(subject, subjectKey, day.value)} returning charge_sum_id as id`.execute(
    b.database.system,
  );
  return String(rows[0]?.id);
};

/** Many days, each at a station of its own; subject and key as SQL of the number `n`. */
export const manySums = (subject: string, subjectKey: string): string =>
  `insert into charge_sum (${COLUMNS})
    select ${TENANT}, ${AGENT}, n, ${subject}, ${subjectKey}, ${day.value}, date '2026-01-01' + n % 365, 'CNY', 0, 0, ${FIGURES},
      case when ${subject} = 3 then n end ${rowsOf()}`;
