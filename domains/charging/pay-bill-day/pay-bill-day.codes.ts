import { codeTable } from '#kit/fields/codes.ts';

export const billState = codeTable({
  dictCode: 'pay_bill_state',
  title: ['对账状态', '對帳狀態', 'State of a bill'],
  items: {
    waiting: { value: 0, words: ['等待账单', '等待帳單', 'Waits for the bill'], tone: 'busy' },
    agrees: { value: 1, words: ['已对平', '已對平', 'Agrees'], tone: 'good' },
    differs: { value: 2, words: ['有差异', '有差異', 'Differs'], tone: 'bad' },
    explained: { value: 3, words: ['差异已处理', '差異已處理', 'Explained'], tone: 'good' },
  },
});

/** A line of a bill is a payment or a refund. */
export const entryKind = codeTable({
  dictCode: 'pay_entry_kind',
  title: ['账目类型', '帳目類型', 'Kind of entry'],
  items: {
    payment: { value: 1, words: ['收款', '收款', 'Payment'] },
    refund: { value: 2, words: ['退款', '退款', 'Refund'] },
  },
});
