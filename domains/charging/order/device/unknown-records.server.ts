import { sql } from 'kysely';
import { orderState, orderType } from '#engines/order/codes.ts';
import type { OrderWork } from '../lifecycle/order-work.server.ts';

/** The most orders that end records of one pile may create in an hour without anyone, or anything, to bill. */
export const UNKNOWN_RECORDS_MAX = 20;
/** How long the answer to each further record is delayed, and to each record beyond as many refused ones. The pile's next messages wait with it. */
export const UNKNOWN_RECORD_WAIT_MS = 2_000;

const HOUR_MS = 3_600_000;
const { abnormal, ended } = orderState;

/**
 * The order that the next unknown record of a pile is stored with, because the pile has created as many as it may: of those orders the one with the
 * fewest records. Undefined while the pile may create another. An ended order without a start meter counts too, because its settlement will find it
 * abnormal.
 */
export const overflowOrder = async ({ tx, nowMs }: OrderWork, cpCode: string): Promise<string | undefined> => {
  const { rows } = await sql<{ orderNo: string }>`with made as (
      select charging_order_no, charging_order_id from charging_order
      where cp_code = ${cpCode} and not is_delete and create_time > ${new Date(nowMs - HOUR_MS)} and order_category in (${sql.lit(orderType.offline)}, ${sql.lit(orderType.recalled)})
        and (order_state = ${sql.lit(abnormal)} or (order_state = ${sql.lit(ended)} and start_meter is null))
      order by create_time desc, charging_order_id desc limit ${UNKNOWN_RECORDS_MAX})
    select m.charging_order_no as order_no from made m where (select count(*) from made) >= ${UNKNOWN_RECORDS_MAX}
    order by (select count(*) from end_record r where r.charging_order_no = m.charging_order_no), m.charging_order_id desc limit 1`.execute(tx);
  return rows[0]?.orderNo;
};

/** Whether a pile has sent as many refused records as an hour allows. */
export const hasTooManyRefused = async ({ tx, nowMs }: OrderWork, cpCode: string): Promise<boolean> => {
  const { rows } = await sql<{ isFull: boolean }>`select count(*) >= ${UNKNOWN_RECORDS_MAX} as is_full from (
      select from end_record where cp_code = ${cpCode} and refusal is not null and told_at > ${new Date(nowMs - HOUR_MS)} limit ${UNKNOWN_RECORDS_MAX}) refused`.execute(
    tx,
  );
  return rows[0]?.isFull ?? false;
};
