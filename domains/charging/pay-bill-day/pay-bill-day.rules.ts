import type { BillLine, ProviderKind } from '#engines/payment/payment.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { payType } from '#domains/money/resources.ts';
import { entryKind } from './pay-bill-day.codes.ts';

const { alipay, weChat, stripe } = payType.items;
const providerKinds: Readonly<Record<CodeValue<typeof payType>, ProviderKind>> = {
  [alipay.value]: 'alipay',
  [weChat.value]: 'wechat',
  [stripe.value]: 'stripe',
};
export const providerKindOf = (type: CodeValue<typeof payType>): ProviderKind => providerKinds[type];

/** The code of a kind of entry. */
export const entryKindOf = (kind: BillLine['kind']): CodeValue<typeof entryKind> => entryKind.items[kind].value;

/** The number by which a line is matched: ours, or the provider's where it has none of ours. */
export const entryNoOf = ({ kind, payNo, refundNo, tradeRefundNo, tradeNo }: BillLine): string =>
  (kind === 'payment' ? payNo : refundNo) || (kind === 'payment' ? tradeNo : tradeRefundNo) || payNo;
