import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { revealHandlers } from '#kit/server/rights/personal-data.ts';
import { requireUsable } from '../warning-account/test-account.server.ts';
import { warningAccount } from '../warning-account/warning-account.ts';
import { logState, warningKind } from './warning-log.codes.ts';
import { warningLogRefusals, warningLogWords } from './warning-log.labels.ts';
import { warningLog, warningLogApi } from './warning-log.ts';
import { writeDirectMessage } from './write-log.server.ts';

const { list, queryById, exportXls } = crudHandlers(warningLog);
const OVER = new Set<number>([logState.accepted, logState.dead, logState.suppressed, logState.received]);

export const warningLogRoutes = implement(warningLogApi, {
  list,
  queryById,
  exportXls,
  ...revealHandlers(warningLog),
  resend: async (ctx, { id }) => {
    const row = await ctx.rows(warningLog).get(id);
    if (row.warningKind === warningKind.test) throwRefusal(warningLogRefusals, 'warningLog.test');
    if (!OVER.has(row.warningStat)) throwRefusal(warningLogRefusals, 'warningLog.notOver');
    const account = row.warningAccountId === null ? undefined : await ctx.rows(warningAccount).find(row.warningAccountId);
    if (!account) return throwRefusal(warningLogRefusals, 'warningLog.noAccount');
    requireUsable(account);
    const { rows } = await sql<{ title: string }>`select warning_title as title from warning_log where warning_log_id = ${id}`.execute(ctx.db);
    await writeDirectMessage(ctx.db, { account, kind: warningKind.resent, title: rows[0]?.title ?? '', text: row.warningMsg, now: ctx.now });
    return ctx.say(warningLogWords.resent);
  },
});
