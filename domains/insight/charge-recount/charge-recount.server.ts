import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { chargeRecountRefusals } from './charge-recount.labels.ts';
import { chargeRecount, chargeRecountApi, RECOUNT_DAYS_MAX } from './charge-recount.ts';
import { recountTopic } from './recount-topic.ts';

const { list, queryById } = crudHandlers(chargeRecount);
const DAY_MS = 86_400_000;

export const chargeRecountRoutes = implement(chargeRecountApi, {
  list,
  queryById,
  add: async (ctx, draft) => {
    const days = (Date.parse(draft.lastDay) - Date.parse(draft.firstDay)) / DAY_MS + 1;
    if (days < 1 || days > RECOUNT_DAYS_MAX) throwRefusal(chargeRecountRefusals, 'chargeRecount.days', { max: RECOUNT_DAYS_MAX }, { status: 400 });
    const row = await ctx.rows(chargeRecount).insert(draft);
    ctx.db.wake(recountTopic);
    return row;
  },
});
