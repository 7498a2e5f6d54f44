import { afterAll, expect, test } from 'vitest';
import pino from 'pino';
import { localBus } from '#kit/db/messaging/bus.ts';
import { claimName } from '#kit/db/connections/presence.ts';
import { freshDatabase } from '#kit/test/database.ts';
import { startDeadGatewayCleanup } from './dead-gateways.server.ts';
import { loginPiles } from './login.server.ts';

const database = await freshDatabase();
afterAll(() => database.close());
await database.asSuperuser(`insert into tenant (tenant_id, name) values (1, 'T');
  insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'A', 'UTC');
  insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'S', 'UTC');
  insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'R', 'RR1', 1);
  insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, encryption_secret)
    select 'P' || n, 1, 1, 1, 'P' || n, 1, 1, 1, 1200, 1, 6, 1, 'secret' from generate_series(1, 2) n;
  insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, 1, 1, 1 from pile`);

const online = async () =>
  (await database.asSuperuser<{ cp_code: string }>('select cp_code from pile_state where online order by 1')).map((row) => row.cp_code);
const looker = (graceMs: number) =>
  startDeadGatewayCleanup({ database, bus: localBus(), log: pino({ level: 'silent' }), clock: () => new Date() }, { everyMs: 3_600_000, graceMs });

test('piles of a gateway that is gone go offline once it was missed long enough; those of a living one stay', async () => {
  const alive = await claimName({ url: database.url, name: 'alive' });
  const enter = (cpCode: string, node: string) =>
    loginPiles(database, [{ cpCode, protocol: 'native', remoteAddress: '127.0.0.1', overTls: false, atMs: Date.now() }], node);
  await enter('P1', 'alive');
  await enter('P2', 'dead');
  const patient = looker(3_600_000);
  await patient.poll();
  await patient.poll();
  expect(await online()).toEqual(['P1', 'P2']);
  await patient.stop();
  const quick = looker(0);
  await quick.poll();
  expect(await online()).toEqual(['P1']);
  expect(await database.asSuperuser(`select cp_work_stat from pile where cp_code = 'P2'`)).toEqual([{ cp_work_stat: 6 }]);
  await alive.close();
  await expect.poll(async () => quick.poll().then(online)).toEqual([]);
  await quick.stop();
});
