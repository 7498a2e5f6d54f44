import { codeTable, valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';

export const warningStat = codeTable({
  dictCode: 'warning_stat',
  title: ['告警发送状态', '告警傳送狀態', 'State of a warning'],
  items: {
    queued: { value: 0, words: ['等待发送', '等待傳送', 'Waiting'], tone: 'quiet' },
    sending: { value: 1, words: ['发送中', '傳送中', 'Being sent'], tone: 'busy' },
    accepted: { value: 2, words: ['已接受', '已接受', 'Accepted by the provider'], tone: 'good' },
    retrying: { value: 3, words: ['等待重试', '等待重試', 'To be tried again'], tone: 'warn' },
    dead: { value: 4, words: ['发送失败', '傳送失敗', 'Not delivered'], tone: 'bad' },
    suppressed: { value: 5, words: ['未发送', '未傳送', 'Not sent'], tone: 'quiet' },
    received: { value: 6, words: ['已送达', '已送達', 'Received'], tone: 'good' },
  },
});
export const logState = valuesOf(warningStat);

/** Why a warning was not sent. */
export const suppressedReason = codeTable({
  dictCode: 'warning_suppressed',
  title: ['未发送原因', '未傳送原因', 'Why it was not sent'],
  items: {
    transient: { value: 1, words: ['发送前已结束', '傳送前已結束', 'Over before it was sent'] },
    acknowledged: { value: 2, words: ['已确认', '已確認', 'Acknowledged'] },
    merged: { value: 3, words: ['已合并', '已合併', 'Merged into another'] },
    accountOff: { value: 4, words: ['账号停用或未验证', '帳號停用或未驗證', 'The account is not in use or not verified'] },
    inhibited: { value: 5, words: ['由其他异常引起', '由其他異常引起', 'Caused by another exception'] },
    ended: { value: 6, words: ['异常已结束', '異常已結束', 'The exception is over'] },
  },
});
export const reason = valuesOf(suppressedReason);
export type Reason = CodeValue<typeof suppressedReason>;

export const warningKindTable = codeTable({
  dictCode: 'warning_kind',
  title: ['告警消息类型', '告警訊息類型', 'Kind of message'],
  items: {
    opened: { value: 1, words: ['开始', '開始', 'Opened'], tone: 'bad' },
    repeat: { value: 2, words: ['重复', '重複', 'Repeated'], tone: 'warn' },
    closed: { value: 3, words: ['结束', '結束', 'Closed'], tone: 'good' },
    test: { value: 4, words: ['测试', '測試', 'Test'], tone: 'quiet' },
    sample: { value: 5, words: ['预览', '預覽', 'Preview'], tone: 'quiet' },
    digest: { value: 6, words: ['汇总', '彙總', 'Digest'], tone: 'busy' },
    growth: { value: 8, words: ['事件扩大', '事件擴大', 'Incident has grown'], tone: 'warn' },
    half: { value: 9, words: ['过半恢复', '過半恢復', 'Half has recovered'], tone: 'busy' },
    resent: { value: 7, words: ['重新发送', '重新傳送', 'Sent again'], tone: 'busy' },
  },
});
export const warningKind = valuesOf(warningKindTable);
export type WarningKind = CodeValue<typeof warningKindTable>;
