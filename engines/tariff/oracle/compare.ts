import { bill, type Bill, type BillCell } from '#engines/tariff/bill.ts';
import { sliceBySlots } from '#engines/tariff/slice.ts';
import { billByFractions } from './bill-oracle.ts';
import { type RandomOrder } from './random-orders.ts';
import { type OracleCell } from './types.ts';
import { usageByMinutes } from './usage-oracle.ts';

/** Bills an order with the engine and with the oracle. Returns every difference, and every guarantee of the engine that does not hold. */
export const differences = (order: RandomOrder): string[] => {
  const sliced = sliceBySlots({ zone: order.tariff.zone, ...order });
  if (!sliced.ok) return [`refused: ${sliced.refusal}`];
  const billed = bill({ ...order, startMs: order.start.atMs, usage: sliced.value });
  if (!billed.ok) return [`refused: ${billed.refusal}`];

  const found: string[] = [];
  const usage = usageByMinutes(order);
  for (let slot = 0; slot < 48; slot += 1) {
    if (sliced.value.slotDwh[slot] !== usage.slotDwh[slot])
      found.push(`energy of slot ${slot}: ${sliced.value.slotDwh[slot]} not ${usage.slotDwh[slot]}`);
    if (sliced.value.slotSeconds[slot] !== usage.slotSeconds[slot]) found.push(`seconds of slot ${slot}`);
  }
  const expected = billByFractions(order, usage);
  if (billed.value.cells.length !== expected.length) found.push(`${billed.value.cells.length} cells, not ${expected.length}`);
  for (const [index, cell] of billed.value.cells.entries()) {
    const expectedCell = expected[index];
    if (!expectedCell || !sameCell(cell, expectedCell)) found.push(`cell ${cell.rateType}/${cell.rateStage}`);
  }
  return [...found, ...brokenPromises(billed.value), ...brokenTotals(billed.value)];
};

const sameCell = (cell: BillCell, expectedCell: OracleCell): boolean =>
  cell.rateType === expectedCell.rateType &&
  cell.rateStage === expectedCell.rateStage &&
  cell.quantity === expectedCell.quantity &&
  cell.grossCents === expectedCell.gross &&
  cell.tariffOfferCents === expectedCell.tariffOffer &&
  cell.vipOfferCents === expectedCell.vipOffer &&
  cell.cardCreditCents === expectedCell.card &&
  cell.couponCreditCents === expectedCell.coupon &&
  cell.overrunCents === expectedCell.overrun &&
  cell.pointCreditCents === expectedCell.points &&
  cell.netCents === expectedCell.net;

const brokenPromises = (billed: Bill): string[] => {
  const broken: string[] = [];
  const offers = billed.tariffOfferCents + billed.vipOfferCents + billed.cardCreditCents + billed.couponCreditAmountCents;
  if (billed.orderAmountCents !== billed.billingAmountCents + offers + billed.overrunCents + billed.pointCreditCents)
    broken.push('the order amount is not its parts');
  for (const cell of [...billed.cells, ...billed.feeTotals, ...billed.stageTotals]) {
    const { tariffOfferCents, vipOfferCents, cardCreditCents, couponCreditCents, overrunCents, pointCreditCents, netCents } = cell;
    const parts = [tariffOfferCents, vipOfferCents, cardCreditCents, couponCreditCents, overrunCents, pointCreditCents, netCents];
    if (cell.grossCents < 0n || parts.some((part) => part < 0n)) broken.push('negative cell');
    if (cell.grossCents !== parts.reduce<bigint>((sum, part) => sum + part, 0n)) broken.push('a cell is not its parts');
  }
  return broken;
};

const brokenTotals = ({ feeTotals, stageTotals, orderAmountCents, billingAmountCents }: Bill): string[] => {
  const broken: string[] = [];
  for (const [name, rows] of [['fee', feeTotals] as const, ['stage', stageTotals] as const]) {
    let gross = 0n;
    let net = 0n;
    for (const row of rows) {
      gross += row.grossCents;
      net += row.netCents;
    }
    if (gross !== orderAmountCents || net !== billingAmountCents) broken.push(`${name} totals do not add up`);
  }
  return broken;
};
