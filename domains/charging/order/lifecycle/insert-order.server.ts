import { sql } from 'kysely';
import { startSource } from '#engines/order/codes.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import { strategyValE2 } from '#engines/order/rules/strategy.ts';
import type { OrderView } from '#engines/order/view.ts';
import { idTagOf } from '#engines/protocol/ocpp16/id-tag.ts';
import type { Party } from '#domains/customer/server.ts';
import type { FrozenTariff } from '#domains/tariff/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { prepaidName, walletName } from './order-balance.server.ts';
import type { PaidInAdvance } from './order-balance.server.ts';
import type { StoredOrder } from './stored-order.server.ts';

/** Where an order is created: a gun, with what the order stores from it. */
export interface OrderSite {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly rateRuleId: string | null;
  readonly currency: string;
  readonly zone: string;
}

/** What is stored in the row of an order when it is created. */
export interface NewOrder {
  readonly site: OrderSite;
  readonly party: Party | undefined;
  /** The tariff it is priced with; undefined only where energy has flowed already. */
  readonly tariff: FrozenTariff | undefined;
  readonly orderNo: string;
  /** The transaction number by which an OCPP pile already knows the order; otherwise it gets a new one. */
  readonly transactionId?: number;
  /** The card that the pile named, where no payer is known. */
  readonly reportedCardNo?: string;
  /** The start message of an OCPP pile that started by itself. */
  readonly startMessage?: string | undefined;
  readonly strategy: Strategy;
  readonly startSource: number;
  /** The payment that pays for it in place of a wallet. */
  readonly prepaid?: PaidInAdvance | undefined;
}

/** Writes the row of a new order, in the state in which it begins. */
export const insertOrder = async (tx: Tx, order: NewOrder, { state, orderType }: Pick<OrderView, 'state' | 'orderType'>): Promise<StoredOrder> => {
  const { site, party, tariff, orderNo, strategy, prepaid } = order;
  const walletOwner = ownerOf(party, prepaid);
  const idTag = idTagOf(orderNo);
  const { rows } = await sql<{
    orderId: bigint;
    transactionId: number;
  }>`insert into charging_order (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_no, transaction_id, id_tag, start_said, order_state, order_category, main_part_type, main_part_id, cust_id, cust_name,
      user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, start_source, charging_strategy_type, charging_strategy_val, rate_rule_id, tariff_snapshot_id, currency, rate_names, vip_level_name, vip_discounts, wallet_owner, pre_pay_order_id, create_by)
    values (${site.tenantId}, ${site.agentId}, ${site.stationId}, ${site.cpCode}, ${site.gunNumber}, ${orderNo}, coalesce(${order.transactionId ?? null}::int, nextval('charging_transaction')), ${idTag}, ${order.startMessage ?? null}, ${state}, ${orderType},
      ${party?.mainPartType ?? null}, ${party?.mainPartId ?? null}, ${party?.custId ?? null}, ${party?.custName ?? null}, ${party?.userName ?? null}, ${party?.userMobile ?? prepaid?.userMobile ?? null}, ${party?.icCardId ?? null}, ${party?.icCardNo ?? order.reportedCardNo ?? null},
      ${party?.carVin ?? null}, ${party?.carNum ?? null}, ${order.startSource}, ${strategy.type}, ${strategyValE2(strategy)}, ${site.rateRuleId}, ${tariff?.snapshotId ?? null}, ${site.currency},
      rate_names(${site.tenantId}, ${site.stationId}), ${party?.vipLevelName ?? null}, ${party ? JSON.stringify(party.vipDiscounts) : null}::jsonb, ${walletOwner}, ${prepaid?.prePayOrderId ?? null}::bigint, ${createdByOf(order.startSource)})
    returning charging_order_id as order_id, transaction_id`.execute(tx);
  const [inserted] = rows;
  if (!inserted) throw new Error(`order ${orderNo} was not written`);
  return {
    orderId: String(inserted.orderId),
    orderNo,
    tenantId: site.tenantId,
    agentId: site.agentId,
    stationId: site.stationId,
    cpCode: site.cpCode,
    gunNumber: site.gunNumber,
    state,
    transactionId: inserted.transactionId,
    idTag,
    ...payerColumns(party),
    walletOwner,
    tariffSnapshotId: tariff?.snapshotId ?? null,
    currency: site.currency,
    zone: site.zone,
  };
};

/** Links an order to the reservation that created it. */
export const linkReservation = async (tx: Tx, orderId: string, reservationId: string): Promise<void> => {
  await sql`update charging_order set reservation_id = ${reservationId} where charging_order_id = ${orderId}`.execute(tx);
};

/** Stores in an order who pays for it, with the payer's terms. */
export const writeParty = async (tx: Tx, row: StoredOrder, party: Party): Promise<StoredOrder> => {
  await sql`update charging_order set main_part_type = ${party.mainPartType}, main_part_id = ${party.mainPartId}, cust_id = ${party.custId}, cust_name = ${party.custName},
    user_name = ${party.userName}, user_mobile = ${party.userMobile}, ic_card_id = ${party.icCardId}, ic_card_no = ${party.icCardNo}, car_vin = coalesce(${party.carVin}, car_vin),
    car_num = coalesce(${party.carNum}, car_num), vip_level_name = ${party.vipLevelName}, vip_discounts = ${JSON.stringify(party.vipDiscounts)}::jsonb, wallet_owner = ${walletName(party)}
    where charging_order_id = ${row.orderId}`.execute(tx);
  return { ...row, ...payerColumns(party) };
};

const ownerOf = (party: Party | undefined, prepaid: PaidInAdvance | undefined): string | null => {
  if (prepaid) return prepaidName(prepaid.prePayOrderId);
  return party ? walletName(party) : null;
};

const payerColumns = (party: Party | undefined): Pick<StoredOrder, 'mainPartType' | 'mainPartId' | 'walletOwner' | 'vipDiscounts'> => ({
  mainPartType: party?.mainPartType ?? null,
  mainPartId: party?.mainPartId ?? null,
  walletOwner: party ? walletName(party) : null,
  vipDiscounts: party?.vipDiscounts ?? null,
});

/** Who creates an order that is started in this way. */
export const createdByOf = (source: number): string => createdBy.get(source) ?? 'pile';
const createdBy: ReadonlyMap<number, string> = new Map([
  [startSource.platform, 'platform'],
  [startSource.weChat, 'driver'],
  [startSource.alipay, 'driver'],
  [startSource.app, 'driver'],
]);
