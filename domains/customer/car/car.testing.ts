import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { ownerAt, markOf } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { RowMaker, SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, digits, markedText, ownerIds, phone } from '#kit/test/nouns/row-makers.ts';
import { withAndWithoutOwner } from '../binding/owner-samples.fixture.ts';
import { carApi } from './car.ts';

const draft: NonNullable<RowMaker['draft']> = async (b, owner) => ({
  ...ownerIds(b, owner),
  custId: b.key('customer', owner),
  carTypeId: b.key('carType', owner),
  carNum: `N${b.next()}${markOf(ownerAt(owner, 'agent'))}`,
  carVin: `LSV${digits(b, 14)}`,
  carDriver: markedText(b, owner, 'agent'),
  carPhone: phone(b),
  carPileType: 1,
  isDiscount: 1,
});

const carWithoutOwner = async (maker: SampleMaker): Promise<string> => {
  const [, withoutOwner] = await withAndWithoutOwner(draft)(maker);
  return textAt(await maker.builder.ok(carApi.add, withoutOwner), 'carId');
};

export const testing = nounTesting({
  name: 'car',
  rows: rowsByAdding('agent', { add: carApi.add, key: 'carId', needs: ['customer', 'carType'] }, draft),
  bench: {
    sql: [
      `insert into car (car_id, tenant_id, agent_id, car_num, car_vin, car_type_id, cust_id, car_pile_type, car_driver, currency, create_time)
        select n, ${TENANT}, ${AGENT}, 'A' || n, 'LSV' || lpad(n::text, 14, '0'), n, n, 1 + n % 3, 'Driver ' || n, 'CNY', ${AT} ${rowsOf()}`,
    ],
  },
  samples: { add: withAndWithoutOwner(draft), edit: async (maker) => [{ carId: await carWithoutOwner(maker) }] },
  namesNoRow: ['carVin'],
});
