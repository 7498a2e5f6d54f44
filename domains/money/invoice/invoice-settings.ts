import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

const group = ['发票', '發票', 'Invoices'] as const;

/** How long after its settlement an order may be invoiced. */
export const invoiceDays = setting({
  key: 'invoice.days',
  field: withInitial(count({ min: 1, max: 3_650, unit: 'd' }), 180),
  scope: 'tenant',
  group,
  words: ['订单可开票天数', '訂單可開票天數', 'Days in which an order may be invoiced'],
  hint: ['自订单结算起计', '自訂單結算起計', 'From its settlement'],
});

/** How many invoices a driver may ask for in a month. */
export const driverInvoicesMax = setting({
  key: 'invoice.driverMonthMax',
  field: withInitial(count({ min: 0, max: 1_000 }), 30),
  scope: 'tenant',
  group,
  words: ['车主每月可开发票数', '車主每月可開發票數', 'Invoices that a driver may ask for in 30 days'],
  hint: ['为0则车主不能自助开票', '為0則車主不能自助開票', 'With 0, drivers cannot ask for any'],
});

/** Above this amount, in the main unit of the currency, somebody else than who asked for a red-dash lets it proceed. */
export const redAloneMax = setting({
  key: 'invoice.redAloneMax',
  field: withInitial(count({ min: 0, max: 1_000_000 }), 50),
  scope: 'tenant',
  group,
  words: ['红冲无需复核的金额上限', '沖紅無需覆核的金額上限', 'Red-dashes need two people above'],
  hint: [
    '以发票币种的主单位计，超过此金额须另一人确认',
    '以發票幣別的主單位計，超過此金額須另一人確認',
    'In the main unit of the currency; above it somebody else has to let it proceed',
  ],
});
