import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { foreignWrites } from './table-writes.ts';

const elsewhere = 'domains/charging/order/settlement/';
const unlawful: readonly (readonly [file: string, source: string, table: string])[] = [
  [`${elsewhere}update.server.ts`, 'sql`update charging_order set order_state = 4`', 'charging_order'],
  [`${elsewhere}lines.server.ts`, 'sql`UPDATE\n    charging_order o set order_state = 4`', 'charging_order'],
  [`${elsewhere}insert.server.ts`, 'sql`insert into order_fact (fact_key) values (1)`', 'order_fact'],
  [`${elsewhere}delete.server.ts`, 'sql`delete from only order_fact`', 'order_fact'],
  [`${elsewhere}schema.server.ts`, 'sql`merge into public.charging_order o using x on true`', 'charging_order'],
  [`${elsewhere}builder.server.ts`, "tx.updateTable('chargingOrder').set({ orderState: 4 })", 'charging_order'],
  [`${elsewhere}dynamic.server.ts`, "sql`update ${sql.table('charging_order')} set order_state = 4`", 'charging_order'],
  [`${elsewhere}rows.server.ts`, 'await ctx.rows(chargingOrder).change(id, { orderState: 4 })', 'charging_order'],
  [`${elsewhere}progress.server.ts`, 'sql`insert into order_progress as known (energy) values (1)`', 'order_progress'],
  ['domains/money/refund/0090_refund.sql', 'CREATE FUNCTION f() AS $$ UPDATE charging_order SET order_state = 5 $$', 'charging_order'],
  ['apps/server/mend.ts', 'await client.query("truncate table order_fact")', 'order_fact'],
];
const lawful: readonly (readonly [file: string, source: string])[] = [
  ['domains/charging/order/lifecycle/save-order.server.ts', 'sql`update charging_order set order_state = 4`'],
  ['domains/charging/order/device/sample-batch.server.ts', 'sql`insert into order_progress (energy) values (1)`'],
  [
    'domains/charging/order/0081_charging_order.sql',
    'CREATE TRIGGER g BEFORE UPDATE OF order_state ON charging_order; UPDATE charging_order SET x = 1;',
  ],
  [`${elsewhere}read.server.ts`, 'sql`select order_state from charging_order for update of charging_order`; ctx.rows(chargingOrder).get(id)'],
  [`${elsewhere}view.server.ts`, 'sql`update charging_order_note set text = 1`'],
  [`${elsewhere}arrange.test.ts`, 'sql`update charging_order set create_time = now()`'],
  ['domains/charging/order/order.testing.ts', 'sql`insert into charging_order (order_state) values (0)`'],
];

describe('one writer a table', () => {
  let house: string;
  let caught: readonly string[];
  beforeAll(() => {
    house = mkdtempSync(path.join(tmpdir(), 'writes-'));
    for (const [file, source] of [...lawful, ...unlawful]) {
      mkdirSync(path.join(house, path.dirname(file)), { recursive: true });
      writeFileSync(path.join(house, file), source);
    }
    caught = foreignWrites(house).map(({ rule, from, to }) => `${rule} ${from} ${to}`);
  });
  afterAll(() => rmSync(house, { recursive: true, force: true }));

  test.each(unlawful)('catches %s', (file, _source, table) => expect(caught).toContain(`one-writer ${file} ${table}`));
  test.each(lawful)('lets %s pass', (file) => expect(caught.filter((each) => each.includes(file))).toEqual([]));
});
