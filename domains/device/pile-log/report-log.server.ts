import { sql } from 'kysely';
import { acceptedResults, commandResult } from '#engines/protocol/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { createAddress } from '../device-file/address.server.ts';
import { logFailure, logStat } from './pile-log.codes.ts';
import { advanceLog } from './pile-log.rules.ts';
import type { LogReport } from './pile-log.rules.ts';

/** The topic that tells browsers to read the list of logs again. */
export const pileLogTopic = 'device.pileLog';

/** A pile has this time for the upload of a log. */
const LOG_DEADLINE_MS = 30 * 60_000;

const { received } = valuesOf(logStat);
const failures = valuesOf(logFailure);
const REMARK_LENGTH_MAX = 255;

interface LogRow {
  readonly pileLogId: bigint;
  readonly logStat: CodeValue<typeof logStat>;
  readonly failReason: CodeValue<typeof logFailure> | null;
}

interface LogNews {
  readonly report: LogReport;
  readonly now: Date;
  readonly remark?: string | undefined;
}

/** Applies what became known about a log: by its id, or about the open log of a pile. */
export const reportLog = async (
  tx: Tx,
  { pileLogId, cpCode }: { readonly pileLogId?: string; readonly cpCode?: string },
  { report, now, remark }: LogNews,
): Promise<void> => {
  const { rows } = await sql<LogRow>`select pile_log_id, log_stat, fail_reason from pile_log
    where log_stat < ${sql.lit(received)} and (pile_log_id = ${pileLogId ?? null} or cp_code = ${cpCode ?? null}) for update`.execute(tx);
  for (const row of rows) {
    const state = { stat: row.logStat, failure: row.failReason };
    const next = advanceLog(state, report);
    if (next === state) continue;
    await sql`update pile_log set log_stat = ${next.stat}, fail_reason = ${next.failure}, fail_remark = ${next.failure === null ? null : (remark?.slice(0, REMARK_LENGTH_MAX) ?? null)},
      update_time = ${now}, version = version + 1 where pile_log_id = ${row.pileLogId}`.execute(tx);
    if (next.failure !== null) await sql`delete from device_file_address where pile_log_id = ${row.pileLogId}`.execute(tx);
    tx.wake(pileLogTopic);
  }
};

/** The address for the log is made when the command is sent. */
const withAddress: CommandEffects['prepare'] = async (tx, { cpCode, command }, { now, fileUrl }) => {
  if (command.cmd !== 'fetchLog') return command;
  const expiresAt = new Date(now.getTime() + LOG_DEADLINE_MS);
  return { ...command, url: fileUrl(await createAddress(tx, { cpCode, pileLogId: command.pileLogId, expiresAt })) };
};

/** Without an answer the request stays open until its deadline. */
const settleLog: CommandEffects['settled'] = async (tx, { command, settlement }) => {
  if (command.cmd !== 'fetchLog' || settlement.outcome !== 'answered') return;
  const { result, remark } = settlement.reply;
  const now = new Date(settlement.atMs);
  const isAccepted = acceptedResults.includes(result);
  const failure = result === commandResult.notExist ? failures.noLog : failures.refused;
  await reportLog(tx, command, { report: isAccepted ? { kind: 'accepted' } : { kind: 'failed', failure }, now, remark });
};

/** Ends requests that were not answered with a file in time. */
const expireLogs: CommandEffects['expire'] = async (tx, now) => {
  const { rows } = await sql<{ pileLogId: bigint }>`select pile_log_id from pile_log
    where log_stat < ${sql.lit(received)} and create_time < ${new Date(now.getTime() - LOG_DEADLINE_MS)} order by pile_log_id`.execute(tx);
  for (const { pileLogId } of rows)
    await reportLog(tx, { pileLogId: String(pileLogId) }, { report: { kind: 'failed', failure: failures.overdue }, now });
};

export const pileLogEffects: CommandEffects = {
  prepare: withAddress,
  settled: settleLog,
  unsent: async (tx, command, now) => {
    if (command.cmd === 'fetchLog') await reportLog(tx, command, { report: { kind: 'failed', failure: failures.unsent }, now });
  },
  expire: expireLogs,
};
