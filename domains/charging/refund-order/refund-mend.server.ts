import { sql } from 'kysely';
import { openMendStats, refundMendStat, refundMendWay } from '#engines/payment/codes.ts';
import type { RefundMendStat } from '#engines/payment/codes.ts';
import type { MendReceiver } from '#domains/money/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';

/** An attempt to mend an abnormal refund that nobody has ended yet. */
export interface OpenMend {
  readonly refundMendId: string;
  readonly stat: RefundMendStat;
  readonly way: number;
  readonly receiverSealed: string | null;
  readonly sealId: string;
  readonly remark: string;
  readonly askedBy: string;
  readonly askedById: string;
}

interface RawMend extends Omit<OpenMend, 'refundMendId' | 'askedById' | 'stat'> {
  readonly refundMendId: bigint;
  readonly stat: number;
  readonly askedById: bigint;
}

export const openMendOf = async (tx: Tx, refundId: string): Promise<OpenMend | undefined> => {
  const { rows } =
    await sql<RawMend>`select refund_mend_id, mend_stat as stat, mend_way as way, receiver_sealed, seal_id, remark, asked_by, asked_by_id
    from refund_mend where refund_id = ${refundId} and mend_stat in (${literals(openMendStats)})`.execute(tx);
  const [row] = rows;
  const stat = openMendStats.find((known) => known === row?.stat);
  return row && stat !== undefined ? { ...row, stat, refundMendId: String(row.refundMendId), askedById: String(row.askedById) } : undefined;
};

/** Where the money of an agreed attempt goes. */
export const receiverOf = (mend: OpenMend, open: (sealed: string, sealId: string) => MendReceiver): MendReceiver =>
  mend.way === refundMendWay.merchantAccount || mend.receiverSealed === null ? { way: 'merchantAccount' } : open(mend.receiverSealed, mend.sealId);

export interface EndedMend {
  readonly stat: RefundMendStat;
  readonly result: string;
  readonly secondBy?: string;
  readonly now: Date;
}

/** Ends the open attempt of a refund, if there is one; the card of the payer is forgotten. */
export const endMend = async (tx: Tx, refundId: string, { stat, result, secondBy, now }: EndedMend): Promise<void> => {
  await sql`update refund_mend set mend_stat = ${stat}, mend_result = ${result}, over_time = ${now}, receiver_sealed = null, second_by = coalesce(${secondBy ?? null}, second_by)
    where refund_id = ${refundId} and mend_stat in (${literals(openMendStats)})`.execute(tx);
};

/** A second person has agreed, so the provider is asked. */
export const agreeToMend = async (tx: Tx, { refundMendId }: OpenMend, secondBy: string): Promise<void> => {
  await sql`update refund_mend set mend_stat = ${sql.lit(refundMendStat.agreed)}, second_by = ${secondBy} where refund_mend_id = ${refundMendId}`.execute(
    tx,
  );
};
