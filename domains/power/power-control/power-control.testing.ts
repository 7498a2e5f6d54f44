import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import type { Input } from '#kit/test/nouns/call-endpoint.ts';
import { AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, SampleMaker } from '#kit/test/nouns/noun-testing.ts';
import { markedText } from '#kit/test/nouns/row-makers.ts';
import { powerMonthApi } from '../power-month/power-month.ts';
import { powerControlApi } from './power-control.ts';

const draft = (b: Builder, owner: Owner): Input => ({ tenantId: b.key('tenant', owner), ruleName: markedText(b, owner, 'tenant') });
export const wholeDay = [{ startTime: '00:00', changingPower: '60.0', changingPowerMin: '10.0', changingSoc: 80, endAction: 0 }];

/** A disabled rule that no pile follows. */
export const unusedControl = async ({ builder, owner }: SampleMaker): Promise<string> =>
  textAt(await builder.ok(powerControlApi.add, draft(builder, owner)), 'powerControlId');

export const testing = nounTesting({
  name: 'powerControl',
  rows: {
    level: 'tenant',
    draft: (b, owner) => Promise.resolve(draft(b, owner)),
    make: async (b, owner) => {
      const powerControlId = textAt(await b.ok(powerControlApi.add, draft(b, owner)), 'powerControlId');
      await b.ok(powerMonthApi.saveMonth, { powerControlId, month: 1, periods: wholeDay });
      await b.ok(powerMonthApi.copyMonth, { powerControlId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
      return powerControlId;
    },
  },
  bench: {
    sql: [
      `insert into power_control (power_control_id, tenant_id, rule_name, create_time) select n, ${TENANT}, 'Power control ' || n, ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    changeState: async ({ own }) => [{ entityId: await own('powerControl'), setState: 0 }],
    changeStatBatch: async ({ own }) => [{ ids: await own('powerControl'), stat: 0 }],
  },
});
