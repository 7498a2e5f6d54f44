import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectStation } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import type { Station } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import { startProcesses } from '../testing/processes.ts';
import type { Process, Processes } from '../testing/processes.ts';

let all: Processes & { readonly first: Process };
let station: Station;
beforeAll(async () => {
  all = await startProcesses('gateway', ['gateway']);
  await all.database.asSuperuser(`select set_config('app.tenants', '*', true);
    insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'Agent', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'North', 'UTC');
    insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'Rule', 'RR1', 1);
    insert into rate_rule_month (rate_rule_month_id, tenant_id, rate_rule_id, star_month_time, rate_type, bill_mode)
      select month * 2 + type, 1, 1, month, type, 1 from generate_series(1, 12) month, generate_series(1, 2) type;
    insert into rate_rule_period select rate_rule_month_id, 1, slot, 1 + slot % 4, 100, 60000 + slot * 1000 from rate_rule_month, generate_series(0, 46, 6) slot;
    insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, encryption_mode, encryption_secret)
      values ('OCPP1', 1, 1, 1, 'Pile', 1, 2, 1, 1200, 1, 6, 1, 1, 'pw');
    insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, 1, 1, 1 from pile;
    insert into gun (tenant_id, agent_id, station_id, cp_code, gun_number) select 1, 1, 1, cp_code, 1 from pile;
    insert into gun_live (tenant_id, agent_id, station_id, cp_code, gun_number) select 1, 1, 1, cp_code, 1 from pile;
    insert into ic_card (ic_card_id, tenant_id, ic_card_no, currency) values (1, 1, 'CARD0001', 'CNY');
    select ledger.post(1, 'CNY', 'recharge', 'test', '1', array[(ledger.open_account(1, 'CNY', 'A', 'cash', false), ledger.open_account(1, 'CNY', 'L', 'wallet:card:1', true, 0), 1000000, null, null)::ledger.line], 'test')`);
  station = await connectStation({ url: `ws://127.0.0.1:${all.first.ports.ocpp ?? 0}/ocpp` }, 'OCPP1');
});
afterAll(async () => {
  station?.ws.terminate();
  await all?.close();
});

const timestamp = (): string => new Date().toISOString();
const available = { connectorId: 1, errorCode: 'NoError', status: 'Preparing' };

/** The zero character, and an unpaired surrogate. */
const odd = ['\0', '\uD83D', '\uDE00'];

test.each(odd)('of a station whose texts hold %j nothing is answered with an error that asks for it again', async (character) => {
  expect(await station.call('BootNotification', { chargePointVendor: `V${character}`, chargePointModel: 'M' })).toMatchObject([
    3,
    expect.anything(),
    { status: 'Accepted' },
  ]);
  expect(await station.call('Authorize', { idTag: `CARD0001${character}` })).toMatchObject([
    3,
    expect.anything(),
    { idTagInfo: { status: 'Invalid' } },
  ]);
  expect(await station.call('StatusNotification', { ...available, info: `a${character}b` })).toMatchObject([
    4,
    expect.anything(),
    'PropertyConstraintViolation',
    expect.anything(),
    {},
  ]);
  expect(await station.call('StatusNotification', available)).toMatchObject([3, expect.anything(), {}]);
  const begun = await station.call('StartTransaction', { connectorId: 1, idTag: 'CARD0001', meterStart: 100, timestamp: timestamp() });
  expect(begun).toMatchObject([3, expect.anything(), { idTagInfo: { status: 'Accepted' } }]);
  const transactionId = transactionOf(begun);
  const sampledValue = [{ value: '110' }, { value: character, measurand: 'SoC' }];
  const readings = { connectorId: 1, transactionId, meterValue: [{ timestamp: timestamp(), sampledValue }] };
  expect(await station.call('MeterValues', readings)).toMatchObject([3, expect.anything(), {}]);
  const stop = { transactionId, idTag: `CARD${character}`, meterStop: 120, timestamp: timestamp() };
  expect(await station.call('StopTransaction', stop)).toMatchObject([3, expect.anything(), {}]);
  expect(await orderStates(transactionId)).toEqual([{ orderState: 3 }]);
});

test.each(odd)('a start with a card that holds %j is told to end', async (character) => {
  const start = { connectorId: 1, idTag: `CARD0001${character}`, meterStart: 200, timestamp: timestamp() };
  expect(await station.call('StartTransaction', start)).toMatchObject([3, expect.anything(), { idTagInfo: { status: 'Invalid' } }]);
});

const transactionOf = ([, , conf]: readonly unknown[]): number =>
  typeof conf === 'object' && conf !== null && 'transactionId' in conf ? Number(conf.transactionId) : -1;
const orderStates = (transactionId: number): Promise<readonly unknown[]> =>
  all.database.asSuperuser(`select order_state as "orderState" from charging_order where transaction_id = ${transactionId}`);
