import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder } from '#kit/test/nouns/noun-testing.ts';
import { firstListed } from '#kit/test/nouns/row-makers.ts';
import { userAgentPointsApi } from './user-agent-points.ts';

/** A customer who was given points. */
const accountWithPoints = async (b: Builder, owner: Owner): Promise<string> => {
  const custId = await b.make('customer', owner);
  await b.ok(userAgentPointsApi.give, { custId, pointProgramId: await b.make('pointProgram', owner), points: 50, reason: 'welcome' });
  return firstListed(b, userAgentPointsApi.list, { filter: { custId }, key: 'userAgentPointsId' });
};

export const testing = nounTesting({
  name: 'userAgentPoints',
  rows: { level: 'agent', needs: ['pointProgram', 'customer'], make: accountWithPoints },
  bench: {
    sql: [
      `insert into point_account (user_agent_points_id, tenant_id, agent_id, point_program_id, cust_id, user_name, balance, lifetime_earned, create_time)
        select n, ${TENANT}, ${AGENT}, n, n, 'Holder ' || n, 27, 27, ${AT} ${rowsOf()}`,
      `insert into point_lot (point_lot_id, tenant_id, user_agent_points_id, points, points_left, expires_at) select n, ${TENANT}, n, 27, 27, ${AT} + interval '1 year' ${rowsOf()}`,
    ],
  },
  samples: {
    give: async ({ builder, owner, own }) => [
      { custId: builder.key('customer', owner), pointProgramId: await own('pointProgram'), points: 10, reason: 'welcome' },
    ],
    take: async ({ own }) => [{ userAgentPointsId: await own('userAgentPoints'), points: 10, reason: 'mistake' }],
  },
  refusedHere: { confirm: 'Nothing waits to be confirmed' },
});
