import { sql } from 'kysely';
import { pushStat, updateResult } from '#engines/upgrade/codes.ts';
import type { PushStat, UpdateResult, UpgradeFailure } from '#engines/upgrade/codes.ts';
import { advance, isRunning } from '#engines/upgrade/record.ts';
import type { UpgradeReport, UpgradeState } from '#engines/upgrade/record.ts';
import { pileState } from '#engines/pile/codes.ts';
import { pile } from '#domains/network/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { updateShownStates } from '../connection/shown-state.server.ts';
import { upgradePhase } from '../connection/upgrade-phase.ts';
import { upgradeCampaign } from '../upgrade-campaign/upgrade-campaign.ts';
import { upgradeRecord } from './upgrade-record.ts';

/** The topic that wakes the worker of campaigns. */
export const upgradeTopic = 'device.upgrade';
/** The nouns whose rows change as upgrades go on. */
export const upgradeNouns: readonly string[] = [upgradeCampaign.name, upgradeRecord.name, pile.name];

interface RecordRow {
  readonly upgradeId: bigint;
  readonly cpCode: string;
  readonly firmwareVer: string;
  readonly pushStat: PushStat;
  readonly updateResult: UpdateResult | null;
  readonly failReason: UpgradeFailure | null;
  readonly doubtedAt: Date | null;
  readonly pushedAt: Date | null;
}

export interface UpgradeNews {
  readonly report: UpgradeReport;
  readonly now: Date;
  /** The pile's own words. */
  readonly remark?: string | undefined;
  /** The command that was sent. */
  readonly commandId?: string;
}

/** Applies what became known about an upgrade, in the caller's transaction, and shows it at the pile. */
export const reportUpgrade = async (tx: Tx, { upgradeId }: { readonly upgradeId: string }, news: UpgradeNews): Promise<void> => {
  const { rows } = await sql<RecordRow>`${selected} where upgrade_id = ${upgradeId} for update`.execute(tx);
  for (const row of rows) await apply(tx, row, news);
};

/** The same for the present upgrade of a pile, if it has one. */
export const reportProgress = async (tx: Tx, cpCode: string, news: UpgradeNews): Promise<void> => {
  const { rows } = await sql<RecordRow>`${selected} where cp_code = ${cpCode} and push_stat between 1 and 5 for update`.execute(tx);
  for (const row of rows) await apply(tx, row, news);
};

export interface ReportedVersion {
  readonly cpCode: string;
  /** Null when the pile has not told it. */
  readonly version: string | null;
}

/** How long after its end a failed upgrade may still turn out to have succeeded. */
const LATE_MS = 24 * 3_600_000;

/** Judges the last upgrade of each pile by the version that it reports after a login or a start. */
export const reportVersions = async (tx: Tx, piles: readonly ReportedVersion[], now: Date): Promise<void> => {
  const told = piles.filter(({ version }) => version !== null && version !== '');
  if (told.length === 0) return;
  const versions = new Map(told.map(({ cpCode, version }) => [cpCode, version]));
  const { rows } = await sql<RecordRow>`${selected} where upgrade_id in (
      select last.upgrade_id from unnest(${told.map(({ cpCode }) => cpCode)}::text[]) as t (code)
      cross join lateral (select upgrade_id, push_stat, ended_at from upgrade_record r where r.cp_code = t.code order by create_time desc, upgrade_id desc limit 1) last
      where last.push_stat between 1 and 5 or last.ended_at > ${new Date(now.getTime() - LATE_MS)})
    order by cp_code for update`.execute(tx);
  for (const row of rows) {
    const version = versions.get(row.cpCode) ?? '';
    await sql`update upgrade_record set reported_ver = ${version} where upgrade_id = ${row.upgradeId}`.execute(tx);
    await apply(tx, row, { report: { kind: 'version', isWanted: version === row.firmwareVer }, now });
  }
};

const selected = sql`select upgrade_id, cp_code, firmware_ver, push_stat, update_result, fail_reason, doubted_at, pushed_at from upgrade_record`;
const REMARK_LENGTH_MAX = 255;

const apply = async (tx: Tx, row: RecordRow, { report, now, remark, commandId }: UpgradeNews): Promise<void> => {
  const state: UpgradeState = { pushStat: row.pushStat, result: row.updateResult, failure: row.failReason, isDoubted: row.doubtedAt !== null };
  const next = advance(state, report);
  if (next === state) return;
  const ended = next.pushStat === pushStat.ended;
  const pushedAt = next.pushStat === pushStat.pushed ? now : row.pushedAt;
  await sql`update upgrade_record set push_stat = ${next.pushStat}, update_result = ${next.result}, fail_reason = ${next.failure},
      fail_remark = ${next.failure === null ? null : (remark?.slice(0, REMARK_LENGTH_MAX) ?? null)},
      scheduled_at = coalesce(scheduled_at, ${now}), pushed_at = ${pushedAt}, command_id = coalesce(${commandId ?? null}, command_id),
      doubted_at = ${next.isDoubted ? (row.doubtedAt ?? now) : null}, ended_at = ${ended ? now : null}, update_time = ${now}, version = version + 1 where upgrade_id = ${row.upgradeId}`.execute(
    tx,
  );
  if (ended) await sql`delete from device_file_address where upgrade_id = ${row.upgradeId}`.execute(tx);
  await showPhase(tx, row.cpCode, { phase: phaseOf(next), since: ended ? now : pushedAt, now });
  tx.wake(upgradeTopic);
};

const phaseOf = (state: UpgradeState): number | null => {
  if (state.result === updateResult.success) return upgradePhase.succeeded;
  if (state.result === updateResult.failure) return upgradePhase.failed;
  if (state.pushStat === pushStat.scheduled) return upgradePhase.scheduled;
  return isRunning(state) ? upgradePhase.running : null;
};

/** Stores the phase of a pile's upgrade and shows it. */
export const showPhase = async (
  tx: Tx,
  cpCode: string,
  { phase, since, now }: { readonly phase: number | null; readonly since: Date | null; readonly now: Date },
): Promise<void> => {
  const { rows } = await sql<{ online: boolean; deviceWorkStat: number | null; cpFaultType: number | null }>`with changed as (
      update pile_state set upgrade_phase = ${phase}, upgrade_since = ${since} where cp_code = ${cpCode} returning cp_code, online, device_work_stat)
    select changed.online, changed.device_work_stat, p.cp_fault_type from changed join pile p using (cp_code)`.execute(tx);
  const [row] = rows;
  if (row)
    await updateShownStates(
      tx,
      [{ cpCode, online: row.online, faultType: row.cpFaultType, isDeviceDisabled: row.deviceWorkStat === pileState.disabled }],
      now.getTime(),
    );
};
