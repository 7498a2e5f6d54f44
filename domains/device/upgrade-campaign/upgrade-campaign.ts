import { campaignStat as stats } from '#engines/upgrade/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, id, instant, longText, optional, percent, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, rowOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { upgradeType } from '../upgrade-record/upgrade-record.ts';

export const campaignStat = codeTable({
  dictCode: 'upgrade_campaign_stat',
  title: ['升级任务状态', '升級任務狀態', 'State of a campaign'],
  items: {
    awaitingApproval: { value: stats.awaitingApproval, words: ['待复核', '待複核', 'Awaits approval'], tone: 'warn' },
    running: { value: stats.running, words: ['进行中', '進行中', 'Running'], tone: 'busy' },
    halted: { value: stats.halted, words: ['已暂停', '已暫停', 'Halted'], tone: 'bad' },
    finished: { value: stats.finished, words: ['已完成', '已完成', 'Finished'], tone: 'good' },
    cancelled: { value: stats.cancelled, words: ['已取消', '已取消', 'Cancelled'], tone: 'quiet' },
  },
});

/** Pushes one firmware to piles of one tenant: first 1 %, then 10 %, then all. docs/decisions/0078-upgrade-campaigns.md */
export const upgradeCampaign = resource({
  name: 'upgradeCampaign',
  path: '/device/sseUpgradeCampaign',
  table: 'upgrade_campaign',
  view: 'upgrade_campaign_view',
  key: 'upgradeCampaignId',
  title: 'firmwareVer',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  fields: {
    upgradeCampaignId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    firmwareId: readOnly(ref('firmware', { filter: 'equals' })),
    firmwareVer: readOnly(text({ max: 32 })),
    upgradeType: readOnly(choice(upgradeType, { filter: 'equals' })),
    startAt: readOnly(instant()),
    failureLimitPercent: readOnly(percent()),
    campaignStat: readOnly(choice(campaignStat, { filter: 'equals' })),
    stage: readOnly(count({ max: 3 })),
    pileCount: readOnly(count()),
    successCount: readOnly(count()),
    failureCount: readOnly(count()),
    runningCount: readOnly(count()),
    approvedBy: readOnly(optional(text({ max: 64 }))),
    approvedAt: readOnly(optional(instant())),
    endedAt: readOnly(optional(instant())),
  },
});

/** A pile of a campaign before it begins. */
export interface UpgradePreview {
  readonly cpCode: string;
  readonly cpName: string;
  readonly version: string | null;
  readonly online: boolean;
  /** Why the pile would be left out, in the viewer's language; null when it takes part. */
  readonly refusal: string | null;
}

/** The most piles of one campaign. */
export const CAMPAIGN_PILES_MAX = 2_000;

const cpCodes = longText({ min: 1, max: CAMPAIGN_PILES_MAX * 17 });
const { list, queryById, exportXls } = crud(upgradeCampaign);
const byId = { upgradeCampaignId: id() };

export const upgradeCampaignApi = {
  list,
  queryById,
  exportXls,
  /** Which of these piles an upgrade would take, and why not the others. */
  previewUpgrade: endpoint({
    method: 'POST',
    path: `${upgradeCampaign.path}/preview`,
    allow: 'upgradeCampaign:push',
    unlogged: true,
    input: { firmwareId: id(), cpCodes },
    output: opaque<readonly UpgradePreview[]>(),
  }),
  /**
   * Upgrades piles to a firmware; those that the preview leaves out are left out. A campaign of more than 20 piles begins when a second person has
   * approved it. `startAt` only for an upgrade that is scheduled.
   */
  updateFirmware: endpoint({
    method: 'POST',
    path: '/device/sseCommand/updateFirmware',
    proof: 'remote',
    allow: 'upgradeCampaign:push',
    idempotent: true,
    input: {
      firmwareId: id(),
      cpCodes,
      upgradeType: choice(upgradeType),
      startAt: optional(instant()),
      failureLimitPercent: { ...percent(), initial: 5 },
    },
    output: rowOf(upgradeCampaign.fields),
  }),
  approveCampaign: endpoint({
    method: 'POST',
    path: `${upgradeCampaign.path}/approve`,
    proof: 'remote',
    allow: 'upgradeCampaign:approve',
    idempotent: true,
    input: byId,
    output: words(),
  }),
  /** Upgrades that a pile has already begun go on. */
  cancelCampaign: endpoint({
    method: 'POST',
    path: `${upgradeCampaign.path}/cancel`,
    allow: 'upgradeCampaign:push',
    input: byId,
    output: words(),
  }),
  /** Continues a campaign that has halted; its failures so far no longer count. */
  resumeCampaign: endpoint({
    method: 'POST',
    path: `${upgradeCampaign.path}/resume`,
    proof: 'remote',
    allow: 'upgradeCampaign:push',
    idempotent: true,
    input: byId,
    output: words(),
  }),
};
