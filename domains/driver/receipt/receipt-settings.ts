import { percent, text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

const group = ['订单', '訂單', 'Orders'] as const;

/** The operator's tax number on receipts. */
export const receiptTaxNo = setting({
  key: 'driver.receiptTaxNo',
  field: withInitial(text({ max: 40 }), ''),
  scope: 'tenant',
  group,
  words: ['收据上的税号', '收據上的統一編號', 'Tax number on receipts'],
  hint: [
    '车主收据上运营方的税号；留空则不显示',
    '車主收據上營運方的統一編號；留空則不顯示',
    'Of the operator, on receipts of drivers; left empty, none is shown',
  ],
});

/** The operator's address on receipts. */
export const receiptAddress = setting({
  key: 'driver.receiptAddress',
  field: withInitial(text({ max: 120 }), ''),
  scope: 'tenant',
  group,
  words: ['收据上的地址', '收據上的地址', 'Address on receipts'],
  hint: [
    '车主收据上运营方的地址；留空则不显示',
    '車主收據上營運方的地址；留空則不顯示',
    'Of the operator, on receipts of drivers; left empty, none is shown',
  ],
});

/** The tax that prices include. */
export const receiptTaxPercent = setting({
  key: 'driver.receiptTaxPercent',
  field: withInitial(percent(), 0),
  scope: 'tenant',
  group,
  words: ['收据上的税率', '收據上的稅率', 'Tax on receipts'],
  hint: ['价格所含的税率；为0则收据不列税额', '價格所含的稅率；為0則收據不列稅額', 'What of the prices is tax; with 0, receipts state none'],
});
