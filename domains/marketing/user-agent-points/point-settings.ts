import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** What one person may give to a customer, or take, within a day. */
export const pointsAloneMax = setting({
  key: 'points.aloneMax',
  field: withInitial(count({ min: 0, max: 1_000_000 }), 5_000),
  scope: 'tenant',
  group: ['营销', '行銷', 'Marketing'],
  words: ['发放或扣减积分无需复核的上限', '發放或扣減積分無需複核的上限', 'Points given or taken need two people above'],
  hint: [
    '同一客户一天内合计超过此数须另一人确认',
    '同一客戶一天內合計超過此數須另一人確認',
    'For one customer within a day; above it somebody else has to confirm',
  ],
});
