import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { kitWords } from '#kit/server/refusals.ts';
import { lockControl, nextOrRefuse } from '../power-control/lock-control.server.ts';
import { checkChange } from '../power-control/power-control.rules.ts';
import { digestOfKey } from './known-key.server.ts';
import { powerKeyRefusals } from './power-key.labels.ts';
import { powerKey, powerKeyApi } from './power-key.ts';

const { list, queryById, exportXls } = crudHandlers(powerKey);

/** Two, so that one can be replaced by the other without a gap. */
const VALID_KEYS_MAX = 2;
const KEY_BYTES = 32;
const HINT_LETTERS = 4;

export const powerKeyRoutes = implement(powerKeyApi, {
  list,
  queryById,
  exportXls,
  issue: async (ctx, { powerControlId, keyName, expireTime }) => {
    const { row, facts } = await lockControl(ctx, powerControlId);
    nextOrRefuse(checkChange(facts));
    if (expireTime && expireTime <= ctx.now) throwRefusal(powerKeyRefusals, 'powerKey.expiresPast');
    const { rows } = await sql<{ count: number }>`select count(*)::int4 as count from power_key
      where power_control_id = ${powerControlId} and revoke_time is null and coalesce(expire_time > ${ctx.now}, true)`.execute(ctx.db);
    if ((rows[0]?.count ?? 0) >= VALID_KEYS_MAX) throwRefusal(powerKeyRefusals, 'powerKey.tooMany', { name: row.ruleName, max: VALID_KEYS_MAX });
    const key = `cog_${randomBytes(KEY_BYTES).toString('base64url')}`;
    await ctx.rows(powerKey).insert({
      tenantId: row.tenantId,
      powerControlId,
      keyName,
      keyHint: key.slice(-HINT_LETTERS),
      keyDigest: digestOfKey(key),
      expireTime: expireTime ?? null,
    });
    return { powerKey: key };
  },
  revoke: async (ctx, { id }) => {
    await ctx.rows(powerKey).lock([id]);
    const { revokeTime } = await ctx.rows(powerKey).get(id);
    if (revokeTime !== null) throwRefusal(powerKeyRefusals, 'powerKey.revoked');
    await ctx.rows(powerKey).change(id, { revokeTime: ctx.now });
    return ctx.say(kitWords.changed);
  },
});
