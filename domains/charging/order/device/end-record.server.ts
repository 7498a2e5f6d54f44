import { sql } from 'kysely';
import type { OrderReport } from '#engines/protocol/device.ts';
import type { Tx } from '#kit/db/index.ts';

/** What became of an end record. */
export interface Judged {
  readonly cpCode: string;
  /** The order it was taken for, or the number it names. */
  readonly orderNo: string | null;
  /** Null: it was taken. */
  readonly refusal: string | null;
  readonly nowMs: number;
}

/** Keeps an end record as it was sent, in the transaction that answers it. Told again it changes nothing but what became of it. */
export const keepEndRecord = async (tx: Tx, event: OrderReport, { cpCode, orderNo, refusal, nowMs }: Judged): Promise<void> => {
  // An adapter that hands on no bytes is kept in our words.
  const raw = event.raw ?? JSON.stringify(event);
  await sql`insert into end_record as known (cp_code, digest, tenant_id, gun_number, charging_order_no, refusal, raw, told_at)
    select ${cpCode}::text, ${event.digest}::text, tenant_id, ${event.gunNumber}::int, ${orderNo}::text, ${refusal}::text, ${raw}::text, ${new Date(nowMs)}::timestamptz from pile where cp_code = ${cpCode}
    on conflict (cp_code, digest) do update set charging_order_no = excluded.charging_order_no, refusal = excluded.refusal
      where known.refusal is not null and known.refusal is distinct from excluded.refusal`.execute(tx);
};
