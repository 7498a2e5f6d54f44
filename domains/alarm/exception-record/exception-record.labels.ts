import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { Words } from '#kit/fields/words.ts';
import { exceptionRecord } from './exception-record.ts';

export const exceptionRecordLabels = labels(exceptionRecord, {
  noun: ['异常记录', '異常記錄', 'Exception record'],
  fields: {
    exceptionRecordId: ['记录编号', '記錄編號', 'Record id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    subject: ['对象', '對象', 'Subject'],
    gunNumber: ['枪号', '槍號', 'Gun no.'],
    exceptionType: ['异常类型', '異常類型', 'Kind'],
    exceptionCode: ['异常代码', '異常代碼', 'Code'],
    exceptionLevel: ['级别', '級別', 'Level'],
    errorInfo: ['详情', '詳情', 'Detail'],
    errorTime: ['发生时间', '發生時間', 'Began'],
    faultEndTime: ['恢复时间', '恢復時間', 'Ended'],
    isPresent: ['故障', '故障', 'Fault'],
    duration: ['持续时长', '持續時長', 'Duration'],
    solveStat: ['处理状态', '處理狀態', 'Handling'],
    solveRemark: ['处理说明', '處理說明', 'Remark'],
    solveTime: ['处理时间', '處理時間', 'Solved'],
    solveUser: ['处理人', '處理人', 'Solved by'],
    ackTime: ['确认时间', '確認時間', 'Acknowledged'],
    ackUser: ['确认人', '確認人', 'Acknowledged by'],
    shelvedUntil: ['搁置至', '擱置至', 'Shelved until'],
    shelveUser: ['搁置人', '擱置人', 'Shelved by'],
    shelveReason: ['搁置原因', '擱置原因', 'Reason for shelving'],
    isUnstable: ['不稳定', '不穩定', 'Unstable'],
    flapCount: ['出现次数', '出現次數', 'Appearances'],
    suppressedBy: ['抑制原因', '抑制原因', 'Suppressed by'],
    incidentId: ['异常事件', '異常事件', 'Incident'],
  },
});

export const exceptionRecordWords = {
  exception: ['异常', '異常', 'Exception'],
  acknowledge: ['确认', '確認', 'Acknowledge'],
  solve: ['处理', '處理', 'Solve'],
  remark: ['处理说明', '處理說明', 'Remark'],
  shelve: ['搁置', '擱置', 'Shelve'],
  unshelve: ['取消搁置', '取消擱置', 'Take from the shelf'],
  shelveHint: [
    '到期前不发送告警，也不列入当前异常；到期后自动恢复。最长30天，可能危及安全的最长1天。',
    '到期前不傳送告警，也不列入目前異常；到期後自動恢復。最長30天，可能危及安全的最長1天。',
    'Nobody is told until then, and it is not listed as open; it comes back by itself. 30 days at most, and a day where somebody may be in danger.',
  ],
  shelveFor: ['搁置时长', '擱置時長', 'For'],
  hours: ['{n}小时', '{n}小時', '{n} h'],
  days: ['{n}天', '{n}天', '{n} days'],
  remarkMissing: ['请填写处理说明', '請填寫處理說明', 'Say how it was solved'],
  lasting: [
    '故障仍存在。处理后搁置至多一天，届时仍存在则重新打开。',
    '故障仍存在。處理後擱置至多一天，屆時仍存在則重新開啟。',
    'The fault is still there. The exception is shelved for a day at most, and open again when the fault lasts longer.',
  ],
  pile: ['桩体', '樁體', 'Pile'],
} as const satisfies Readonly<Record<string, Words>>;

export const exceptionRecordRefusals = {
  'exceptionRecord.solved': ['该异常已处理', '該異常已處理', 'The exception is solved already'],
  'exceptionRecord.over': ['该异常已恢复，无需搁置', '該異常已恢復，無需擱置', 'The fault is over, so there is nothing to shelve'],
  'exceptionRecord.shelfTime': [
    '搁置时间须晚于现在，最长30天；可能危及安全的异常最长1天',
    '擱置時間須晚於現在，最長30天；可能危及安全的異常最長1天',
    'The time lies ahead, by 30 days at most, and by a day where somebody may be in danger',
  ],
  'exceptionRecord.notShelved': ['该异常未搁置', '該異常未擱置', 'The exception is not on the shelf'],
} as const satisfies RefusalTable;
