import { sql } from 'kysely';
import { jsonText } from '#kit/fields/json-text.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Party } from '#domains/customer/resources.ts';
import type { Booking } from '../ledger/ledger.ts';
import { balancesOf } from '../ledger/ledger.server.ts';

/** The payer, as stored in the order. */
export type ConsumeParty = Pick<
  Party,
  'mainPartType' | 'mainPartId' | 'custId' | 'custName' | 'userName' | 'userMobile' | 'icCardId' | 'icCardNo' | 'carVin' | 'carNum'
>;

/** Ids are texts of digits; amounts are in minor units, energies in 0.1 Wh. */
export interface Consumption {
  readonly order: {
    readonly chargingOrderId: string;
    readonly chargingOrderNo: string;
    readonly tenantId: string;
    readonly agentId: string;
    readonly stationId: string;
    readonly cpCode: string;
    readonly gunNumber: number;
    readonly currency: string;
  };
  readonly party: ConsumeParty;
  /** The settlement, or the refund to a balance, in the same transaction. A replayed booking is recorded once. */
  readonly booking: Booking;
  /** The account that pays, or gets the refund. */
  readonly wallet: bigint;
  /** The list price. For an adjustment this, like the energies, is the difference; `isRefund` gives its direction. */
  readonly orderCents: bigint;
  /** The amount that the party pays or gets back. The booking has the paid and the owed part. */
  readonly billingCents: bigint;
  /** The part of a refund that pays a debt of the order. */
  readonly debtPaidCents?: bigint;
  readonly energy: { readonly total: bigint; readonly tip: bigint; readonly peak: bigint; readonly flat: bigint; readonly valley: bigint };
  readonly isRefund?: boolean;
  readonly at: Date;
  readonly actor: string;
}

/**
 * Writes the consume record of a booking in its transaction, under the role of the system or of a handler. The balances before and after come from
 * the booking. Returns the id of the record.
 */
export const recordConsume = async (tx: Tx, consumption: Consumption): Promise<string> => {
  const { order, party, booking, energy, isRefund = false } = consumption;
  const { before, after } = await balanceChange(tx, consumption);
  const { rows } = await sql<{ id: bigint }>`insert into consume_record (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_id,
      charging_order_no, main_part_type, main_part_id, main_part_no, cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num,
      is_refund, currency, order_amount, rr_money, receivable_money, debt_paid_money, rr_before_money, rr_after_money, charging_elec, charging_elec_tip,
      charging_elec_peak, charging_elec_flat, charging_elec_valley, journal_id, create_by, create_time)
    values (${order.tenantId}, ${order.agentId}, ${order.stationId}, ${order.cpCode}, ${order.gunNumber}, ${order.chargingOrderId},
      ${order.chargingOrderNo}, ${party.mainPartType}, ${party.mainPartId}, ${accountOf(party)}, ${party.custId}, ${party.custName}, ${party.userName},
      ${party.userMobile}, ${party.icCardId}, ${party.icCardNo}, ${party.carVin}, ${party.carNum}, ${isRefund ? 1 : 0}, ${order.currency},
      ${consumption.orderCents}, ${consumption.billingCents}, ${isRefund ? 0n : booking.shortfallCents}, ${consumption.debtPaidCents ?? 0n}, ${before}, ${after}, ${energy.total},
      ${energy.tip}, ${energy.peak}, ${energy.flat}, ${energy.valley}, ${booking.journalId}, ${consumption.actor}, ${consumption.at})
    on conflict (journal_id) do nothing returning consume_record_id as id`.execute(tx);
  return rows[0] ? String(rows[0].id) : recordIdOf(tx, booking.journalId);
};

/** The number by which users know a party. */
const accountOf = (party: ConsumeParty): string => {
  const account = { 1: party.userMobile, 2: party.icCardNo, 3: party.custName, 4: party.carVin }[party.mainPartType];
  return account ?? party.mainPartId;
};

/** A booking without a movement, for an order that cost nothing or that nobody could pay, leaves the balance unchanged. */
const balanceChange = async (tx: Tx, { booking, wallet }: Consumption): Promise<{ readonly before: bigint; readonly after: bigint }> => {
  const movement = booking.movements.find(({ accountId }) => accountId === wallet);
  if (movement) return { before: movement.beforeCents, after: movement.afterCents };
  const [balance] = await balancesOf(tx, [wallet]);
  const posted = balance?.postedCents ?? 0n;
  return { before: posted, after: posted };
};

const recordIdOf = async (tx: Tx, journalId: bigint): Promise<string> => {
  const { rows } = await sql<{ id: bigint }>`select consume_record_id as id from consume_record where journal_id = ${journalId}`.execute(tx);
  return String(rows[0]?.id);
};

/** A settlement of an order, of which `balance` is what the wallet held before and after. */
export interface SettledConsumption extends Pick<Consumption, 'order' | 'party' | 'booking' | 'orderCents' | 'billingCents' | 'energy' | 'at'> {
  readonly balance: { readonly before: bigint; readonly after: bigint };
}

/** Writes the consume records of many settlements in one statement. */
export const recordConsumes = async (tx: Tx, actor: string, settled: readonly SettledConsumption[]): Promise<void> => {
  const rows = settled.map(({ order, party, booking, orderCents, billingCents, energy, at, balance }) => {
    const own = {
      tenantId: order.tenantId,
      agentId: order.agentId,
      stationId: order.stationId,
      cpCode: order.cpCode,
      gunNumber: order.gunNumber,
      orderId: order.chargingOrderId,
      orderNo: order.chargingOrderNo,
      currency: order.currency,
      mainPartNo: accountOf(party),
      orderCents,
      billingCents,
      owedCents: booking.shortfallCents,
      journalId: booking.journalId,
      at,
    };
    // A literal with spreads of so many columns takes longer.
    return Object.assign(own, party, energy, balance);
  });
  await sql`insert into consume_record (tenant_id, agent_id, station_id, cp_code, gun_number, charging_order_id, charging_order_no, main_part_type, main_part_id, main_part_no,
      cust_id, cust_name, user_name, user_mobile, ic_card_id, ic_card_no, car_vin, car_num, currency, order_amount, rr_money, receivable_money, rr_before_money, rr_after_money,
      charging_elec, charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, journal_id, create_by, create_time)
    select r."tenantId", r."agentId", r."stationId", r."cpCode", r."gunNumber", r."orderId", r."orderNo", r."mainPartType", r."mainPartId", r."mainPartNo",
      r."custId", r."custName", r."userName", r."userMobile", r."icCardId", r."icCardNo", r."carVin", r."carNum", r.currency, r."orderCents", r."billingCents", r."owedCents", r.before, r.after,
      r.total, r.tip, r.peak, r.flat, r.valley, r."journalId", ${actor}, r.at
    from jsonb_to_recordset(${jsonText(rows)}::jsonb) as r ("tenantId" int8, "agentId" int8, "stationId" int8, "cpCode" text, "gunNumber" int4, "orderId" int8, "orderNo" text, "mainPartType" int2,
      "mainPartId" int8, "mainPartNo" text, "custId" int8, "custName" text, "userName" text, "userMobile" text, "icCardId" int8, "icCardNo" text, "carVin" text, "carNum" text, currency text,
      "orderCents" int8, "billingCents" int8, "owedCents" int8, before int8, after int8, total int8, tip int8, peak int8, flat int8, valley int8, "journalId" int8, at timestamptz)`.execute(
    tx,
  );
};
