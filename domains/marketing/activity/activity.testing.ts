import { AGENT, AT, rowsOf, TENANT } from '#kit/test/nouns/bench-rows.ts';
import type { Owner } from '#kit/test/nouns/owner.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import type { Builder, Samples } from '#kit/test/nouns/noun-testing.ts';
import { markedText, ownerIds, rowsByAdding } from '#kit/test/nouns/row-makers.ts';
import { activityApi } from './activity.ts';

const DAY_MS = 86_400_000;
const daysFromNow = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString();

/** An activity of the agent of a position that could be published. */
const draft = async (b: Builder, owner: Owner) => ({
  ...ownerIds(b, owner),
  name: markedText(b, owner, 'agent'),
  level: 1,
  kind: 1,
  agentIds: [{ agentId: b.key('agent', owner) }],
  startTime: daysFromNow(-1),
  endTime: daysFromNow(30),
  displayTime: daysFromNow(-2),
  title: 'Summer',
  image: 'activity/summer.webp',
  weight: 1,
});

const chosen: Samples = async ({ builder, owner }) => [{ ids: await builder.make('activity', owner) }];

export const testing = nounTesting({
  name: 'activity',
  rows: rowsByAdding('agent', { add: activityApi.add, key: 'activityId' }, draft),
  bench: {
    sql: [
      `insert into activity (activity_id, tenant_id, agent_id, name, level, kind, start_time, end_time, display_time, title, create_time)
        select n, ${TENANT}, ${AGENT}, 'Activity ' || n, 1 + n % 2, 1 + n % 2, ${AT}, ${AT} + interval '30 days', ${AT}, 'Title', ${AT} ${rowsOf()}`,
    ],
  },
  samples: {
    publishActivity: chosen,
    revokeActivity: async ({ builder, owner }) => [{ ids: await builder.make('activity', owner), reason: 'over' }],
  },
  aliases: { actId: {} },
});
