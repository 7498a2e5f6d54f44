import { sql } from 'kysely';
import type { FileStores } from '#domains/system/server.ts';
import { implementJob } from '#kit/server/background/job.ts';
import type { Job } from '#kit/server/background/job.ts';
import { pileLogRetention } from './retention.ts';

const DAY_MS = 86_400_000;
/** The most logs that one run deletes. */
const LOGS_MAX = 1_000;

/** Deletes old logs: first the files, so that no file is left that nobody can find. */
export const pileLogJobs = ({ stores }: { readonly stores: FileStores }): readonly Job[] => [
  implementJob(pileLogRetention, async ({ tx, params, now }) => {
    const { rows } = await sql<{
      pileLogId: bigint;
      filePath: string | null;
      store: string | null;
    }>`select pile_log_id, file_path, store from pile_log
      where create_time < ${new Date(now.getTime() - params.keepDays * DAY_MS)} order by pile_log_id limit ${LOGS_MAX}`.execute(tx);
    for (const { filePath, store } of rows) if (filePath !== null) await stores.all.find(({ name }) => name === store)?.remove(filePath);
    await sql`delete from pile_log where pile_log_id = any(${rows.map(({ pileLogId }) => pileLogId)}::int8[])`.execute(tx);
    return { logsDeleted: rows.length };
  }),
];
