import { sql } from 'kysely';
import type { RawBuilder, SqlBool } from 'kysely';
import { decodeFact } from '#engines/order/codec.ts';
import type { OrderFact, Progress } from '#engines/order/facts.ts';
import { orderFactsOf } from '#engines/order/merge.ts';
import type { OrderFacts } from '#engines/order/merge.ts';
import { liveOrderStates } from '#engines/order/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';

/** The columns of an order that its life cycle reads; ids are texts. */
export interface StoredOrder {
  readonly orderId: string;
  readonly orderNo: string;
  readonly tenantId: string;
  readonly agentId: string;
  readonly stationId: string;
  readonly cpCode: string;
  readonly gunNumber: number;
  readonly state: number;
  readonly transactionId: number | null;
  readonly idTag: string | null;
  readonly mainPartType: number | null;
  readonly mainPartId: string | null;
  readonly walletOwner: string | null;
  readonly vipDiscounts: Readonly<Record<string, number>> | null;
  readonly tariffSnapshotId: string | null;
  readonly currency: string;
  readonly zone: string;
}

export interface LoadedOrder {
  readonly row: StoredOrder;
  readonly facts: OrderFacts;
}

export type OrderKey =
  | { readonly orderNo: string }
  | { readonly orderId: string }
  | { readonly cpCode: string; readonly transactionId: number }
  | { readonly cpCode: string; readonly idTag: string }
  /** The live order of a gun. */
  | { readonly cpCode: string; readonly gunNumber: number };

/** The order with all its facts, locked until the transaction ends; undefined when there is none. */
export const lockOrder = (tx: Tx, key: OrderKey): Promise<LoadedOrder | undefined> => load(tx, key, sql`for update of o`);

/** The order with all its facts as they are now, not locked, for reading only. */
export const readOrder = (tx: Tx, key: OrderKey): Promise<LoadedOrder | undefined> => load(tx, key, sql``);

const load = async (tx: Tx, key: OrderKey, lock: RawBuilder<unknown>): Promise<LoadedOrder | undefined> => {
  const { rows } =
    await sql<RawRow>`select ${columns} from charging_order o join station s on s.station_id = o.station_id where ${whereOf(key)} ${lock}`.execute(
      tx,
    );
  const [raw] = rows;
  if (!raw) return undefined;
  const row = rowOf(raw);
  return { row, facts: await loadFacts(tx, row) };
};

/** The facts of an order, its progress among them. A row whose creation is missing or damaged is an error and throws. */
export const loadFacts = async (tx: Tx, { orderId, orderNo }: Pick<StoredOrder, 'orderId' | 'orderNo'>): Promise<OrderFacts> => {
  const { rows } = await sql<{ content: string }>`select content::text as content from order_fact where charging_order_id = ${orderId}`.execute(tx);
  const progress = await loadProgress(tx, orderId);
  const list = rows.map(({ content }) => decodeFact(content) ?? damaged(orderNo, content));
  return orderFactsOf(progress ? [...list, progress] : list) ?? damaged(orderNo, 'no creation');
};

const loadProgress = async (tx: Tx, orderId: string): Promise<OrderFact | undefined> => {
  const { rows } =
    await sql<ProgressRow>`select first_at, last_at, heard_at, flow_heard_at, energy, meter, soc from order_progress where charging_order_id = ${orderId}`.execute(
      tx,
    );
  const [row] = rows;
  return row && progressOf(row);
};

interface ProgressRow {
  firstAt: bigint;
  lastAt: bigint;
  heardAt: bigint;
  flowHeardAt: bigint | null;
  energy: bigint | null;
  meter: bigint | null;
  soc: number | null;
}
const numberOrNull = (value: bigint | null): number | null => (value === null ? null : Number(value));
const progressOf = (row: ProgressRow): Progress => ({
  kind: 'progress',
  firstAtMs: Number(row.firstAt),
  lastAtMs: Number(row.lastAt),
  heardMs: Number(row.heardAt),
  flowHeardMs: numberOrNull(row.flowHeardAt),
  energyDwh: numberOrNull(row.energy),
  meterDwh: numberOrNull(row.meter),
  soc: row.soc,
});

const damaged = (orderNo: string, detail: string): never => {
  throw new Error(`the facts of order ${orderNo} cannot be read: ${detail}`);
};

const columns = sql`o.charging_order_id as order_id, o.charging_order_no as order_no, o.tenant_id, o.agent_id, o.station_id, o.cp_code, o.gun_number, o.order_state as state, o.transaction_id,
  o.id_tag, o.main_part_type, o.main_part_id, o.wallet_owner, o.vip_discounts, o.tariff_snapshot_id, o.currency, s.timezone as zone`;

interface RawRow extends Omit<StoredOrder, 'orderId' | 'tenantId' | 'agentId' | 'stationId' | 'mainPartId' | 'tariffSnapshotId'> {
  readonly orderId: bigint;
  readonly tenantId: bigint;
  readonly agentId: bigint;
  readonly stationId: bigint;
  readonly mainPartId: bigint | null;
  readonly tariffSnapshotId: bigint | null;
}
const textOrNull = (value: bigint | null): string | null => (value === null ? null : String(value));
const rowOf = (raw: RawRow): StoredOrder => ({
  ...raw,
  orderId: String(raw.orderId),
  tenantId: String(raw.tenantId),
  agentId: String(raw.agentId),
  stationId: String(raw.stationId),
  mainPartId: textOrNull(raw.mainPartId),
  tariffSnapshotId: textOrNull(raw.tariffSnapshotId),
});

const whereOf = (key: OrderKey): RawBuilder<SqlBool> => {
  if ('orderNo' in key) return sql<SqlBool>`o.charging_order_no = ${key.orderNo}`;
  if ('orderId' in key) return sql<SqlBool>`o.charging_order_id = ${key.orderId}`;
  if ('transactionId' in key) return sql<SqlBool>`o.cp_code = ${key.cpCode} and o.transaction_id = ${key.transactionId}`;
  if ('idTag' in key) return sql<SqlBool>`o.cp_code = ${key.cpCode} and o.id_tag = ${key.idTag}`;
  return sql<SqlBool>`o.cp_code = ${key.cpCode} and o.gun_number = ${key.gunNumber} and o.order_state in (${literals(liveOrderStates)})`;
};
