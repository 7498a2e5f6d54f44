import type { DifferenceKind } from '#engines/payment/reconcile.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';

/** Words of the kinds of differences; engines/payment/reconcile.ts names them. */
export const differenceKind = codeTable({
  dictCode: 'pay_difference_kind',
  title: ['差异类型', '差異類型', 'Kind of difference'],
  items: {
    oursOnly: { value: 1, words: ['账单缺失', '帳單缺失', 'Only in our books'], tone: 'bad' },
    theirsOnly: { value: 2, words: ['本地缺失', '本地缺失', 'Only in the bill'], tone: 'bad' },
    amount: { value: 3, words: ['金额不符', '金額不符', 'Another amount'], tone: 'bad' },
    doubled: { value: 4, words: ['账单重复', '帳單重複', 'Twice in the bill'], tone: 'warn' },
  } satisfies Readonly<Record<DifferenceKind, CodeItem>>,
});

export const differenceState = codeTable({
  dictCode: 'pay_difference_state',
  title: ['处理状态', '處理狀態', 'State of a difference'],
  items: {
    open: { value: 0, words: ['待处理', '待處理', 'Open'], tone: 'bad' },
    waits: { value: 1, words: ['等待次日账单', '等待次日帳單', 'Waits for the next bill'], tone: 'busy' },
    gone: { value: 2, words: ['已消除', '已消除', 'Gone'], tone: 'good' },
    booked: { value: 3, words: ['已入账', '已入帳', 'Booked'], tone: 'good' },
    accepted: { value: 4, words: ['已接受', '已接受', 'Accepted'], tone: 'quiet' },
  },
});

/** What a person does about a difference that stays. */
export const mendKind = codeTable({
  dictCode: 'pay_mend_kind',
  title: ['处理方式', '處理方式', 'Mend'],
  items: {
    book: { value: 1, words: ['按账单入账', '按帳單入帳', 'Book what the provider says'] },
    accept: { value: 2, words: ['备注后接受', '備註後接受', 'Accept with a remark'] },
    giveBack: { value: 3, words: ['入账并退回付款人', '入帳並退回付款人', 'Book it and give it back to the payer'] },
  },
});
