import { sql } from 'kysely';
import type { PileRef } from '#engines/protocol/device-backend.ts';
import { progressOfOcpp } from '#engines/upgrade/record.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import { reportProgress } from '../upgrade-record/report-upgrade.server.ts';
import type { ReceivedReport } from './boot.server.ts';

/** The messages by which a station tells how far an upgrade is. */
export const firmwareNotices: ReadonlySet<string> = new Set(['FirmwareStatusNotification', 'SignedFirmwareStatusNotification']);

export const storeFirmwareStatus = (database: Database, pile: PileRef, { event: { values }, receivedMs }: ReceivedReport): Promise<void> =>
  inSystem(database, async (tx) => {
    const status = typeof values['status'] === 'string' ? values['status'] : '';
    const progress = progressOfOcpp(status);
    if (!progress) return;
    // A message of an older session is void.
    const { rows } = await sql`select from pile_state where cp_code = ${pile.cpCode} and epoch = ${pile.epoch}`.execute(tx);
    if (rows.length > 0)
      await reportProgress(tx, pile.cpCode, { report: { kind: 'progress', status: progress }, now: new Date(receivedMs), remark: status });
  });
