import { dayText, localDate } from '#engines/time/calendar.ts';
import { cutAtSlots, slotOf } from '#engines/time/slots.ts';

/** An order as it lies in the database; amounts and energies as text. */
export interface CountedOrder {
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly cpType: number;
  readonly type: number | null;
  readonly mobile: string | null;
  readonly card: string | null;
  readonly customer: string | null;
  readonly vin: string | null;
  readonly zone: string;
  readonly currency: string;
  readonly startTime: Date | null;
  readonly stopTime: Date | null;
  readonly figures: readonly string[];
}

/** `charging_order` as the oracle reads it: of each settled order the figures in the sequence of `charge_sum`. */
export const countedOrdersSql = `select tenant_id::text as "tenantId", agent_id::text as "agentId", station_id::text as "stationId", cp_code as "cpCode", gun_number as "gunNumber", cp_type as "cpType",
    main_part_type as type, user_mobile as mobile, ic_card_no as card, cust_id::text as customer, car_vin as vin, charge_zone as zone, currency, start_time as "startTime", stop_time as "stopTime",
    array['1', charging_elec::text, charging_elec_tip::text, charging_elec_peak::text, charging_elec_flat::text, charging_elec_valley::text, order_amount::text, billing_amount::text,
      elec_amount::text, srv_amount::text, (other1_amount + other2_amount)::text] as figures
  from charging_order where order_state in (4, 5) and billing_time is not null and not is_delete`;

/** Each row of `charge_sum` as one text, without the rows' own numbers. */
export const keptRowsSql = `select concat_ws('|', tenant_id, agent_id, station_id, subject, subject_key, unit, to_char(period, 'YYYY-MM-DD HH24'), currency, cp_type, main_part_type, charging_count, charging_elec,
    charging_elec_tip, charging_elec_peak, charging_elec_flat, charging_elec_valley, order_amount, billing_amount, elec_amount, srv_amount, other_amount, busy_ms) as row from charge_sum`;

const SPAN_MAX_MS = 48 * 3_600_000;
const BUSY = 11;

/** The same rows counted by the calendar and the slots of the engines, order by order. */
export const recountedRows = (orders: readonly CountedOrder[]): readonly string[] => {
  const sums = new Map<string, bigint[]>();
  const add = (key: string, at: number, figures: readonly bigint[]): void => {
    const sum = sums.get(key) ?? Array.from({ length: BUSY + 1 }, () => 0n);
    for (const [nth, figure] of figures.entries()) sum[at + nth] = (sum[at + nth] ?? 0n) + figure;
    sums.set(key, sum);
  };
  for (const order of orders) {
    const began = order.startTime ?? order.stopTime;
    if (!began) throw new Error('every order of the histories has a time');
    for (const key of keysOf(order, began.getTime(), () => true)) add(key, 0, order.figures.map(BigInt));
    const [fromMs, toMs] = [order.startTime?.getTime() ?? 0, order.stopTime?.getTime() ?? 0];
    if (order.startTime && toMs - fromMs <= SPAN_MAX_MS)
      for (const piece of cutAtSlots({ fromMs, toMs, zone: order.zone }))
        for (const key of keysOf(order, piece.fromMs, (subject) => [0, 5, 6].includes(subject))) add(key, BUSY, [BigInt(piece.toMs - piece.fromMs)]);
  }
  return [...sums].map(([key, figures]) => `${key}|${figures.join('|')}`).toSorted();
};

const keysOf = (order: CountedOrder, atMs: number, applies: (subject: number) => boolean): readonly string[] => {
  const day = dayText(localDate(atMs, order.zone));
  const hour = String(Math.floor(slotOf(atMs, order.zone) / 2)).padStart(2, '0');
  const periods = ['', `${day} ${hour}`, `${day} 00`, `${day.slice(0, 7)}-01 00`, `${day.slice(0, 4)}-01-01 00`];
  const subjects: readonly (readonly [subject: number, key: string | null, cpType: number, type: number, units: readonly number[]])[] = [
    [0, '', order.cpType, order.type ?? 0, [1, 2, 3, 4]],
    [1, order.mobile, 0, 0, [2, 3, 4]],
    [2, order.card, 0, 0, [2, 3, 4]],
    [3, order.customer, 0, 0, [2, 3, 4]],
    [4, order.vin, 0, 0, [2, 3, 4]],
    [5, order.cpCode, order.cpType, 0, [2, 3, 4]],
    [6, `${order.cpCode}/${order.gunNumber}`, order.cpType, 0, [2, 3]],
  ];
  return subjects.flatMap(([subject, key, cpType, type, units]) =>
    key === null || !applies(subject)
      ? []
      : units.map((unit) =>
          [order.tenantId, order.agentId, order.stationId, subject, key, unit, periods[unit], order.currency, cpType, type].join('|'),
        ),
  );
};
