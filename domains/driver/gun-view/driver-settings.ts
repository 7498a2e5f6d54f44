import { text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** What drivers may pay in advance, in the main unit of the tenant's currency, separated by commas. */
export const payAmounts = setting({
  key: 'driver.payAmounts',
  field: withInitial(text({ min: 1, max: 60 }), '30,50,100'),
  scope: 'tenant',
  group: ['订单', '訂單', 'Orders'],
  words: ['扫码充电可选预付金额', '掃碼充電可選預付金額', 'Amounts that drivers can pay in advance'],
  hint: [
    '以币种的主单位计，用逗号分隔，最多六个整数，例如 30,50,100',
    '以幣別的主單位計，用逗號分隔，最多六個整數，例如 30,50,100',
    'Whole numbers in the main unit of the currency, six at most, separated by commas, such as 30,50,100',
  ],
});
