import { text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** What drivers may pay into their wallets, in the main unit of the tenant's currency, separated by commas. */
export const rechargeAmounts = setting({
  key: 'driver.rechargeAmounts',
  field: withInitial(text({ min: 1, max: 60 }), '50,100,200,500'),
  scope: 'tenant',
  group: ['订单', '訂單', 'Orders'],
  words: ['车主钱包可选充值金额', '車主錢包可選儲值金額', 'Amounts that drivers can pay into their wallets'],
  hint: [
    '以币种的主单位计，用逗号分隔，最多六个整数，例如 50,100,200',
    '以幣別的主單位計，用逗號分隔，最多六個整數，例如 50,100,200',
    'Whole numbers in the main unit of the currency, six at most, separated by commas, such as 50,100,200',
  ],
});
