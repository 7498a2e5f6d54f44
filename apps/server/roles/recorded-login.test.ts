import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '#kit/test/patience.ts';
import { loginRequest, openLink, writeRequest } from '#engines/protocol/native/client.ts';
import { dial, TestPile } from '#apps/gateway/native/testing/pile.ts';
import { nodeCrypto } from '#kit/cipher/node-crypto.ts';
import { startProcesses } from '../testing/processes.ts';
import type { Process, Processes } from '../testing/processes.ts';

const SECRET = '0123456789abcdef';
const PILE = 'CP00000001';

let all: Processes & { readonly first: Process };
beforeAll(async () => {
  all = await startProcesses('gateway', ['gateway']);
  await all.database.asSuperuser(`select set_config('app.tenants', '*', true);
    insert into tenant (tenant_id, name, currency) values (1, 'One', 'CNY');
    insert into agent (agent_id, tenant_id, agent_name, timezone) values (1, 1, 'Agent', 'UTC');
    insert into station (station_id, tenant_id, agent_id, station_name, timezone) values (1, 1, 1, 'North', 'UTC');
    insert into rate_rule (rate_rule_id, tenant_id, rate_rule_name, rate_rule_no, rule_state) values (1, 1, 'Rule', 'RR1', 1);
    insert into pile (cp_code, tenant_id, agent_id, station_id, cp_name, cp_type, protocol, gun_count, cp_power, cp_stat, cp_work_stat, rate_rule_id, encryption_mode, encryption_secret)
      values ('${PILE}', 1, 1, 1, 'Pile', 1, 1, 2, 1200, 1, 6, 1, 1, '${SECRET}');
    insert into pile_state (cp_code, tenant_id, agent_id, station_id) select cp_code, 1, 1, 1 from pile`);
});
afterAll(() => all?.close());

/** A login as bytes on the wire. */
const recordLogin = (datedMs: number): Uint8Array => {
  const link = openLink({ cpCode: PILE, secret: SECRET, encryptionMode: 1, random: randomBytes(4).readUInt32LE(), nowMs: Date.now() });
  const facts = { cpType: 1, gunCount: 2, mainHw: 'H1', mainSw: 'S1', time: Math.floor(datedMs / 1_000), nonce: randomBytes(8).toString('hex') };
  return writeRequest(link, loginRequest(link, facts, nodeCrypto), { crypto: nodeCrypto }).bytes;
};

/** The gateway's answer to a replayed login: its result and the time that it contains, in seconds. */
const play = async (gateway: Process, login: Uint8Array): Promise<{ readonly result: number; readonly serverTime: number }> => {
  const pile = new TestPile(await dial(gateway.ports.pile ?? 0), { cpCode: PILE, secret: SECRET, encryptionMode: 1 });
  pile.socket.write(login);
  await eventually(() => expect(pile.receivedFrames).not.toEqual([]));
  pile.socket.destroy();
  const message = pile.receivedFrames[0]?.message;
  if (message?.type !== '0100') throw new Error('no answer to a login');
  return message.body;
};

const alarms = async (kind: string): Promise<number> => (await all.database.asSuperuser(`select from device_event where kind = '${kind}'`)).length;

test('a recorded login is refused while the gateway runs, after its restart and at another gateway', async () => {
  const login = recordLogin(Date.now());
  expect(await play(all.first, login)).toMatchObject({ result: 0 });
  expect(await play(all.first, login)).toMatchObject({ result: 1 });
  await all.first.stop();
  const again = await all.start('gateway', ['gateway']);
  expect(await play(again, login)).toMatchObject({ result: 1 });
  expect(await play(await all.start('other', ['gateway']), login)).toMatchObject({ result: 1 });
  await eventually(async () => expect(await alarms('loginReplayed')).toBe(3));
  expect(await play(again, recordLogin(Date.now()))).toMatchObject({ result: 0 });
});

test.each([
  ['1970', 0],
  ['eleven minutes ago', Date.now() - 660_000],
  ['in eleven minutes', Date.now() + 660_000],
])('a login dated %s is refused with the time, and the next one, dated by it, is taken', async (_when, datedMs) => {
  const gateway = await all.start(`gateway-${datedMs}`, ['gateway']);
  const { result, serverTime } = await play(gateway, recordLogin(datedMs));
  expect(result).toBe(1);
  expect(Math.abs(serverTime * 1_000 - Date.now())).toBeLessThan(60_000);
  expect(await play(gateway, recordLogin(serverTime * 1_000))).toMatchObject({ result: 0 });
  await gateway.stop();
});
