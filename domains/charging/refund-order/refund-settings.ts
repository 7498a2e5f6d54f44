import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** Above this amount, in the main unit of the order's currency, a second person has to confirm a goodwill refund. */
export const goodwillAloneMax = setting({
  key: 'refund.goodwillAloneMax',
  field: withInitial(count({ min: 0, max: 1_000_000 }), 50),
  scope: 'tenant',
  group: ['订单', '訂單', 'Orders'],
  words: ['优待退款无需复核的金额上限', '優待退款無需複核的金額上限', 'Goodwill refunds need two people above'],
  hint: [
    '以订单币种的主单位计，超过此金额须另一人确认',
    '以訂單幣別的主單位計，超過此金額須另一人確認',
    'In the main unit of the order’s currency; above it somebody else has to confirm',
  ],
});
