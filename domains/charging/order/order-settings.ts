import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** Above this amount, in the main unit of the order's currency, two persons are needed to end an order by hand. */
export const twoPersonsAbove = setting({
  key: 'order.twoPersonsAbove',
  field: withInitial(count({ min: 0, max: 1_000_000 }), 500),
  scope: 'tenant',
  group: ['订单', '訂單', 'Orders'],
  words: ['手动结束需双人确认的金额', '手動結束需雙人確認的金額', 'Ending by hand needs two people above'],
  hint: [
    '以订单币种的主单位计，超过此金额须另一人确认',
    '以訂單幣別的主單位計，超過此金額須另一人確認',
    'In the main unit of the order’s currency; above it somebody else has to confirm',
  ],
});
