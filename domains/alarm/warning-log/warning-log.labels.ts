import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { warningLog } from './warning-log.ts';

export const warningLogLabels = labels(warningLog, {
  noun: ['告警日志', '告警日誌', 'Warning log'],
  fields: {
    warningLogId: ['告警日志编号', '告警日誌編號', 'Warning log id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    exceptionRecordId: ['异常记录', '異常記錄', 'Exception record'],
    incidentId: ['异常事件', '異常事件', 'Incident'],
    warningConfId: ['告警配置', '告警設定', 'Warning configuration'],
    warningAccountId: ['告警账号名称', '告警帳號名稱', 'Name of the account'],
    warningKind: ['消息类型', '訊息類型', 'Message'],
    ordinal: ['第几次', '第幾次', 'Ordinal'],
    exceptionLevel: ['级别', '級別', 'Level'],
    warningMsg: ['告警内容', '告警內容', 'Text'],
    warningAccountType: ['账号类型', '帳號類型', 'Type'],
    areaCode: ['区号', '區號', 'Area code'],
    warningAccount: ['告警账号', '告警帳號', 'Account'],
    warningStat: ['发送状态', '傳送狀態', 'State'],
    suppressedReason: ['未发送原因', '未傳送原因', 'Why not sent'],
    warningTime: ['告警时间', '告警時間', 'Sent'],
    dueTime: ['计划时间', '計劃時間', 'Due'],
    attempts: ['尝试次数', '嘗試次數', 'Attempts'],
    providerAnswer: ['服务商应答', '服務商應答', 'Answer of the provider'],
  },
  actions: { resend: ['重新发送', '重新傳送', 'Send again'] },
});

export const warningLogRefusals = {
  'warningLog.notOver': ['消息仍在发送中', '訊息仍在傳送中', 'The message is still on its way'],
  'warningLog.noAccount': ['告警账号已删除', '告警帳號已刪除', 'The account was deleted'],
  'warningLog.test': [
    '测试消息不能重新发送，请在告警账号页面发送新的测试',
    '測試訊息不能重新傳送，請在告警帳號頁面傳送新的測試',
    'A test is not sent again; send a new one on the page of warning accounts',
  ],
} as const satisfies RefusalTable;

export const warningLogWords = {
  resent: ['已提交重新发送', '已提交重新傳送', 'It is sent again'],
  repeated: ['（重复）', '（重複）', '(repeat)'],
  digestTitle: ['{count}条告警', '{count}則告警', '{count} {count|warning|warnings}'],
  more: ['……另有{count}条', '……另有{count}則', '… and {count} more'],
  closedTitle: ['已恢复', '已恢復', 'Over'],
  closedText: ['已恢复：{text}', '已恢復：{text}', 'Over: {text}'],
} as const satisfies Readonly<Record<string, Words>>;
