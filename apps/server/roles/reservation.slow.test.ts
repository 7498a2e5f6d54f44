import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cardApi } from '#domains/customer/resources.ts';
import { gunApi, pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { charging, chargingOrderApi, reservationOrderApi } from '#domains/charging/resources.ts';
import { chargingRoutes } from '#domains/charging/server.ts';
import { createPile } from '#apps/simulator/pile/create.ts';
import type { Pile } from '#apps/simulator/pile/pile.ts';
import { tcpDial } from '#apps/simulator/native/tcp.ts';
import { webSocketDial } from '#apps/simulator/ocpp/websocket.ts';
import { carWithSoc } from '#apps/simulator/testing/car.ts';
import { PILE, startPileTestbed } from '../testing/pile-world.ts';
import type { PileTestbed } from '../testing/pile-world.ts';

const OTHER = 'CARD0002';
const OFTEN = { interval: 50 };

describe.each([
  { protocol: 'native', code: 1 },
  { protocol: 'v1.0', code: 1 },
  { protocol: 'ocpp16', code: 2 },
] as const)('a reservation at a pile that speaks $protocol', ({ protocol, code }) => {
  let bed: PileTestbed;
  let pile: Pile;

  beforeAll(async () => {
    bed = await startPileTestbed({ protocol: code, domains: [charging], routes: (deps) => chargingRoutes(deps) });
    const { server, staff, fund } = bed.world;
    const details = [{ startMinute: 0, reservationDuration: 60, occupyFeeUnit: '0.10' }];
    const { crcId } = await server.ok(staff, reservationConfApi.add, { crcName: 'Usual', details });
    await server.ok(staff, reservationConfApi.changeState, { entityId: crcId, setState: 1 });
    await server.ok(staff, pileApi.edit, { cpCode: PILE, canBeReservation: 1, crcId });
    const { icCardId } = await server.ok(staff, cardApi.add, { icCardNo: OTHER, canDiscount: 1 });
    for (const id of [icCardId, bed.world.ids.icCardId]) await fund(`card:${id}`, 200_00n);
    const { ports, credentials } = bed;
    const dial =
      protocol === 'ocpp16' ? webSocketDial({ url: `ws://127.0.0.1:${ports.ocpp}/ocpp` }) : tcpDial({ host: '127.0.0.1', port: ports.pile });
    pile = createPile({ cpCode: PILE, protocol, dial, ...credentials, gunCount: 2 });
    pile.open();
    await pile.waitFor(({ connection }) => connection.live);
  });
  afterAll(async () => {
    pile.close();
    await bed.close();
  });

  const api = () => bed.world.server;
  const gunShows = async (gunWorkStat: number) => {
    await expect
      .poll(
        async () => (await api().ok(bed.world.staff, gunApi.list, { cpCode: PILE })).records.find(({ gunNumber }) => gunNumber === 1)?.gunWorkStat,
        OFTEN,
      )
      .toBe(gunWorkStat);
  };
  const make = (more: object = {}) =>
    api().ok(bed.world.staff, reservationOrderApi.make, {
      cpCode: PILE,
      gunNum: 1,
      mainPartType: 2,
      mainPartId: bed.world.ids.icCardId,
      minutes: 30,
      ...more,
    });
  const cancel = (croId: string) => api().ok(bed.world.staff, reservationOrderApi.cancel, { id: croId });
  const isTold = async (croId: string, toldState: number) => {
    await expect.poll(async () => (await api().ok(bed.world.staff, reservationOrderApi.queryById, { id: croId })).toldState, OFTEN).toBe(toldState);
  };
  const deviceState = async () =>
    (await bed.queryRows<{ stat: number }>(`select device_gun_stat as stat from gun where cp_code = '${PILE}' and gun_number = 1`))[0]?.stat;
  const phase = () => pile.gun(1)?.phase;
  const commands = async (cmd: 'reserve' | 'cancelReservation') =>
    (await bed.queryRows<{ stat: number }>(`select stat from device_command where cmd = '${cmd}' order by create_time`)).length;

  test('is told when it begins, keeps others away at the pile itself, and is told again after a restart, not after each new connection', async () => {
    await gunShows(2);
    const { croId } = await make();
    await isTold(croId, 2);
    expect(phase()).toBe('reserved');
    await gunShows(4);
    expect(await commands('reserve')).toBe(1);

    pile.cut(200);
    await pile.waitFor(({ connection }) => !connection.live);
    await pile.waitFor(({ connection }) => connection.live);
    // A native login does not say whether the pile has booted, and the same reservation told again is the same.
    const afterCut = protocol === 'ocpp16' ? 1 : 2;
    await expect.poll(() => commands('reserve'), OFTEN).toBe(afterCut);
    await isTold(croId, 2);
    expect(phase()).toBe('reserved');

    pile.cutPower(200);
    expect(phase()).toBe('idle');
    await pile.waitFor(({ connection }) => connection.live);
    await expect.poll(phase, OFTEN).toBe('reserved');
    await isTold(croId, 2);
    expect(await commands('reserve')).toBe(afterCut + 1);

    await cancel(croId);
    await isTold(croId, 6);
    expect(phase()).toBe('idle');
    await gunShows(2);
    expect(await commands('cancelReservation')).toBe(1);
  });

  test('a pile that is away is told when it comes; its party starts there, and nobody else', async () => {
    pile.close();
    const isOnline = async () => (await bed.queryRows<{ online: boolean }>(`select online from pile_state where cp_code = '${PILE}'`))[0]?.online;
    await expect.poll(isOnline, OFTEN).toBe(false);
    // Whoever reserves ahead of time does not need the pile now.
    const { croId, chargingOrderNo } = await make({ startTime: new Date(bed.now() + 40 * 60_000) });
    bed.advance(41 * 60_000);
    await bed.world.worker.poll();
    await isTold(croId, 1);
    const before = await commands('reserve');
    pile.open();
    await isTold(croId, 2);
    expect([phase(), await commands('reserve')]).toEqual(['reserved', before]);

    pile.plug(1, carWithSoc(40));
    expect(await pile.startByCard(1, { account: OTHER })).toMatchObject({ result: 6 });
    await gunShows(4);
    await expect.poll(deviceState, OFTEN).toBe(3);
    const start = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: bed.world.ids.icCardId, chargingStrategyType: 1 } as const;
    expect(await api().ok(bed.world.staff, chargingOrderApi.remoteStart, start)).toMatchObject({ chargingOrderNo });
    await gunShows(6);
    expect(await bed.world.orderRow(chargingOrderNo)).toMatchObject({ order_state: 2 });
    expect(await api().ok(bed.world.staff, reservationOrderApi.queryById, { id: croId })).toMatchObject({ state: 2, toldState: 2 });
    pile.stop(1);
    await expect.poll(async () => (await bed.world.orderRow(chargingOrderNo))['order_state'], OFTEN).toBeOneOf([3, 4]);
    pile.unplug(1);
    await gunShows(2);
  });

  test('a pile that refuses changes nothing: the platform admits only the party, and the operator sees the refusal', async () => {
    // A pile keeps no gun at which a car is plugged in.
    pile.plug(1, carWithSoc(40));
    await gunShows(3);
    const { croId, chargingOrderNo } = await make();
    await isTold(croId, 3);
    await gunShows(4);
    const other = { cpCode: PILE, gunNumber: 1, mainPartType: 2, mainPartId: bed.world.ids.icCardId, chargingStrategyType: 1 } as const;
    const [card] = await bed.queryRows<{ id: string }>(`select ic_card_id::text as id from ic_card where ic_card_no = '${OTHER}'`);
    expect((await api().call(bed.world.staff, chargingOrderApi.remoteStart, { ...other, mainPartId: card?.id ?? '' })).message).toBe(
      'The gun is reserved for somebody else',
    );
    expect(await api().ok(bed.world.staff, chargingOrderApi.remoteStart, other)).toMatchObject({ chargingOrderNo });
    await gunShows(6);
  });
});
