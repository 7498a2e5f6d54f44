import { pushStat as stats, updateResult as results, upgradeFailure as failures, upgradeType as types } from '#engines/upgrade/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

export const upgradeType = codeTable({
  dictCode: 'upgrade_type',
  title: ['升级方式', '升級方式', 'Upgrade type'],
  items: {
    now: { value: types.now, words: ['立即升级', '立即升級', 'Now'] },
    scheduled: { value: types.scheduled, words: ['预约升级', '預約升級', 'Scheduled'] },
  },
});

export const pushStat = codeTable({
  dictCode: 'upgrade_push_stat',
  title: ['推送状态', '推送狀態', 'Push state'],
  items: {
    waiting: { value: stats.waiting, words: ['未开始', '未開始', 'Not begun'], tone: 'quiet' },
    scheduled: { value: stats.scheduled, words: ['等待空闲', '等待空閒', 'Waits until idle'], tone: 'quiet' },
    pushed: { value: stats.pushed, words: ['已下发', '已下發', 'Sent'], tone: 'busy' },
    downloading: { value: stats.downloading, words: ['下载中', '下載中', 'Downloading'], tone: 'busy' },
    downloaded: { value: stats.downloaded, words: ['已下载', '已下載', 'Downloaded'], tone: 'busy' },
    installing: { value: stats.installing, words: ['安装中', '安裝中', 'Installing'], tone: 'busy' },
    ended: { value: stats.ended, words: ['已结束', '已結束', 'Ended'] },
  },
});

export const updateResult = codeTable({
  dictCode: 'upgrade_result',
  title: ['升级结果', '升級結果', 'Result'],
  items: {
    success: { value: results.success, words: ['成功', '成功', 'Succeeded'], tone: 'good' },
    failure: { value: results.failure, words: ['失败', '失敗', 'Failed'], tone: 'bad' },
    cancelled: { value: results.cancelled, words: ['已取消', '已取消', 'Cancelled'], tone: 'quiet' },
  },
});

export const upgradeFailure = codeTable({
  dictCode: 'upgrade_fail_reason',
  title: ['失败原因', '失敗原因', 'Reason'],
  items: {
    refused: { value: failures.refused, words: ['电桩拒绝', '電樁拒絕', 'The pile refused'] },
    unsent: { value: failures.unsent, words: ['指令未送达', '指令未送達', 'The command was not sent'] },
    downloadFailed: { value: failures.downloadFailed, words: ['下载失败', '下載失敗', 'Download failed'] },
    signatureWrong: { value: failures.signatureWrong, words: ['电桩判定签名无效', '電樁判定簽章無效', 'The pile found the signature wrong'] },
    installFailed: { value: failures.installFailed, words: ['安装失败', '安裝失敗', 'Installation failed'] },
    otherVersion: { value: failures.otherVersion, words: ['上报版本不符', '回報版本不符', 'The pile reports another version'] },
    overdue: { value: failures.overdue, words: ['超时无结果', '逾時無結果', 'No result in time'] },
    neverIdle: { value: failures.neverIdle, words: ['一直未在线空闲', '一直未上線空閒', 'Never online and idle'] },
  },
});

/** The upgrade of one pile. It succeeds only when the pile reports the version of the firmware. */
export const upgradeRecord = resource({
  name: 'upgradeRecord',
  path: '/device/sseUpgradeRecord',
  table: 'upgrade_record',
  key: 'upgradeId',
  title: 'cpCode',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    upgradeId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    upgradeCampaignId: readOnly(id({ filter: 'equals' })),
    firmwareId: readOnly(ref('firmware', { filter: 'equals' })),
    firmwareVer: readOnly(text({ max: 32, filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    upgradeType: readOnly(choice(upgradeType, { filter: 'equals' })),
    stage: readOnly(count({ min: 1, max: 3 })),
    pushStat: readOnly(choice(pushStat, { filter: 'equals' })),
    updateResult: readOnly(optional(choice(updateResult, { filter: 'equals' }))),
    failReason: readOnly(optional(choice(upgradeFailure, { filter: 'equals' }))),
    /** The pile's own words. */
    failRemark: readOnly(optional(text({ max: 255 }))),
    formerVer: readOnly(optional(text({ max: 64 }))),
    reportedVer: readOnly(optional(text({ max: 64 }))),
    pushedAt: readOnly(optional(instant())),
    endedAt: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(upgradeRecord);

export const upgradeRecordApi = {
  list,
  queryById,
  exportXls,
  /** Takes the failed upgrade of a pile out of its shown state. */
  acknowledge: endpoint({
    method: 'POST',
    path: `${upgradeRecord.path}/acknowledge`,
    allow: 'upgradeCampaign:push',
    input: { upgradeId: id() },
    output: words(),
  }),
};
