import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** How soon a person decides about an order that the program cannot settle, as drivers are told. */
export const reviewHours = setting({
  key: 'driver.reviewHours',
  field: withInitial(count({ min: 1, max: 240, unit: 'h' }), 24),
  scope: 'tenant',
  group: ['订单', '訂單', 'Orders'],
  words: ['人工核对承诺时限', '人工核對承諾時限', 'Time promised for a check by hand'],
  hint: [
    '订单需人工核对时告知车主的完成时间',
    '訂單需人工核對時告知車主的完成時間',
    'Drivers are told that an order that needs a person is decided within this time',
  ],
});
