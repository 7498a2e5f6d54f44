import { afterAll, beforeAll, expect, test } from 'vitest';
import type { GunStatus, PileStatus } from '#engines/protocol/device.ts';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { storeUnchangedGuns, storeUnchangedPiles } from './unchanged-reports.server.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await freshDatabase();
  const run = (text: string) => database.asSuperuser(text);
  await run(`insert into tenant (tenant_id, name) values (1, 'T')`);
  await run(`insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'A', 'Asia/Shanghai')`);
  await run(`insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'S', 'Asia/Shanghai')`);
  await run(`insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'R', 'RR1', 1)`);
  await run(`insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id)
    select 'P' || n, 1, 1, 1, 'P' || n, 1, 1, 1, 1200, 1, 1, 1 from generate_series(1, 5) n`);
  await run(
    `insert into pile_state (cp_code, tenant_id, agent_id, station_id, epoch, online, device_work_stat) select cp_code, 1, 1, 1, 7, true, 1 from pile`,
  );
  await run(
    `insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number, device_gun_stat, gun_work_stat) select 1, 1, 1, cp_code, 1, 2, 2 from pile`,
  );
  await run('insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number, cp_voltage) select 1, 1, 1, cp_code, 1, 900 from pile');
  await run(`update gun set charging_order_no = 'O1' where cp_code = 'P2'`);
  await run(`update gun set device_gun_stat = 6, gun_work_stat = 6 where cp_code = 'P3'`);
});
afterAll(() => database.close());

const said = (cpCode: string, more: Partial<GunStatus> = {}, epoch = 7) => ({
  pile: { cpCode, epoch, protocol: 'native' as const },
  event: { kind: 'gunStatus' as const, gunNumber: 1, gunWorkStat: 2, gunFaultType: 0, atMs: Date.now(), insulationVal: 512, ...more },
  receivedMs: Date.now(),
});

test('only a gun that tells nothing new and serves nobody is kept without being judged', async () => {
  const told = [
    said('P1'),
    said('P2'),
    said('P3', { gunWorkStat: 6 }),
    said('P4', { gunWorkStat: 3 }),
    said('P4', { gunFaultType: 66 }),
    said('P4', {}, 6),
    said('P5', { gunNumber: 2 }),
    said('P1', { insulationVal: 600, atMs: Date.now() + 5 }),
  ];
  expect(await storeUnchangedGuns(database, told)).toEqual([
    { shown: 2, isNewReading: true },
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    undefined,
    { shown: 2, isNewReading: true },
  ]);
  // The same values again, and one value fewer, are nothing new.
  expect(await storeUnchangedGuns(database, [said('P1', { insulationVal: 600 }), said('P1', { cpVoltage: '9.00', insulationVal: 600 })])).toEqual([
    { shown: 2, isNewReading: false },
    { shown: 2, isNewReading: false },
  ]);
  const rows = await database.asSuperuser<{ cp_code: string; insulation_val: number; cp_voltage: bigint }>(
    'select cp_code, insulation_val, cp_voltage from gun_live where insulation_val is not null',
  );
  expect(rows).toEqual([{ cp_code: 'P1', insulation_val: 600, cp_voltage: 900n }]);
  expect(await database.asSuperuser('select cp_code from pile_state where last_seen is not null')).toEqual([{ cp_code: 'P1' }]);
});

test('only a pile in the state and fault that are shown is kept without being judged', async () => {
  const pile = (cpCode: string, more: Partial<PileStatus> = {}, epoch = 7) => ({
    pile: { cpCode, epoch, protocol: 'native' as const },
    event: { kind: 'pileStatus' as const, cpWorkStat: 1, cpFaultType: null, atMs: Date.now(), details: { door: 1 }, ...more },
    receivedMs: Date.now(),
  });
  const told = [pile('P5'), pile('P4', { cpWorkStat: 7 }), pile('P4', { cpFaultType: 2 }), pile('P4', {}, 8), pile('P3', { cpFaultType: 0 })];
  expect(await storeUnchangedPiles(database, told)).toEqual([true, false, false, false, true]);
  expect(await database.asSuperuser(`select cp_code from pile_state where details = '{"door": 1}' order by 1`)).toEqual([
    { cp_code: 'P3' },
    { cp_code: 'P5' },
  ]);
});
