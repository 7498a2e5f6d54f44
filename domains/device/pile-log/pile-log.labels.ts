import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { pileLog } from './pile-log.ts';

export const pileLogLabels = labels(pileLog, {
  noun: ['设备日志', '裝置日誌', 'Device log'],
  fields: {
    pileLogId: ['编号', '編號', 'Id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    logKind: ['日志类型', '日誌類型', 'Kind'],
    logFrom: ['起始时间', '起始時間', 'From'],
    logTo: ['截止时间', '截止時間', 'To'],
    logStat: ['状态', '狀態', 'State'],
    failReason: ['失败原因', '失敗原因', 'Reason'],
    failRemark: ['电桩说明', '電樁說明', "Pile's remark"],
    fileName: ['文件', '檔案', 'File'],
    sizeBytes: ['大小', '大小', 'Size'],
    sha256: ['SHA-256', 'SHA-256', 'SHA-256'],
    receivedAt: ['收到时间', '收到時間', 'Received'],
  },
  actions: { getDeviceLog: ['提取日志', '提取日誌', 'fetch the log'], download: ['下载日志', '下載日誌', 'download a log'] },
});

export const pileLogRefusals = {
  'pileLog.span': ['请选择有效的日志时段', '請選擇有效的日誌時段', 'Choose a time for the log that has begun and ends after it begins'],
  'pileLog.tooLong': ['日志时段最多{days}天', '日誌時段最多{days}天', 'A log covers at most {days} days'],
  'pileLog.open': ['正在提取电桩“{name}”的日志', '正在提取電樁「{name}」的日誌', 'A log of pile {name} is being fetched'],
  'pileLog.ocppOnly': ['此电桩的协议没有安全日志', '此電樁的協定沒有安全日誌', 'The protocol of this pile has no security log'],
} as const satisfies RefusalTable;

export const pileLogWords = {
  action: ['提取日志', '提取日誌', 'Fetch log'],
  tab: ['设备日志', '裝置日誌', 'Device logs'],
  download: ['下载', '下載', 'Download'],
  span: ['日志时段', '日誌時段', 'Time of the log'],
  hint: [
    '电桩把日志上传到一次性地址，收到后可在此下载。',
    '電樁把日誌上傳到一次性位址，收到後可在此下載。',
    'The pile uploads its log to an address that is valid once. It can be downloaded here when it has arrived.',
  ],
  requested: ['已请求日志', '已請求日誌', 'The log has been requested'],
} as const satisfies Readonly<Record<string, Words>>;
