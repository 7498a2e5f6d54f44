import { choice, count, day, id, instant, longText, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';
import { yesNo } from '#domains/system/resources.ts';
import { refundState } from '../refund-order/refund-order.codes.ts';
import { entryKind } from '../pay-bill-day/pay-bill-day.codes.ts';
import { differenceKind, differenceState, mendKind } from './pay-difference.codes.ts';

/** What a provider's bill and our books do not agree on. The comparison writes it; people mend it. */
export const payDifference = resource({
  name: 'payDifference',
  sensitivity: 'money',
  path: '/money/ssePayDifference',
  table: 'pay_difference',
  key: 'payDifferenceId',
  title: 'entryNo',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  softDelete: false,
  fields: {
    payDifferenceId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    payConfId: readOnly(ref('payConf', { filter: 'equals' })),
    payBillDayId: readOnly(id({ filter: 'equals' })),
    billDay: readOnly(day({ filter: 'between' })),
    differenceKind: readOnly(choice(differenceKind, { filter: 'equals' })),
    entryKind: readOnly(choice(entryKind, { filter: 'equals' })),
    /** Our number of the payment or of the refund; the provider's where it has none of ours. */
    entryNo: readOnly(text({ max: 64, filter: 'equals' })),
    payNo: readOnly(text({ max: 64 })),
    tradeNo: readOnly(optional(text({ max: 64 }))),
    /** As the bill says it. */
    billTime: readOnly(optional(text({ max: 40 }))),
    ownAmount: readOnly(optional(money())),
    billAmount: readOnly(optional(money())),
    /** What the provider has more than our books say. */
    differenceAmount: readOnly(money()),
    currency: readOnly(text({ max: 3 })),
    differenceState: readOnly(choice(differenceState, { filter: 'equals' })),
    askTime: readOnly(optional(instant())),
    providerAnswer: readOnly(optional(text({ max: 255 }))),
    remark: readOnly(optional(longText({ max: 255 }))),
    handleBy: readOnly(optional(text({ max: 60 }))),
    handleTime: readOnly(optional(instant())),
    secondBy: readOnly(optional(text({ max: 60 }))),
    /** Of a payment that goes back to its payer: the number of the refund, how far it is, and what the provider said. */
    giveBackNo: readOnly(optional(text({ max: 68 }))),
    giveBackState: readOnly(optional(choice(refundState))),
    giveBackResult: readOnly(optional(text({ max: 255 }))),
    giveBackTime: readOnly(optional(instant())),
    /** What waits for a second person. */
    askedMend: readOnly(optional(choice(mendKind))),
    askedBy: readOnly(optional(text({ max: 60 }))),
  },
});

const { path } = payDifference;
const { list, queryById, exportXls } = crud(payDifference);

export const payDifferenceApi = {
  list,
  queryById,
  exportXls,
  /** The worker asks the provider about the payment or refund, notes the answer, and compares again. One that goes back is asked for or about again. */
  ask: endpoint({ method: 'POST', path: `${path}/ask`, allow: 'payDifference:ask', input: { id: id() }, output: words() }),
  mend: endpoint({
    method: 'POST',
    path: `${path}/mend`,
    proof: 'money',
    allow: 'payDifference:mend',
    idempotent: true,
    input: { id: id(), mend: choice(mendKind), remark: longText({ min: 1, max: 255 }), askSecond: optional(choice(yesNo)) },
    output: rowOf({ pending: choice(yesNo) }),
  }),
  /** Another person agrees with a mend above the limit, or declines it. */
  confirm: endpoint({
    method: 'POST',
    path: `${path}/confirm`,
    proof: 'money',
    allow: 'payDifference:mend',
    idempotent: true,
    input: { id: id(), agree: choice(yesNo) },
    output: words(),
  }),
};

/** Above this amount, in the main unit of the currency, a second person has to confirm what is done about a difference. */
export const mendAloneMax = setting({
  key: 'payment.mendAloneMax',
  field: withInitial(count({ min: 0, max: 1_000_000 }), 50),
  scope: 'tenant',
  group: ['订单', '訂單', 'Orders'],
  words: ['对账差异处理无需复核的金额上限', '對帳差異處理無需複核的金額上限', 'Mends of differences need two people above'],
  hint: [
    '以账户币种的主单位计，超过此金额须另一人确认',
    '以帳戶幣別的主單位計，超過此金額須另一人確認',
    'In the main unit of the account’s currency; above it somebody else has to confirm',
  ],
});
