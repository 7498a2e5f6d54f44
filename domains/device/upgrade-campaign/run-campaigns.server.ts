import { sql } from 'kysely';
import { judgeCampaign } from '#engines/upgrade/campaign.ts';
import type { CampaignCounts } from '#engines/upgrade/campaign.ts';
import { campaignStat, pushStat, updateResult } from '#engines/upgrade/codes.ts';
import { DOUBT_MS, UPGRADE_DEADLINE_MS, UPGRADE_WAIT_MS } from '#engines/upgrade/record.ts';
import { busyGunStates } from '#engines/pile/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { enqueueCommand, newCommandId } from '../command/enqueue.server.ts';
import { commandStat } from '../command/command.ts';
import { reportUpgrade, upgradeTopic } from '../upgrade-record/report-upgrade.server.ts';

const POLL_INTERVAL_MS = 2_000;
/** The most piles of a campaign that upgrade at the same time, because all of them fetch the file from this installation. */
const RUNNING_MAX = 50;
/** A command waits so long for a pile that was lost just before. */
const COMMAND_WAIT_MS = 10 * 60_000;
/** A command without an answer and without a fetched file counts as never received after this time. */
const SILENT_MS = 5 * 60_000;

/** Carries campaigns out. Everything is decided from the tables, so a process that ends loses nothing, and another one goes on. */
export const startCampaignWorker = (deps: Pick<Deps, 'database' | 'bus' | 'log' | 'clock'>): PollingWorker =>
  startPollingWorker(deps, {
    topic: upgradeTopic,
    everyMs: POLL_INTERVAL_MS,
    errorMessage: 'upgrade campaigns could not be carried out',
    work: async () => {
      const { rows } = await sql<{ upgradeCampaignId: bigint }>`select upgrade_campaign_id from upgrade_campaign
        where campaign_stat = ${sql.lit(campaignStat.running)} order by 1`.execute(deps.database.system);
      for (const { upgradeCampaignId } of rows) await inSystem(deps.database, (tx) => carryOut(tx, String(upgradeCampaignId), deps.clock()));
      await inSystem(deps.database, (tx) => failSilent(tx, deps.clock()));
      await inSystem(deps.database, (tx) => failOverdue(tx, deps.clock()));
      await inSystem(deps.database, (tx) => failDoubted(tx, deps.clock()));
      return false;
    },
  });

interface CampaignRow {
  readonly firmwareVer: string;
  readonly campaignStat: number;
  readonly startAt: Date;
  readonly stage: number;
  readonly failureLimitPercent: number;
  readonly forgivenCount: number;
  readonly createBy: string;
  readonly sha256: string;
}

const carryOut = async (tx: Tx, campaignId: string, now: Date): Promise<void> => {
  const { rows } =
    await sql<CampaignRow>`select c.firmware_ver, c.campaign_stat, c.start_at, c.stage, c.failure_limit_percent, c.forgiven_count, c.create_by, f.sha256
    from upgrade_campaign c join firmware f using (firmware_id) where upgrade_campaign_id = ${campaignId} for update of c skip locked`.execute(tx);
  const [campaign] = rows;
  if (!campaign || campaign.startAt > now || campaign.campaignStat !== campaignStat.running) return;
  const counts = await countRecords(tx, campaignId, campaign);
  switch (campaign.stage === 0 ? 'nextStage' : judgeCampaign(counts, campaign.failureLimitPercent)) {
    case 'halt':
      await setStat(tx, campaignId, { stat: campaignStat.halted, now });
      break;
    case 'finish':
      await setStat(tx, campaignId, { stat: campaignStat.finished, now });
      break;
    case 'nextStage':
      await beginStage(tx, campaignId, { stage: campaign.stage + 1, now });
      break;
    case 'wait':
      await push(tx, campaignId, { campaign, now });
  }
};

const setStat = async (tx: Tx, campaignId: string, { stat, now }: { readonly stat: number; readonly now: Date }): Promise<void> => {
  const endedAt = stat === campaignStat.finished ? now : null;
  await sql`update upgrade_campaign set campaign_stat = ${stat}, ended_at = ${endedAt}, update_time = ${now}, version = version + 1
    where upgrade_campaign_id = ${campaignId}`.execute(tx);
  tx.wake(upgradeTopic);
};

const countRecords = async (tx: Tx, campaignId: string, { stage, forgivenCount }: CampaignRow): Promise<CampaignCounts> => {
  const { rows } = await sql<
    Omit<CampaignCounts, 'forgiven'>
  >`select (count(*) filter (where update_result = ${sql.lit(updateResult.success)}))::int as succeeded,
      (count(*) filter (where update_result = ${sql.lit(updateResult.failure)}))::int as failed,
      (count(*) filter (where update_result is null and stage <= ${stage}))::int as open, (count(*) filter (where update_result is null and stage > ${stage}))::int as waiting
    from upgrade_record where upgrade_campaign_id = ${campaignId}`.execute(tx);
  return { succeeded: 0, failed: 0, open: 0, waiting: 0, ...rows[0], forgiven: forgivenCount };
};

const beginStage = async (tx: Tx, campaignId: string, { stage, now }: { readonly stage: number; readonly now: Date }): Promise<void> => {
  await sql`update upgrade_campaign set stage = ${stage}, update_time = ${now}, version = version + 1 where upgrade_campaign_id = ${campaignId}`.execute(
    tx,
  );
  const { rows } = await sql<{ upgradeId: bigint }>`select upgrade_id from upgrade_record
    where upgrade_campaign_id = ${campaignId} and stage = ${stage} and push_stat = ${sql.lit(pushStat.waiting)} order by upgrade_id`.execute(tx);
  for (const { upgradeId } of rows) await reportUpgrade(tx, { upgradeId: String(upgradeId) }, { report: { kind: 'stageBegun' }, now });
  tx.wake(upgradeTopic);
};

/** Sends the command to piles that are online and idle. The pile is shown as upgrading in the same transaction, so that no charge starts there. */
const push = async (tx: Tx, campaignId: string, { campaign, now }: { readonly campaign: CampaignRow; readonly now: Date }): Promise<void> => {
  const { rows } = await sql<{
    upgradeId: bigint;
    cpCode: string;
  }>`select r.upgrade_id, r.cp_code from upgrade_record r join pile p using (cp_code) join pile_state s using (cp_code)
    where r.upgrade_campaign_id = ${campaignId} and r.push_stat = ${sql.lit(pushStat.scheduled)} and s.online and p.cp_stat = ${sql.lit(entityState.enabled)}
      and not exists (select from gun g where g.cp_code = r.cp_code and (g.gun_work_stat = any(${busyGunStates}::int2[]) or g.charging_order_no is not null))
    order by r.upgrade_id
    limit greatest(0, ${RUNNING_MAX} - (select count(*) from upgrade_record where upgrade_campaign_id = ${campaignId} and push_stat between 2 and 5))
    for update of p skip locked`.execute(tx);
  for (const { upgradeId, cpCode } of rows) {
    const commandId = newCommandId();
    await reportUpgrade(tx, { upgradeId: String(upgradeId) }, { report: { kind: 'sent' }, now, commandId });
    await enqueueCommand(tx, {
      commandId,
      cpCode,
      command: {
        cmd: 'upgrade',
        upgradeId: String(upgradeId),
        firmwareVer: campaign.firmwareVer,
        digest: campaign.sha256,
        signature: '',
        certificate: '',
        url: '',
        atMs: now.getTime(),
      },
      requestedBy: campaign.createBy,
      because: 'upgrade',
      waitsUntil: new Date(now.getTime() + COMMAND_WAIT_MS),
    });
  }
};

/** Ends upgrades without a result, and those whose pile was never online and idle, also of campaigns that were halted or cancelled. */
const failOverdue = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{ upgradeId: bigint }>`select upgrade_id from upgrade_record where push_stat < ${sql.lit(pushStat.ended)}
      and (push_stat between 2 and 5 and pushed_at < ${new Date(now.getTime() - UPGRADE_DEADLINE_MS)}
        or push_stat = ${sql.lit(pushStat.scheduled)} and scheduled_at < ${new Date(now.getTime() - UPGRADE_WAIT_MS)}) order by upgrade_id`.execute(
    tx,
  );
  for (const { upgradeId } of rows) await reportUpgrade(tx, { upgradeId: String(upgradeId) }, { report: { kind: 'overdue' }, now });
};

/** A command that a dying process or a broken connection took with it: no answer came, and the file was never fetched. */
const failSilent = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{ upgradeId: bigint }>`select r.upgrade_id from upgrade_record r join device_command c using (command_id)
    where r.push_stat = ${sql.lit(pushStat.pushed)} and c.stat = ${sql.lit(commandStat.items.completed.value)} and c.remark in ('lost', 'timedOut')
      and c.completed_at < ${new Date(now.getTime() - SILENT_MS)} order by r.upgrade_id`.execute(tx);
  for (const { upgradeId } of rows) await reportUpgrade(tx, { upgradeId: String(upgradeId) }, { report: { kind: 'unsent' }, now });
};

/** Ends upgrades whose pile came back with another version and has not installed since. */
const failDoubted = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{ upgradeId: bigint }>`select upgrade_id from upgrade_record
    where push_stat < ${sql.lit(pushStat.ended)} and doubted_at < ${new Date(now.getTime() - DOUBT_MS)} order by upgrade_id`.execute(tx);
  for (const { upgradeId } of rows) await reportUpgrade(tx, { upgradeId: String(upgradeId) }, { report: { kind: 'doubtOver' }, now });
};
