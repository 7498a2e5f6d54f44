import { expect, test } from 'vitest';
import type { DriverBill } from '../driver-order/driver-order.ts';
import { receiptDocument, taxWithin } from './receipt-document.rules.ts';

test('a receipt names operator, meter, prices, tax and refund; the tax is that within the total', () => {
  expect([taxWithin(14_42, 19), taxWithin(32_35, 13), taxWithin(7_35, 6)]).toEqual([2_30, 3_72, 42]);
  const bill: DriverBill = {
    orderNo: 'D1',
    currency: 'EUR',
    digits: 2,
    lines: [
      {
        kind: 'energy',
        from: '2026-03-09T16:42:00Z',
        to: '2026-03-09T17:37:00Z',
        energyWh: 22_400,
        durationMs: 0,
        priceE5: 59_000,
        per: 'kWh',
      },
    ],
    fees: { energyCents: 13_22, serviceCents: 0, other1Cents: 1_20, other2Cents: 0 },
    discountCents: 1_00,
    cardCents: 0,
    couponCents: 0,
    pointCents: 0,
    totalCents: 14_42,
    paidCents: 60_00,
    isFromWallet: false,
    refunds: [{ refundNo: 'R7', amountCents: 45_58, state: 'succeeded' }],
    startedAt: null,
    endedAt: null,
    energyWh: 22_400,
    isProvisional: false,
    receiptBy: ['mail'],
  };
  const document = receiptDocument(
    {
      issuer: 'Rhein Laden GmbH',
      taxNo: 'DE123456789',
      address: 'Am Ufer 1, Düsseldorf',
      taxPercent: 19,
      chargingOrderNo: 'C9',
      stationName: 'Hafen',
      cpCode: 'DE0001',
      gunNumber: 2,
      zone: 'Europe/Berlin',
      startMs: Date.parse('2026-03-09T16:42:00Z'),
      stopMs: Date.parse('2026-03-09T17:37:00Z'),
      startMeterDwh: 1_000_000,
      stopMeterDwh: 1_224_000,
      paidBy: ['卡', '卡', 'Card'],
      language: 'en_US',
      madeAt: new Date('2026-03-10T08:00:00Z'),
    },
    bill,
  );
  expect(Object.fromEntries(document.facts)).toMatchObject({
    'Tax no.': 'DE123456789',
    Start: '2026-03-09 17:42',
    'Meter at the start': '100.0000 kWh',
    'Meter at the end': '122.4000 kWh',
    'Paid by': 'Card',
  });
  expect(document.tables[0]?.rows[0]?.cells).toEqual(['Energy', '2026-03-09 17:42 – 18:37', '22.4000 kWh', '0.59000 EUR/kWh']);
  expect(document.tables[1]?.rows.map(({ cells }) => cells.map((cell) => (typeof cell === 'object' ? cell?.text : cell)))).toEqual([
    ['Energy', '€13.22'],
    ['Other', '€1.20'],
    ['Total', '€14.42'],
    ['Of it tax, 19%', '€2.30'],
    // The rows above add up to the total without it.
    ['Discount already taken off', '€1.00'],
    ['Paid', '€60.00'],
    ['Refund R7', '€45.58'],
  ]);
});
