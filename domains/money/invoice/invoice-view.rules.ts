import { netPriceE8, sumsByRate, sumsOf } from '#engines/invoice/tax.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import type { InvoiceLine } from './draft-invoice.rules.ts';
import type { InvoiceDetail, InvoiceLineView, InvoiceOrderView } from './invoice.ts';

const MONEY_SCALE = 2;
const ENERGY_SCALE = 4;
const PRICE_SCALE = 8;
/** Digits of a price that are shown at least. */
const PRICE_DIGITS_MIN = 2;

export const moneyText = (cents: bigint): string => formatScaled(cents, MONEY_SCALE);
export const energyText = (dwh: bigint): string => formatScaled(dwh, ENERGY_SCALE);
/** `13%`, `5.5%`. */
export const rateText = (rateE2: number): string => `${formatScaled(BigInt(rateE2), MONEY_SCALE).replace(/\.?0+$/u, '')}%`;

/** The net price of a kWh; null without a quantity. */
export const priceText = ({ exclCents, quantityDwh }: Pick<InvoiceLine, 'exclCents' | 'quantityDwh'>): string | null => {
  const price = netPriceE8(exclCents, quantityDwh);
  if (price === null) return null;
  const [whole = '0', fraction = ''] = formatScaled(price, PRICE_SCALE).split('.');
  return `${whole}.${fraction.replace(/0+$/u, '').padEnd(PRICE_DIGITS_MIN, '0')}`;
};

export const lineView = (line: InvoiceLine): InvoiceLineView => ({
  goods: line.goods,
  goodsCode: line.goodsCode,
  goodsName: line.goodsName,
  unit: line.unit,
  quantity: line.quantityDwh === null ? null : energyText(line.quantityDwh),
  price: priceText(line),
  taxRate: rateText(line.rateE2),
  totalMoney: moneyText(line.totalCents),
  exclMoney: moneyText(line.exclCents),
  taxMoney: moneyText(line.taxCents),
});

export const rateViews = (lines: readonly InvoiceLine[]): InvoiceDetail['rates'] =>
  sumsByRate(lines).map(({ rateE2, totalCents, exclCents, taxCents }) => ({
    taxRate: rateText(rateE2),
    totalMoney: moneyText(totalCents),
    exclMoney: moneyText(exclCents),
    taxMoney: moneyText(taxCents),
  }));

export const totalsOf = (lines: readonly InvoiceLine[]): { readonly totalMoney: string; readonly exclMoney: string; readonly taxMoney: string } => {
  const { totalCents, exclCents, taxCents } = sumsOf(lines);
  return { totalMoney: moneyText(totalCents), exclMoney: moneyText(exclCents), taxMoney: moneyText(taxCents) };
};

export const orderView = (order: {
  readonly orderId: string | bigint;
  readonly orderNo: string;
  readonly amountCents: bigint;
  readonly energyDwh: bigint;
  readonly stationName: string;
  readonly chargedAt: Date;
}): InvoiceOrderView => ({
  chargingOrderId: String(order.orderId),
  chargingOrderNo: order.orderNo,
  chargingOrderAmount: moneyText(order.amountCents),
  chargingElec: energyText(order.energyDwh),
  stationName: order.stationName,
  chargedAt: order.chargedAt.toISOString(),
});
