import { chargingOrderApi, reservationOrderApi } from '#domains/charging/resources.ts';
import { rechargeApi } from '#domains/money/resources.ts';
import { pileApi, reservationConfApi } from '#domains/network/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { sql } from 'kysely';
import { textAt } from '#kit/test/nouns/ask.ts';
import { cornerAt, markOf } from '#kit/test/nouns/corner.ts';
import type { Corner } from '#kit/test/nouns/corner.ts';
import type { Builder, NounFixture } from './nouns.ts';

const confDraft = async (b: Builder, corner: Corner) => ({
  tenantId: b.key('tenant', corner),
  crcName: `${markOf(cornerAt(corner, 'tenant'))} ${b.next()}`,
  details: [
    { startMinute: 0, reservationDuration: 15, occupyFeeUnit: '0.00' },
    { startMinute: 15, reservationDuration: 60, occupyFeeUnit: '0.20' },
  ],
});
/** Stands before the piles that follow it. */
export const reservationConf: NounFixture = {
  level: 'tenant',
  draft: confDraft,
  make: async (b, corner) => textAt(await b.ok(reservationConfApi.add, await confDraft(b, corner)), 'crcId'),
};

/** A pile that could charge at once: priced, enabled, and, as if its device had said so, online with a car plugged in. */
export const readyPile = async (b: Builder, corner: Corner): Promise<string> => {
  const cpCode = await b.make('pile', corner);
  await b.ok(pilePolicyApi.setRateRule, { cpCodes: cpCode, rateRuleId: b.key('rateRule', corner) });
  await b.ok(pileApi.changeState, { entityId: cpCode, setState: 1 });
  await inSystem(b.database, async (tx) => {
    await sql`update pile_state set online = true where cp_code = ${cpCode}`.execute(tx);
    await sql`update pile set cp_work_stat = 1 where cp_code = ${cpCode}`.execute(tx);
    await sql`update gun set device_gun_stat = 3, gun_work_stat = 3 where cp_code = ${cpCode}`.execute(tx);
  });
  return cpCode;
};

/** A card with money on it. */
export const fundedCard = async (b: Builder, corner: Corner): Promise<string> => {
  const icCardId = await b.make('card', corner);
  await b.ok(rechargeApi.add, { mainPartType: 2, mainPartId: icCardId, rrMoney: '100.00', payMethod: 0 });
  return icCardId;
};

/** A card names no car and no phone; an order of one that did is found by them. */
const nameParty = async (b: Builder, corner: Corner, chargingOrderId: string): Promise<void> => {
  const mobile = `137${String(b.next()).padStart(8, '0')}`;
  await inSystem(b.database, (tx) =>
    sql`update charging_order set user_mobile = ${mobile}, car_vin = ${`LSX${mobile.padStart(14, '0')}`}, car_num = ${`${markOf(corner)} ${b.next()}`}
      where charging_order_id = ${chargingOrderId}`.execute(tx),
  );
};

export const orderNouns: Readonly<Record<string, NounFixture>> = {
  stationDay: {
    level: 'station',
    make: async (b, corner) => {
      const { rows } = await sql<{ id: bigint }>`insert into station_day
          (tenant_id, agent_id, station_id, stat_day, currency, charging_count, charging_capacity, charging_amount, elec_amount, srv_amount)
        values (${b.key('tenant', corner)}, ${b.key('agent', corner)}, ${b.key('station', corner)}, date '2026-01-01' + ${b.next()}::int, 'CNY', 1, 10, 10, 5, 5)
        returning station_day_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  chargingOrder: {
    level: 'station',
    make: async (b, corner) => {
      const [cpCode, mainPartId] = [await readyPile(b, corner), await fundedCard(b, corner)];
      const begun = await b.ok(chargingOrderApi.remoteStart, { cpCode, gunNumber: 1, mainPartType: 2, mainPartId, chargingStrategyType: 1 });
      const id = textAt(begun, 'chargingOrderId');
      await nameParty(b, corner, id);
      return id;
    },
  },
  reservationOrder: {
    level: 'station',
    make: async (b, corner) => {
      const [cpCode, mainPartId] = [await readyPile(b, corner), await fundedCard(b, corner)];
      const made = await b.ok(reservationOrderApi.make, { cpCode, gunNum: 1, mainPartType: 2, mainPartId, minutes: 30 });
      await nameParty(b, corner, textAt(made, 'chargingOrderId'));
      return textAt(made, 'croId');
    },
  },
};
