import { sql } from 'kysely';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { reportOfOcpp } from '../pile-log/pile-log.rules.ts';
import { reportLog } from '../pile-log/report-log.server.ts';
import type { ReceivedReport } from './boot.server.ts';

/** The messages by which a station tells how far the upload of a log is. */
export const logNotices: ReadonlySet<string> = new Set(['DiagnosticsStatusNotification', 'LogStatusNotification']);

export const storeLogStatus = (database: Database, pile: PileRef, { event: { values }, receivedMs }: ReceivedReport): Promise<void> =>
  inSystem(database, async (tx) => {
    const status = typeof values['status'] === 'string' ? values['status'] : '';
    const report = reportOfOcpp(status);
    if (!report) return;
    // A message of an older session is void.
    const { rows } = await sql`select from pile_state where cp_code = ${pile.cpCode} and epoch = ${pile.epoch}`.execute(tx);
    if (rows.length > 0) await reportLog(tx, { cpCode: pile.cpCode }, { report, now: new Date(receivedMs), remark: status });
  });
