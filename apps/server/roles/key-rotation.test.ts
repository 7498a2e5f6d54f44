import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Station } from '#apps/gateway/ocpp/testing/test-gateway.ts';
import { deviceCommandApi, keyRotationApi } from '#domains/device/resources.ts';
import { deviceRoutes } from '#domains/device/server.ts';
import { viewers } from '#kit/test/server.ts';
import { PILE, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

/** Another AuthorizationKey for an OCPP station, over a real socket. */
let piles: PileTestbed;
let present: string;
beforeAll(async () => {
  piles = await startPileTestbed({ routes: () => deviceRoutes, protocol: 2 });
  present = (await piles.world.device.credentials(PILE))?.secret ?? '';
});
afterAll(() => piles.close());

const rotate = (graceMinutes = '60') => piles.world.server.call(piles.world.staff, keyRotationApi.rotateKey, { cpCode: PILE, graceMinutes });
const rotation = () => piles.world.server.ok(piles.world.staff, keyRotationApi.keyRotation, { cpCode: PILE });
const online = async () => (await piles.queryRows<{ online: boolean }>(`select online from pile_state where cp_code = '${PILE}'`))[0]?.online;
const endOf = async (commandId: string) => {
  await expect.poll(async () => (await piles.world.server.ok(piles.world.staff, deviceCommandApi.queryById, { id: commandId })).stat).toBe(2);
};
const graceEnds = () => piles.queryRows(`update pile_key_rotation set accepted_until = now() - interval '1 second'`);
/** Connects with a password; undefined when it is refused. */
const connect = (password: string): Promise<Station | undefined> => piles.station(password).catch(() => undefined);
const boot = (station: Station | undefined) => station?.call('BootNotification', { chargePointVendor: 'v', chargePointModel: 'm' });
const leave = async (station: Station | undefined) => {
  station?.ws.terminate();
  await station?.closed;
  await expect.poll(online).toBe(false);
};
/** Waits for the key that the station is given, and answers. */
const keyGiven = async (station: Station, status: string): Promise<string> => {
  const call = await station.next(([kind, , action, payload]) => kind === 2 && action === 'ChangeConfiguration' && isKey(payload));
  station.say([3, call[1], { status }]);
  const payload = call[3];
  return typeof payload === 'object' && payload !== null && 'value' in payload && typeof payload.value === 'string' ? payload.value : '';
};
const isKey = (payload: unknown): boolean =>
  typeof payload === 'object' && payload !== null && 'key' in payload && payload.key === 'AuthorizationKey';

const connected = async (password: string): Promise<Station> => {
  const station = await connect(password);
  if (!station) throw new Error('refused');
  await boot(station);
  return station;
};
beforeEach(async () => {
  await expect
    .poll(online)
    .toBe(false)
    .catch(() => undefined);
});

test('an offline pile, a native one and a foreign one are refused', async () => {
  await piles.queryRows(`update pile_state set online = false`);
  expect(await rotate()).toMatchObject({ success: false, message: 'The pile is offline and cannot be operated' });
  const foreign = viewers.tenant('999');
  expect(await piles.world.server.call(foreign, keyRotationApi.rotateKey, { cpCode: PILE, graceMinutes: '60' })).toMatchObject({ status: 404 });
  expect(await rotate('1')).toMatchObject({ status: 400 });
  expect(await rotation()).toBeNull();
});

test('a station that refuses the key keeps the present one', async () => {
  const station = await connected(present);
  const { result } = await rotate();
  const refused = await keyGiven(station, 'Rejected');
  await endOf(result?.commandId ?? '');
  expect(await rotation()).toBeNull();
  await leave(station);
  expect(await connect(refused)).toBeUndefined();
});

test('both keys are right until the station has logged in with the new one, which is written nowhere', async () => {
  const station = await connected(present);
  const { result } = await rotate();
  const next = await keyGiven(station, 'Accepted');
  expect(next).toMatch(/^[0-9a-f]{40}$/);
  // The station is disconnected, so that it uses the key.
  await station.closed;
  await endOf(result?.commandId ?? '');
  await expect.poll(online).toBe(false);
  expect(await rotation()).toMatchObject({ isAccepted: true, acceptedUntil: expect.any(String) });
  await leave(await connected(present));
  expect((await rotate()).message).toMatch(/offline/);
  const withNext = await connected(next);
  expect(await rotation()).toBeNull();
  await leave(withNext);
  expect(await connect(present)).toBeUndefined();
  present = next;

  // The log is written after the answers. This test has told the station one key, the one before it another, and each was answered.
  await expect
    .poll(async () => {
      const [row] = await piles.queryRows<{ messages: number }>(
        `select count(*)::int as messages from message_log where msg_type = 'ChangeConfiguration'`,
      );
      return row?.messages;
    })
    .toBeGreaterThanOrEqual(4);
  const written = await piles.queryRows<{
    source: string;
    text: string;
  }>(`select 'command' as source, payload::text || coalesce(key_val, '') || coalesce(remark, '') as text from device_command
    union all select 'message', raw from message_log union all select 'pile', coalesce(encryption_secret, '') from pile
    union all select 'rotation', coalesce(sealed_secret, '') from pile_key_rotation union all select 'parameter', value from pile_parameter`);
  expect(written.map(({ source }) => source)).toEqual(expect.arrayContaining(['command', 'message', 'pile']));
  expect(written.filter(({ text }) => text.includes(next))).toEqual([]);
});

test('after the grace time only the key that the station accepted is right', async () => {
  const station = await connected(present);
  await rotate('5');
  const next = await keyGiven(station, 'RebootRequired');
  await expect.poll(async () => (await rotation())?.isAccepted).toBe(true);
  expect((await rotate()).message).toBe('A new key is under way, and the pile has not logged in with it yet. Try again later');
  await leave(station);
  await graceEnds();
  expect(await connect(present)).toBeUndefined();
  await leave(await connected(next));
  present = next;
});

test('without an answer both keys stay right, until a login with the old one after the grace time drops the new one', async () => {
  const station = await connected(present);
  const { result } = await rotate('5');
  const call = await station.next(([kind, , action, payload]) => kind === 2 && action === 'ChangeConfiguration' && isKey(payload));
  const payload = Object(call[3]);
  const lost: unknown = payload.value;
  await leave(station);
  await endOf(result?.commandId ?? '');
  expect(await rotation()).toMatchObject({ isAccepted: false });
  await leave(await connected(present));
  expect(await rotation()).not.toBeNull();
  await graceEnds();
  await leave(await connected(present));
  expect(await rotation()).toBeNull();
  expect(await connect(String(lost))).toBeUndefined();
});

test('a secret that is set by hand ends the rotation', async () => {
  const station = await connected(present);
  await rotate();
  await keyGiven(station, 'RebootRequired');
  await expect.poll(async () => (await rotation())?.isAccepted).toBe(true);
  await piles.queryRows(`update pile set encryption_secret = 'another-secret-1' where cp_code = '${PILE}'`);
  expect(await rotation()).toBeNull();
  await leave(station);
});
