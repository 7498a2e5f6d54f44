/**
 * Bills random orders with the engine and with an oracle in rational numbers, and compares them cell by cell: npx tsx bench/billing-oracle.ts [orders
 * = 1000000] [seed = 1]. Exits with 1 on any difference or negative cell, and prints the seed and number of the first ones.
 */
import { differences } from '#engines/tariff/oracle/compare.ts';
import { randomOrders } from '#engines/tariff/oracle/random-orders.ts';

const SHOWN_MAX = 10;
const orders = Number(process.argv[2] ?? 1_000_000);
const seed = Number(process.argv[3] ?? 1);
if (!Number.isSafeInteger(orders) || orders < 1 || !Number.isSafeInteger(seed)) throw new RangeError('usage: billing-oracle.ts [orders] [seed]');

let mismatches = 0;
let checked = 0;
const startedMs = performance.now();
for (const order of randomOrders(seed)) {
  const orderDifferences = differences(order);
  checked += 1;
  if (orderDifferences.length > 0) {
    mismatches += 1;
    if (mismatches <= SHOWN_MAX) console.error(`order ${checked} of seed ${seed}: ${orderDifferences.join('; ')}`);
  }
  if (checked === orders) break;
}
const seconds = (performance.now() - startedMs) / 1_000;
console.log(`checked ${checked}, mismatches ${mismatches}, ${Math.round(checked / seconds)} orders/s, ${seconds.toFixed(1)} s`);
process.exitCode = mismatches === 0 ? 0 : 1;
