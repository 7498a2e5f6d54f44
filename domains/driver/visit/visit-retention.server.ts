import { sql } from 'kysely';
import type { FilePlaces } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { driverRetention } from './visit-retention.ts';

const DAY_MS = 24 * 3_600_000;

/** A visit takes its accesses with it; the order stays, and its links still open it. */
export const retentionJobs = ({ stores }: Pick<FilePlaces, 'stores'>): readonly Job[] => [
  implementJob(driverRetention, async ({ tx, now, params }) => {
    const before = new Date(now.getTime() - params.keepDays * DAY_MS);
    await sql`delete from driver_press where press_time < ${before}`.execute(tx);
    await sql`delete from driver_otp where sent_time < ${before}`.execute(tx);
    const sessions = await sql`delete from driver_phone_session where expire_time < ${now}`.execute(tx);
    await sql`update driver_phone_session set remote_address = '' where begin_time < ${before} and remote_address <> ''`.execute(tx);
    const visits = await sql`delete from driver_visit where expire_time < ${before}`.execute(tx);
    const orders = await sql`update driver_order set remote_address = '' where made_time < ${before} and remote_address <> ''`.execute(tx);
    const receiptsForgotten = await forgetReceipts(tx, { stores, now });
    return {
      receiptsForgotten,
      visitsDeleted: Number(visits.numAffectedRows ?? 0n),
      sessionsDeleted: Number(sessions.numAffectedRows ?? 0n),
      addressesForgotten: Number(orders.numAffectedRows ?? 0n),
    };
  }),
];

/** The contact to which a receipt went is kept for so long. */
const RECEIPT_MS = 30 * DAY_MS;
/** The most receipts that one run forgets. */
const RECEIPTS_MAX = 1_000;

/** Deletes the files and messages of old receipts. What stays says only that there was one. */
const forgetReceipts = async (tx: Tx, { stores, now }: Pick<FilePlaces, 'stores'> & { readonly now: Date }): Promise<number> => {
  const { rows } = await sql<{
    receiptId: bigint;
    messageId: bigint | null;
    filePath: string | null;
    store: string | null;
  }>`select receipt_id, message_id,
      file_path, store from driver_receipt where message_id is not null and asked_time < ${new Date(now.getTime() - RECEIPT_MS)}
    order by asked_time limit ${RECEIPTS_MAX}`.execute(tx);
  for (const { filePath, store } of rows) if (filePath !== null) await stores.all.find(({ name }) => name === store)?.remove(filePath);
  await sql`delete from sys_message where message_id = any(${rows.map(({ messageId }) => messageId)}::int8[])`.execute(tx);
  await sql`update driver_receipt set message_id = null, file_path = null, store = null
    where receipt_id = any(${rows.map(({ receiptId }) => receiptId)}::int8[])`.execute(tx);
  return rows.length;
};
