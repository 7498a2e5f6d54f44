import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { upgradeRecord } from './upgrade-record.ts';

export const upgradeRecordLabels = labels(upgradeRecord, {
  noun: ['升级记录', '升級記錄', 'Upgrade record'],
  fields: {
    upgradeId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    upgradeCampaignId: ['升级任务', '升級任務', 'Campaign'],
    firmwareId: ['固件', '韌體', 'Firmware'],
    firmwareVer: ['目标版本', '目標版本', 'To version'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    upgradeType: ['升级方式', '升級方式', 'Upgrade type'],
    stage: ['批次', '批次', 'Stage'],
    pushStat: ['推送状态', '推送狀態', 'Push state'],
    updateResult: ['升级结果', '升級結果', 'Result'],
    failReason: ['失败原因', '失敗原因', 'Reason'],
    failRemark: ['电桩说明', '電樁說明', "Pile's remark"],
    formerVer: ['原版本', '原版本', 'From version'],
    reportedVer: ['上报版本', '回報版本', 'Reported version'],
    pushedAt: ['下发时间', '下發時間', 'Sent'],
    endedAt: ['结束时间', '結束時間', 'Ended'],
  },
  actions: { acknowledge: ['确认失败', '確認失敗', 'acknowledge'] },
});

export const upgradeRecordWords = {
  tab: ['升级记录', '升級記錄', 'Upgrades'],
  acknowledge: ['确认失败', '確認失敗', 'Acknowledge failure'],
} as const satisfies Readonly<Record<string, Words>>;
