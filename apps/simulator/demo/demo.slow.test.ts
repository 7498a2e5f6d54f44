import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { pileApi } from '#domains/network/resources.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import type { Settings } from '../settings.ts';
import { fillPast } from '#apps/server/past/fill.ts';
import { startWholeSystem, type StartedSystem } from '../testing/system.ts';
import { signIn } from './api.ts';
import { runDemo, type Demo } from './demo.ts';
import { setUpNetwork } from './set-up.ts';

const log = (line: string): void => void said.push(line);
const said: string[] = [];
let whole: StartedSystem;
let db: TestDatabase;
let settings: Settings;
let demo: Demo | undefined;

beforeAll(async () => {
  whole = await startWholeSystem();
  ({ db, settings } = whole);
});
afterAll(async () => {
  demo?.stop();
  await whole.close();
});

const counts = async (): Promise<Record<string, number>> => {
  const tables = [
    'tenant',
    'agent',
    'station',
    'pile',
    'rate_rule',
    'rate_rule_month',
    'customer',
    'ic_card',
    'car',
    'vip_level',
    'vip_discount',
    'sys_user',
    'recharge_record',
    'mobile_station',
    'firmware',
    'upgrade_campaign',
    'power_control',
    'reservation_order',
    'point_program',
    'point_rule',
    'point_account',
    'access_config',
    'access_config_station',
  ];
  const rows = await Promise.all(tables.map((table) => db.asSuperuser<{ count: number }>(`select count(*)::int4 as count from ${table}`)));
  return Object.fromEntries(tables.map((table, index) => [table, rows[index]?.[0]?.count ?? -1]));
};

interface OrderRow {
  readonly no: string;
  readonly state: number;
  readonly source: number;
  readonly reason: string | null;
}
/** Without those of reservations, which wait for their time. */
const orders = (): Promise<OrderRow[]> =>
  db.asSuperuser<OrderRow & Record<string, unknown>>(
    `select charging_order_no as no, order_state as state, start_source as source, abnormal_reason as reason from charging_order o
      where not exists (select from reservation_order r where r.charging_order_id = o.charging_order_id)`,
  );

describe('the demo', () => {
  it('is set up once, however often it is asked for', async () => {
    const api = await signIn({ url: settings.url, username: 'admin', password: settings.password });
    const network = await setUpNetwork(api, { settings, log });
    expect(network.piles).toHaveLength(40);
    const once = await counts();
    expect(once).toMatchObject({
      tenant: 2,
      agent: 3,
      station: 6,
      pile: 40,
      sys_user: 5,
      mobile_station: 6,
      firmware: 1,
      upgrade_campaign: 1,
      power_control: 1,
      reservation_order: 3,
      point_program: 1,
      point_rule: 2,
      point_account: 8,
      access_config: 1,
      access_config_station: 4,
    });
    const shown = await db.asSuperuser<{ count: number }>('select count(*)::int4 as count from station_mini where miniapp_show = 1');
    expect(shown).toEqual([{ count: 4 }]);
    const again = await setUpNetwork(api, { settings, log });
    expect(await counts()).toEqual(once);
    expect(again.installation).toBe(network.installation);
    expect(again.piles.map(({ secret }) => secret)).not.toEqual(network.piles.map(({ secret }) => secret));
    expect(said).toEqual([]);

    // What somebody deleted does not end the demo: it comes back.
    await api.call(pileApi.delete, { id: 'BJ-05' });
    const without = await setUpNetwork(api, { settings, log });
    expect(without.piles).toHaveLength(40);
    expect(said).toEqual([]);
    for (const username of ['huadong', 'huadong.north', 'huadong.gate', 'rhein'])
      await signIn({ url: settings.url, username, password: settings.password });
  });

  it('is given a past that goes on where it was stopped, judged and booked like the present', async () => {
    const lines: string[] = [];
    const days = { seed: 1, days: 8, nowMs: () => Date.now(), log: (line: string) => void lines.push(line) };
    let transactions = 0;
    const stopped = fillPast(db, {
      ...days,
      pause: async () => {
        transactions += 1;
        if (transactions === 5) throw new Error('stopped');
      },
    });
    await expect(stopped).rejects.toThrow('stopped');
    const [first] = await db.asSuperuser<{ count: number }>('select count(*)::int4 as count from charging_order');
    // Of the six stations' parts of nine days.
    const [known] = await db.asSuperuser<{ count: number; entered: number }>(
      `select count(*)::int4 as count, count(*) filter (where entered_time is not null)::int4 as entered from past_part`,
    );
    expect(known?.count).toBe(54);
    expect(known?.entered).toBeGreaterThanOrEqual(5);
    expect(known?.entered).toBeLessThan(40);

    // A part whose orders cannot be stored is told and left open; those of its transaction are entered without it.
    const [bad] = await db.asSuperuser<{
      station: string;
      first: string;
    }>(`update past_part p set first_order_id = (select min(charging_order_id) from charging_order) from (
        select station_id, stat_day, first_order_id from past_part
        where entered_time is null and charge_count > 0 order by stat_day desc, station_id limit 1) o
      where p.station_id = o.station_id and p.stat_day = o.stat_day returning p.station_id::text as station, o.first_order_id::text as first`);
    const most = await fillPast(db, { ...days, pause: () => Promise.resolve() });
    expect(lines.filter((line) => line.includes('refused') || line.includes('could not'))).toEqual([
      expect.stringContaining(`of station ${bad?.station} could not be entered`),
    ]);
    expect(await db.asSuperuser('select station_id::text as station from past_part where entered_time is null')).toEqual([{ station: bad?.station }]);
    lines.length = 0;
    await db.asSuperuser(`update past_part set first_order_id = ${bad?.first} where entered_time is null`);
    const rest = most + (await fillPast(db, { ...days, pause: () => Promise.resolve() }));
    expect(await fillPast(db, { ...days, pause: () => Promise.resolve() })).toBe(0);
    const [all] = await db.asSuperuser<{ count: number; planned: number; reserved: number }>(`select count(*)::int4 as count,
      (select sum(charge_count)::int4 from past_part) as planned, (select count(*)::int4 from reservation_order) as reserved from charging_order`);
    expect(lines.filter((line) => line.includes('refused') || line.includes('could not'))).toEqual([]);
    expect(all?.count).toBe((first?.count ?? 0) + rest);
    expect(all?.count).toBe((all?.planned ?? 0) + (all?.reserved ?? 0));
    expect(all?.planned).toBeGreaterThan(8 * 100);

    const proofs = await db.asSuperuser<{ invariant: string; broken: bigint }>(`select invariant, broken from ledger.proof() union all
      select invariant, broken from money_proof_of_recharge() union all select invariant, broken from money_proof_of_consume()`);
    expect(proofs.filter(({ broken }) => broken !== 0n)).toEqual([]);
    expect(proofs).toHaveLength(8);
    const sums = await db.asSuperuser<{
      wrong: number;
      counted: number;
    }>(`select (select sum(charge_sum_differences(station_id, current_date - 12, current_date + 1))::int4 from station) as wrong,
      (select sum(charging_count)::int4 from charge_sum where subject = 0 and unit = 2) as counted`);
    expect(sums).toEqual([{ wrong: 0, counted: all?.planned }]);
    const overlapping =
      await db.asSuperuser(`select from (select stop_time, lead(create_time) over (partition by cp_code, gun_number order by create_time) as next from charging_order
      where stop_time is not null) o where next < stop_time`);
    expect(overlapping).toEqual([]);
    const stays =
      await db.asSuperuser(`select count(*)::int4 as charges, count(*) filter (where u.unplugged_at >= o.stop_time and u.unplugged_at < now())::int4 as freed
      from charging_order o left join order_unplug u using (charging_order_id) where o.start_time is not null and o.stop_time is not null`);
    expect(stays).toEqual([{ charges: expect.any(Number), freed: stays[0]?.['charges'] }]);
  });

  it('plays within a minute, and what its death interrupts is billed when it comes back', { timeout: 600_000 }, async () => {
    demo = await runDemo(settings, () => undefined);
    await eventually(async () => {
      const [online] = await db.asSuperuser<{ count: number }>('select count(*)::int4 as count from pile_state where online');
      expect(online?.count).toBe(40);
    });
    await eventually(async () => {
      // A rule that charges for the parking hour too is more than a pile can be told.
      const untold = await db.asSuperuser(`select p.cp_code from pile p join pile_state s using (cp_code)
        where s.online and p.protocol = 1 and not exists (select from pile_rate r where r.cp_code = p.cp_code)
          and not exists (select from rate_rule_month m where m.rate_rule_id = p.rate_rule_id and m.bill_mode = 2)`);
      expect(untold).toEqual([]);
    });
    const sources = new Set<number>();
    await eventually(async () => {
      const charging = (await orders()).filter(({ state }) => state === 2);
      for (const { source } of charging) sources.add(source);
      expect(charging.length).toBeGreaterThanOrEqual(8);
      // How a car starts is drawn at random, so the kinds need not charge at the same time.
      expect(sources.size).toBeGreaterThanOrEqual(3);
    });

    demo.stop();
    const before = (await orders()).map(({ no }) => no);
    // An operator's doing, at a pile that owes no record.
    const [off] = await db.asSuperuser<{ cp_code: string }>(`update pile set cp_stat = 0 where cp_code =
      (select cp_code from pile where not is_delete and cp_code not in (select cp_code from charging_order where order_state not in (4, 5)) limit 1) returning cp_code`);
    demo = await runDemo(settings, () => undefined);
    await eventually(async () => {
      // Orders of the past are settled or refunded. Nothing has flowed for a start that the death cut off: it ends as never begun.
      const unsettled = (await orders()).filter(
        ({ no, state, reason }) => before.includes(no) && ![4, 5].includes(state) && reason !== 'startTimeout',
      );
      expect(unsettled).toEqual([]);
    });
    expect((await orders()).filter(({ reason }) => reason !== null && reason !== 'startTimeout')).toEqual([]);
    expect(await db.asSuperuser('select cp_code from pile where cp_stat = 0 and not is_delete')).toEqual([off]);
  });
});
