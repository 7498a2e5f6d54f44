import { sql } from 'kysely';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { upgradePhase } from '../connection/upgrade-phase.ts';
import { showPhase } from './report-upgrade.server.ts';
import { upgradeRecord, upgradeRecordApi } from './upgrade-record.ts';

const { list, queryById, exportXls } = crudHandlers(upgradeRecord);

export const upgradeRecordRoutes = implement(upgradeRecordApi, {
  list,
  queryById,
  exportXls,
  acknowledge: async (ctx, { upgradeId }) => {
    const { cpCode } = await ctx.rows(upgradeRecord).get(upgradeId);
    const { rows } = await sql`select from pile_state where cp_code = ${cpCode} and upgrade_phase = ${upgradePhase.failed} for update`.execute(
      ctx.db,
    );
    if (rows.length > 0) await showPhase(ctx.db, cpCode, { phase: null, since: null, now: ctx.now });
    return ctx.say(kitWords.changed);
  },
});
