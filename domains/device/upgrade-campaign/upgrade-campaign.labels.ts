import type { PileRefusal } from '#engines/upgrade/campaign.ts';
import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { upgradeCampaign } from './upgrade-campaign.ts';

export const upgradeCampaignLabels = labels(upgradeCampaign, {
  noun: ['升级任务', '升級任務', 'Upgrade campaign'],
  fields: {
    upgradeCampaignId: ['任务编号', '任務編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    firmwareId: ['固件', '韌體', 'Firmware'],
    firmwareVer: ['目标版本', '目標版本', 'Version'],
    upgradeType: ['升级方式', '升級方式', 'Upgrade type'],
    startAt: ['开始时间', '開始時間', 'Begins'],
    failureLimitPercent: ['失败上限', '失敗上限', 'Failure limit'],
    campaignStat: ['状态', '狀態', 'State'],
    stage: ['批次', '批次', 'Stage'],
    pileCount: ['电桩数', '電樁數', 'Piles'],
    successCount: ['成功', '成功', 'Succeeded'],
    failureCount: ['失败', '失敗', 'Failed'],
    runningCount: ['升级中', '升級中', 'Upgrading'],
    approvedBy: ['复核人', '複核人', 'Approved by'],
    approvedAt: ['复核时间', '複核時間', 'Approved'],
    endedAt: ['结束时间', '結束時間', 'Ended'],
  },
  hints: {
    failureLimitPercent: [
      '失败电桩占已有结果电桩的比例超过上限时，任务自动暂停',
      '失敗電樁占已有結果電樁的比例超過上限時，任務自動暫停',
      'The campaign halts when more than this share of the piles with a result have failed',
    ],
  },
  actions: {
    updateFirmware: ['升级固件', '升級韌體', 'update firmware'],
    approveCampaign: ['复核', '複核', 'approve'],
    cancelCampaign: ['取消', '取消', 'cancel'],
    resumeCampaign: ['继续', '繼續', 'resume'],
  },
});

export const upgradeCampaignRefusals = {
  'campaign.noPile': ['所选电桩都不能升级：{reason}', '所選電樁都不能升級：{reason}', 'None of these piles can be upgraded: {reason}'],
  'campaign.tooMany': ['一次最多升级{max}台电桩', '一次最多升級{max}台電樁', 'At most {max} piles in one campaign'],
  'campaign.noStart': ['请选择预约的开始时间', '請選擇預約的開始時間', 'Choose when the upgrade begins'],
  'campaign.startPast': [
    '开始时间必须晚于现在，且不超过90天',
    '開始時間必須晚於現在，且不超過90天',
    'The upgrade begins later than now and within 90 days',
  ],
  'campaign.notAwaiting': ['该任务不在待复核状态', '該任務不在待複核狀態', 'This campaign does not await approval'],
  'campaign.notHalted': ['该任务未暂停', '該任務未暫停', 'This campaign has not halted'],
  'campaign.ended': ['该任务已结束', '該任務已結束', 'This campaign has ended'],
  'campaign.samePerson': ['发起人不能复核自己的升级任务', '發起人不能複核自己的升級任務', 'Whoever requested a campaign cannot approve it'],
} as const satisfies RefusalTable;

/** Why a pile is left out of a campaign. */
export const pileRefusalWords: Readonly<Record<PileRefusal, Words>> = {
  disused: ['电桩已停用', '電樁已停用', 'The pile is disused'],
  otherTenant: ['电桩与固件属于不同租户', '電樁與韌體屬於不同租戶', 'Pile and firmware belong to different tenants'],
  upgrading: ['电桩已有未结束的升级', '電樁已有未結束的升級', 'The pile has an upgrade that has not ended'],
  sameVersion: ['电桩已是此版本', '電樁已是此版本', 'The pile has this version already'],
  otherHardware: ['固件不适用于电桩的硬件', '韌體不適用於電樁的硬體', 'The firmware is not for the hardware of the pile'],
};

export const upgradeCampaignWords = {
  action: ['升级固件', '升級韌體', 'Upgrade firmware'],
  hint: [
    '只升级在线且空闲的电桩，先1%，再10%，最后全部；失败超过上限自动暂停。超过20台需要第二人复核。',
    '只升級在線且空閒的電樁，先1%，再10%，最後全部；失敗超過上限自動暫停。超過20台需要第二人複核。',
    'Only piles that are online and idle are upgraded: first 1 %, then 10 %, then all. The campaign halts when failures pass the limit. More than 20 piles need a second person.',
  ],
  requested: ['已发起升级', '已發起升級', 'The upgrade has been requested'],
  asked: ['已提交，等待第二人复核', '已提交，等待第二人複核', 'Submitted; a second person has to approve it'],
  pile: ['电桩', '電樁', 'Pile'],
  present: ['当前版本', '目前版本', 'Present version'],
  takesPart: ['可升级', '可升級', 'Is upgraded'],
  waits: ['离线，上线后升级', '離線，上線後升級', 'Offline, is upgraded when it returns'],
  progress: ['进度', '進度', 'Progress'],
  approve: ['复核通过', '複核通過', 'Approve'],
  cancel: ['取消任务', '取消任務', 'Cancel campaign'],
  resume: ['继续升级', '繼續升級', 'Resume'],
  approveQuestion: ['允许向{n}台电桩下发此固件？', '允許向{n}台電樁下發此韌體？', 'Send this firmware to {n} {n|pile|piles}?'],
  cancelQuestion: [
    '取消后不再下发；已在升级的电桩会继续。',
    '取消後不再下發；已在升級的電樁會繼續。',
    'Nothing more is sent. Piles that are upgrading go on.',
  ],
  resumeQuestion: ['已有{n}台失败，仍要继续？', '已有{n}台失敗，仍要繼續？', '{n} {n|pile|piles} {n|has|have} failed. Continue nevertheless?'],
  toTake: ['{n}台参与，{m}台除外', '{n}台參與，{m}台除外', '{n} take part, {m} are left out'],
} as const satisfies Readonly<Record<string, Words>>;
