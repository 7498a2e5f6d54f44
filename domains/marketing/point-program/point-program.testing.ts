import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { markedText, ownerIds, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { pointProgramApi } from './point-program.ts';

const TERMS = { pointAmount: '0.01', stepPoints: 100, leastPoints: 0, maxShare: 20, lifeMode: 1, lifeCount: 12 } as const;

export const testing = nounTesting({
  name: 'pointProgram',
  rows: rowsByAdding('agent', { add: pointProgramApi.add, key: 'pointProgramId' }, async (b, owner) => ({
    ...TERMS,
    ...ownerIds(b, owner),
    programName: markedText(b, owner, 'agent'),
  })),
  bench: {
    sql: [
      `insert into point_program (point_program_id, tenant_id, agent_id, program_name, feature, point_amount, step_points, least_points, max_share, life_mode, life_count, currency, create_time)
        select n, ${TENANT}, ${AGENT}, 'Points ' || n, 0, 1, 100, 0, 20, 1, 12, 'CNY', ${AT} ${rowsOf()}`,
    ],
  },
  samples: { toggleFeature: async ({ own }) => [{ id: await own('pointProgram'), enable: 0 }] },
});
