import { sql } from 'kysely';
import { encodeFact } from '#engines/order/codec.ts';
import { factKey } from '#engines/order/facts.ts';
import type { OrderFact } from '#engines/order/facts.ts';
import { strategyValE2 } from '#engines/order/rules/strategy.ts';
import type { OrderView } from '#engines/order/view.ts';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import type { EndRecord } from '#engines/protocol/device.ts';
import type { Party } from '#domains/customer/server.ts';
import { jsonText } from '#kit/fields/json-text.ts';
import type { Tx } from '#kit/db/index.ts';
import { createdByOf } from './insert-order.server.ts';
import type { OrderSite } from './insert-order.server.ts';
import { amountColumns } from './order-amounts.ts';
import type { OrderAmounts } from './order-amounts.ts';
import { walletName } from './order-balance.server.ts';
import { viewColumns } from './save-order.server.ts';

/** An order that is settled and not stored yet. */
export interface SettledOrder {
  /** From `reserveOrderIds`. */
  readonly orderId: string;
  readonly orderNo: string;
  readonly site: OrderSite & { readonly cpType: number };
  readonly party: Party;
  readonly tariffSnapshotId: string | null;
  readonly facts: readonly OrderFact[];
  readonly view: OrderView;
  readonly amounts: OrderAmounts;
  readonly endRecord: EndRecord | null;
  readonly settledAtMs: number;
}

/**
 * Stores orders that were judged from their request to their settlement before any of it was stored: each row as its facts add up, the facts, and the
 * end records as they were reported, in three statements for all of them. All belong to one tenant.
 */
export const enterOrders = async (tx: Tx, orders: readonly SettledOrder[]): Promise<void> => {
  if (orders.length === 0) return;
  await insertRows(tx, orders.map(rowOf));
  await insertFacts(tx, orders);
  await insertEndRecords(tx, orders);
};

/** The first of so many ids in a row for orders that are entered later. An order that is created meanwhile gets another id. */
export const reserveOrderIds = async (tx: Tx, count: number): Promise<bigint> => {
  for (;;) {
    const { rows } = await sql<{ first: bigint | null; last: bigint | null }>`select min(id)::int8 as first, max(id)::int8 as last
      from (select nextval('charging_order_charging_order_id_seq') as id from generate_series(1, ${count}::int4)) as taken`.execute(tx);
    const { first = null, last = null } = rows[0] ?? {};
    if (first !== null && last !== null && last - first === BigInt(count - 1)) return first;
  }
};

type OrderColumns = ReturnType<typeof rowOf>;

const rowOf = ({ orderId, orderNo, site, party, tariffSnapshotId, view, amounts, settledAtMs }: SettledOrder) => {
  const ofView = viewColumns(view);
  const { strategy, startSource, atMs } = view.terms;
  const own = {
    chargingOrderId: orderId,
    chargingOrderNo: orderNo,
    tenantId: site.tenantId,
    agentId: site.agentId,
    stationId: site.stationId,
    cpCode: site.cpCode,
    gunNumber: site.gunNumber,
    cpType: site.cpType,
    chargeZone: site.zone,
    idTag: idTagOf(orderNo),
    mainPartType: party.mainPartType,
    mainPartId: party.mainPartId,
    custId: party.custId,
    custName: party.custName,
    userName: party.userName,
    userMobile: party.userMobile,
    icCardId: party.icCardId,
    icCardNo: party.icCardNo,
    carVin: ofView.reportedVin ?? party.carVin,
    carNum: party.carNum,
    chargingStrategyType: strategy.type,
    chargingStrategyVal: strategyValE2(strategy),
    rateRuleId: site.rateRuleId,
    tariffSnapshotId,
    currency: site.currency,
    vipLevelName: party.vipLevelName,
    vipDiscounts: party.vipDiscounts,
    walletOwner: walletName(party),
    billingTime: new Date(settledAtMs),
    createBy: createdByOf(startSource),
    createTime: new Date(atMs),
    updateTime: new Date(settledAtMs),
  };
  // A literal with spreads of so many columns takes ten times as long.
  return Object.assign(own, ofView, amountColumns(amounts));
};

const insertRows = async (tx: Tx, rows: readonly OrderColumns[]): Promise<void> => {
  await sql`insert into charging_order (charging_order_id, tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, transaction_id, id_tag, order_state, order_category,
      abnormal_reason, main_part_type, main_part_id, cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, wallet_owner, start_source, start_result, stop_reason,
      charging_strategy_type, charging_strategy_val, rate_rule_id, tariff_snapshot_id, vip_level_name, vip_discounts, currency, start_time, stop_time, start_soc, stop_soc, start_meter, stop_meter,
      charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, charging_elec_json, order_amount, elec_amount, srv_amount, other1_amount, other2_amount,
      tip_amount, peak_amount, flat_amount, valley_amount, billing_amount, tariff_offer, vip_offer, coupon_credit_amount, overrun_amount, card_credit_amount, point_credit_amount, shortfall_amount,
      billing_time, settle_method, rate_names, create_by, create_time, update_time, cp_type, charge_zone)
    select o."chargingOrderId", o."tenantId", o."agentId", o."stationId", o."cpCode", o."gunNumber", o."chargingOrderNo", nextval('charging_transaction'), o."idTag", o."orderState", o."orderCategory",
      o."abnormalReason", o."mainPartType", o."mainPartId", o."custId", o."custName", o."userName", o."userMobile", o."icCardId", o."icCardNo", o."carVin", o."carNum", o."walletOwner", o."startSource", o."startResult", o."stopReason",
      o."chargingStrategyType", o."chargingStrategyVal", o."rateRuleId", o."tariffSnapshotId", o."vipLevelName", o."vipDiscounts", o.currency, o."startTime", o."stopTime", o."startSoc", o."stopSoc", o."startMeter", o."stopMeter",
      o."chargingElec", o."chargingElecTip", o."chargingElecPeak", o."chargingElecFlat", o."chargingElecValley", o."chargingElecJson"::jsonb, o."orderAmount", o."elecAmount", o."srvAmount", o."other1Amount", o."other2Amount",
      o."tipAmount", o."peakAmount", o."flatAmount", o."valleyAmount", o."billingAmount", o."tariffOffer", o."vipOffer", o."couponCreditAmount", o."overrunAmount", o."cardCreditAmount", o."pointCreditAmount", o."shortfallAmount",
      o."billingTime", o."settleMethod", n.names, o."createBy", o."createTime", o."updateTime", o."cpType", o."chargeZone"
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as o ("chargingOrderId" int8, "tenantId" int8, "agentId" int8, "stationId" int8, "cpCode" text, "gunNumber" int4, "chargingOrderNo" text, "idTag" text,
      "orderState" int2, "orderCategory" int2, "abnormalReason" text, "mainPartType" int2, "mainPartId" int8, "custId" int8, "custName" text, "userName" text, "userMobile" text, "icCardId" int8,
      "icCardNo" text, "carVin" text, "carNum" text, "walletOwner" text, "startSource" int2, "startResult" int2, "stopReason" int2, "chargingStrategyType" int2, "chargingStrategyVal" int8,
      "rateRuleId" int8, "tariffSnapshotId" int8, "vipLevelName" text, "vipDiscounts" jsonb, currency text, "startTime" timestamptz, "stopTime" timestamptz, "startSoc" int2, "stopSoc" int2,
      "startMeter" int8, "stopMeter" int8, "chargingElec" int8, "chargingElecTip" int8, "chargingElecPeak" int8, "chargingElecFlat" int8, "chargingElecValley" int8, "chargingElecJson" text,
      "orderAmount" int8, "elecAmount" int8, "srvAmount" int8, "other1Amount" int8, "other2Amount" int8, "tipAmount" int8, "peakAmount" int8, "flatAmount" int8, "valleyAmount" int8,
      "billingAmount" int8, "tariffOffer" int8, "vipOffer" int8, "couponCreditAmount" int8, "overrunAmount" int8, "cardCreditAmount" int8, "pointCreditAmount" int8, "shortfallAmount" int8,
      "billingTime" timestamptz, "settleMethod" int2, "createBy" text, "createTime" timestamptz, "updateTime" timestamptz, "cpType" int2, "chargeZone" text)
      join (select s.id, rate_names(${rows[0]?.tenantId ?? null}::int8, s.id) as names from unnest(${[...new Set(rows.map(({ stationId }) => stationId))]}::int8[]) as s (id) offset 0) n
        on n.id = o."stationId"
    order by o."chargingOrderId"`.execute(tx);
};

const insertFacts = async (tx: Tx, orders: readonly SettledOrder[]): Promise<void> => {
  const told = orders.flatMap(({ orderId, facts }) =>
    facts.flatMap((fact) => (fact.kind === 'progress' || fact.kind === 'gunQuiet' ? [] : jsonOfFact(orderId, fact))),
  );
  await sql`insert into order_fact (charging_order_id, fact_key, tenant_id, kind, content, told_at)
    select id, key, ${orders[0]?.site.tenantId ?? null}::int8, content ->> 'kind', content, at
    from jsonb_to_recordset(${`[${told.join()}]`}::jsonb) as told (id int8, key text, content jsonb, at timestamptz)`.execute(tx);
};

const jsonOfFact = (orderId: string, fact: Exclude<OrderFact, { readonly kind: 'progress' | 'gunQuiet' }>): string =>
  `{"id":${orderId},"key":${JSON.stringify(factKey(fact))},"content":${encodeFact(fact)},"at":"${new Date(fact.atMs).toISOString()}"}`;

const insertEndRecords = async (tx: Tx, orders: readonly SettledOrder[]): Promise<void> => {
  const sent = orders.flatMap(({ endRecord, ...order }) => (endRecord ? { ...order, endRecord } : []));
  await sql`insert into end_record (cp_code, digest, tenant_id, gun_number, charging_order_no, raw, told_at)
    select code, digest, ${orders[0]?.site.tenantId ?? null}::int8, gun, no, raw, at
    from unnest(${sent.map(({ site }) => site.cpCode)}::text[], ${sent.map(({ endRecord }) => endRecord.digest)}::text[], ${sent.map(({ site }) => site.gunNumber)}::int4[],
      ${sent.map(({ orderNo }) => orderNo)}::text[], ${sent.map(({ endRecord }) => JSON.stringify(endRecord))}::text[],
      ${sent.map(({ endRecord }) => new Date(endRecord.stopAtMs))}::timestamptz[]) as sent (code, digest, gun, no, raw, at)`.execute(tx);
};
