import { sql } from 'kysely';
import { firmwareRefusal, pileRefusal, SECOND_PERSON_ABOVE, stagesOf } from '#engines/upgrade/campaign.ts';
import type { PileRefusal } from '#engines/upgrade/campaign.ts';
import { campaignStat, pushStat, updateResult, upgradeType } from '#engines/upgrade/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { requireTwoPersons } from '#domains/identity/server.ts';
import { pile } from '#domains/network/resources.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { firmwareRefusals } from '../firmware/firmware.labels.ts';
import { firmware } from '../firmware/firmware.ts';
import { reportUpgrade, upgradeTopic } from '../upgrade-record/report-upgrade.server.ts';
import { pileRefusalWords, upgradeCampaignRefusals } from './upgrade-campaign.labels.ts';
import { CAMPAIGN_PILES_MAX, upgradeCampaign, upgradeCampaignApi } from './upgrade-campaign.ts';

const { list, queryById, exportXls } = crudHandlers(upgradeCampaign);
const DAY_MS = 86_400_000;
const START_DAYS_MAX = 90;

export const upgradeCampaignRoutes = implement(upgradeCampaignApi, {
  list,
  queryById,
  exportXls,
  previewUpgrade: async (ctx, { firmwareId, cpCodes }) => {
    const { row } = await firmwareToPush(ctx, firmwareId);
    const piles = await pilesToPush(ctx, cpCodes, row);
    return piles.map(({ cpCode, cpName, version, online, refusal }) => ({
      cpCode,
      cpName,
      version,
      online,
      refusal: refusal && ctx.say(pileRefusalWords[refusal]),
    }));
  },
  updateFirmware: async (ctx, { firmwareId, cpCodes, upgradeType: type, startAt = null, failureLimitPercent }) => {
    const start = startOf(ctx, type, startAt);
    const { row, version } = await firmwareToPush(ctx, firmwareId);
    // Two requests at once do not both take a pile.
    await ctx.rows(pile).lock(splitIds(cpCodes));
    const piles = await pilesToPush(ctx, cpCodes, row);
    const taken = piles.filter(({ refusal }) => refusal === null);
    const refusal = piles[0]?.refusal;
    if (taken.length === 0) throwRefusal(upgradeCampaignRefusals, 'campaign.noPile', { reason: refusal ? ctx.say(pileRefusalWords[refusal]) : '' });
    const stat = taken.length > SECOND_PERSON_ABOVE ? campaignStat.awaitingApproval : campaignStat.running;
    const { rows } = await sql<{
      id: bigint;
    }>`insert into upgrade_campaign (tenant_id, firmware_id, firmware_ver, upgrade_type, start_at, failure_limit_percent, campaign_stat, requested_by_id, create_by)
      values (${row.tenantId}, ${firmwareId}, ${version}, ${type}, ${start}, ${failureLimitPercent}, ${stat}, ${ctx.viewer.userId}, ${ctx.viewer.username}) returning upgrade_campaign_id as id`.execute(
      ctx.db,
    );
    const campaignId = String(rows[0]?.id);
    await sql`insert into upgrade_record (tenant_id, agent_id, station_id, upgrade_campaign_id, firmware_id, firmware_ver, cp_code, upgrade_type, stage, former_ver, create_by)
      select p.tenant_id, p.agent_id, p.station_id, ${campaignId}, ${firmwareId}, ${version}, p.cp_code, ${type}, t.stage, s.main_sw, ${ctx.viewer.username}
      from unnest(${taken.map(({ cpCode }) => cpCode)}::text[], ${stagesOf(taken.length)}::int2[]) as t (code, stage) join pile p on p.cp_code = t.code left join pile_state s on s.cp_code = t.code`.execute(
      ctx.db,
    );
    ctx.db.wake(upgradeTopic);
    return ctx.rows(upgradeCampaign).get(campaignId);
  },
  approveCampaign: async (ctx, { upgradeCampaignId }) => {
    const { stat, requestedById } = await lockCampaign(ctx, upgradeCampaignId);
    if (stat !== campaignStat.awaitingApproval) throwRefusal(upgradeCampaignRefusals, 'campaign.notAwaiting');
    if (requestedById === ctx.viewer.userId) throwRefusal(upgradeCampaignRefusals, 'campaign.samePerson');
    await requireTwoPersons(ctx, requestedById);
    await sql`update upgrade_campaign set approved_by = ${ctx.viewer.username}, approved_at = ${ctx.now} where upgrade_campaign_id = ${upgradeCampaignId}`.execute(
      ctx.db,
    );
    return changeStat(ctx, upgradeCampaignId, campaignStat.running);
  },
  cancelCampaign: async (ctx, { upgradeCampaignId }) => {
    const { stat } = await lockCampaign(ctx, upgradeCampaignId);
    if (stat === campaignStat.finished || stat === campaignStat.cancelled) throwRefusal(upgradeCampaignRefusals, 'campaign.ended');
    const { rows } = await sql<{
      upgradeId: bigint;
    }>`select upgrade_id from upgrade_record where upgrade_campaign_id = ${upgradeCampaignId} and push_stat < ${sql.lit(pushStat.ended)} order by 1`.execute(
      ctx.db,
    );
    for (const { upgradeId } of rows) await reportUpgrade(ctx.db, { upgradeId: String(upgradeId) }, { report: { kind: 'cancelled' }, now: ctx.now });
    await sql`update upgrade_campaign set ended_at = ${ctx.now} where upgrade_campaign_id = ${upgradeCampaignId}`.execute(ctx.db);
    return changeStat(ctx, upgradeCampaignId, campaignStat.cancelled);
  },
  resumeCampaign: async (ctx, { upgradeCampaignId }) => {
    const { stat } = await lockCampaign(ctx, upgradeCampaignId);
    if (stat !== campaignStat.halted) throwRefusal(upgradeCampaignRefusals, 'campaign.notHalted');
    await sql`update upgrade_campaign set forgiven_count = (select count(*) from upgrade_record r where r.upgrade_campaign_id = ${upgradeCampaignId} and update_result = ${sql.lit(updateResult.failure)})
      where upgrade_campaign_id = ${upgradeCampaignId}`.execute(ctx.db);
    return changeStat(ctx, upgradeCampaignId, campaignStat.running);
  },
});

const startOf = (ctx: Context, type: number, startAt: Date | null): Date => {
  if (type === upgradeType.now) return ctx.now;
  if (startAt === null) return throwRefusal(upgradeCampaignRefusals, 'campaign.noStart');
  const waitMs = startAt.getTime() - ctx.now.getTime();
  return waitMs > 0 && waitMs <= START_DAYS_MAX * DAY_MS ? startAt : throwRefusal(upgradeCampaignRefusals, 'campaign.startPast');
};

const firmwareToPush = async (ctx: Context, firmwareId: string) => {
  const row = await ctx.rows(firmware).get(firmwareId);
  const version = row.firmwareVer ?? '';
  const refusal = firmwareRefusal({ version, isSigned: row.isSigned === 1 });
  if (refusal) throwRefusal(firmwareRefusals, `firmware.${refusal}`, { name: row.firmwareName });
  return { row, version };
};

interface PileToPush {
  readonly cpCode: string;
  readonly cpName: string;
  readonly version: string | null;
  readonly online: boolean;
  readonly refusal: PileRefusal | null;
}

/** The piles of a request in its order, each with the reason for which it is left out. */
const pilesToPush = async (
  ctx: Context,
  cpCodes: string,
  { tenantId, firmwareVer, hardwareVer }: { readonly tenantId: string; readonly firmwareVer: string | null; readonly hardwareVer: string | null },
): Promise<readonly PileToPush[]> => {
  const codes = [...new Set(splitIds(cpCodes))];
  if (codes.length > CAMPAIGN_PILES_MAX) throwRefusal(upgradeCampaignRefusals, 'campaign.tooMany', { max: CAMPAIGN_PILES_MAX });
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const { rows } = await sql<{
    cpCode: string;
    mainHw: string | null;
    mainSw: string | null;
    online: boolean;
    hasOpenUpgrade: boolean;
  }>`select s.cp_code, s.main_hw, s.main_sw, s.online,
      exists (select from upgrade_record r where r.cp_code = s.cp_code and r.push_stat < ${sql.lit(pushStat.ended)}) as has_open_upgrade from pile_state s where s.cp_code = any(${codes}::text[])`.execute(
    ctx.db,
  );
  const states = new Map(rows.map((row) => [row.cpCode, row]));
  return piles
    .toSorted((a, b) => codes.indexOf(a.cpCode) - codes.indexOf(b.cpCode))
    .map((row) => {
      const { mainHw = null, mainSw = null, online = false, hasOpenUpgrade = false } = states.get(row.cpCode) ?? {};
      const facts = {
        disused: row.cpStat === entityState.disused,
        isOtherTenant: row.tenantId !== tenantId,
        hasOpenUpgrade,
        version: mainSw,
        hardware: mainHw,
      };
      const refusal = pileRefusal(facts, { version: firmwareVer ?? '', hardware: hardwareVer });
      return { cpCode: row.cpCode, cpName: row.cpName, version: mainSw, online, refusal };
    });
};

const lockCampaign = async (ctx: Context, id: string): Promise<{ readonly stat: number; readonly requestedById: string }> => {
  await ctx.rows(upgradeCampaign).lock([id]);
  const row = await ctx.rows(upgradeCampaign).get(id);
  const { rows } = await sql<{ requestedById: bigint }>`select requested_by_id from upgrade_campaign where upgrade_campaign_id = ${id}`.execute(
    ctx.db,
  );
  return { stat: row.campaignStat, requestedById: String(rows[0]?.requestedById ?? '') };
};

const changeStat = async (ctx: Context, id: string, stat: number): Promise<string> => {
  await sql`update upgrade_campaign set campaign_stat = ${stat} where upgrade_campaign_id = ${id}`.execute(ctx.db);
  await ctx.rows(upgradeCampaign).change(id, {});
  ctx.db.wake(upgradeTopic);
  return ctx.say(kitWords.changed);
};
