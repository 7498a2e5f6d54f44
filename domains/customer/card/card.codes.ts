import { codeTable } from '#kit/fields/codes.ts';

/** The generic states, and the lock: set by too many wrong passwords, or by an operator when a card is reported lost. */
export const cardState = codeTable({
  dictCode: 'ic_card_state',
  title: ['卡状态', '卡狀態', 'Card state'],
  items: {
    normal: { value: 1, words: ['正常', '正常', 'Active'], tone: 'good' },
    locked: { value: 2, words: ['锁定', '鎖定', 'Locked'], tone: 'warn' },
    disabled: { value: 0, words: ['停用', '停用', 'Disabled'], tone: 'quiet' },
    disused: { value: -1, words: ['作废', '作廢', 'Void'], tone: 'bad' },
  },
});

/** Operations that are recorded for a card. The values are our own. */
export const csrFlag = codeTable({
  dictCode: 'ic_card_csr_flag',
  title: ['操作类型', '操作類型', 'Operation'],
  items: {
    issue: { value: 1, words: ['发卡', '發卡', 'Issued'], tone: 'good' },
    reapply: { value: 2, words: ['补卡', '補卡', 'Replaced'], tone: 'busy' },
    enable: { value: 3, words: ['启用', '啟用', 'Enabled'], tone: 'good' },
    disable: { value: 4, words: ['停用', '停用', 'Disabled'], tone: 'quiet' },
    lock: { value: 5, words: ['锁定', '鎖定', 'Locked'], tone: 'warn' },
    discard: { value: 6, words: ['作废', '作廢', 'Voided'], tone: 'bad' },
    password: { value: 7, words: ['重置密码', '重設密碼', 'Password reset'] },
    errorLock: { value: 8, words: ['密码错误锁定', '密碼錯誤鎖定', 'Locked by wrong passwords'], tone: 'warn' },
  },
});
