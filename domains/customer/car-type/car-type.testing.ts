import { AT, TENANT, rowsOf } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { rowsByAdding, markedText } from '#kit/test/nouns/row-makers.ts';
import { carTypeApi } from './car-type.ts';

export const testing = nounTesting({
  name: 'carType',
  rows: rowsByAdding('tenant', { add: carTypeApi.add, key: 'carTypeId' }, async (b, owner) => ({
    tenantId: b.key('tenant', owner),
    carBrandName: markedText(b, owner, 'tenant'),
    carModel: markedText(b, owner, 'tenant'),
  })),
  bench: {
    sql: [
      `insert into car_type (car_type_id, tenant_id, car_brand_name, car_model, create_time) select n, ${TENANT}, 'Brand', 'Model ' || n, ${AT} ${rowsOf()}`,
    ],
  },
});
