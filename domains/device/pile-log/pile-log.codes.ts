import { codeTable } from '#kit/fields/codes.ts';

export const logKind = codeTable({
  dictCode: 'pile_log_kind',
  title: ['日志类型', '日誌類型', 'Kind of log'],
  items: {
    diagnostics: { value: 1, words: ['运行日志', '運行日誌', 'Diagnostics'] },
    security: { value: 2, words: ['安全日志', '安全日誌', 'Security'] },
  },
});

export const logStat = codeTable({
  dictCode: 'pile_log_stat',
  title: ['日志状态', '日誌狀態', 'State of a log'],
  items: {
    requested: { value: 0, words: ['已请求', '已請求', 'Requested'], tone: 'quiet' },
    accepted: { value: 1, words: ['电桩已接受', '電樁已接受', 'Accepted'], tone: 'busy' },
    uploading: { value: 2, words: ['上传中', '上傳中', 'Uploading'], tone: 'busy' },
    received: { value: 3, words: ['已收到', '已收到', 'Received'], tone: 'good' },
    failed: { value: 4, words: ['失败', '失敗', 'Failed'], tone: 'bad' },
  },
});

export const logFailure = codeTable({
  dictCode: 'pile_log_fail_reason',
  title: ['失败原因', '失敗原因', 'Reason'],
  items: {
    refused: { value: 1, words: ['电桩拒绝', '電樁拒絕', 'The pile refused'] },
    noLog: { value: 2, words: ['该时段没有日志', '該時段沒有日誌', 'The pile has no log of this time'] },
    uploadFailed: { value: 3, words: ['上传失败', '上傳失敗', 'The upload failed'] },
    unsent: { value: 4, words: ['指令未送达', '指令未送達', 'The command was not sent'] },
    overdue: { value: 5, words: ['超时未收到', '逾時未收到', 'Not received in time'] },
  },
});
