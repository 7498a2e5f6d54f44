import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { openOrderStates, orderState } from '#engines/order/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { custType, customer } from '#domains/customer/resources.ts';
import { station } from '#domains/network/resources.ts';
import { literals } from '#kit/db/literals.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { reportAccountOff } from '../webhook-delivery/report-hooks.server.ts';
import { accessConfigRefusals } from './access-config.labels.ts';
import { accessConfig, accessConfigApi } from './access-config.ts';
import { parseNetworks } from './addresses.server.ts';
import { digestOfToken, hintOf, newKeySet, sealKeySet } from './key-set.server.ts';

const { importExcel: _import, exportTemplate: _template, ...standard } = crudHandlers(accessConfig);
const AUTH_ID_BYTES = 9;
const HOUR_MS = 3_600_000;

export const accessConfigRoutes = ({ secrets }: { readonly secrets: Secrets }): readonly Route[] =>
  implement(accessConfigApi, {
    ...standard,
    add: async (ctx, draft) => {
      await check(ctx, draft);
      const row = await ctx.rows(accessConfig).insert({ ...draft, authId: `P${randomBytes(AUTH_ID_BYTES).toString('hex').toUpperCase()}` });
      await sql`insert into access_meter (access_config_id, tenant_id) values (${row.accessConfigId}, ${row.tenantId})`.execute(ctx.db);
      return row;
    },
    edit: async (ctx, input, extras) => {
      await lockUsable(ctx, String(input.accessConfigId));
      await check(ctx, input);
      return standard.edit(ctx, input, extras);
    },
    ...deleteHandlers(accessConfig, async (ctx, { accessConfigId }) => {
      const { rows } = await sql<{
        n: number;
      }>`select count(*)::int as n from partner_charge c join charging_order o on o.charging_order_id = c.charging_order_id
        where c.access_config_id = ${accessConfigId} and o.order_state in (${literals([orderState.initial, ...openOrderStates, orderState.ended])})`.execute(
        ctx.db,
      );
      const n = rows[0]?.n ?? 0;
      if (n > 0) throwRefusal(accessConfigRefusals, 'accessConfig.openCharges', { n });
      await reportAccountOff(ctx.db, accessConfigId, ctx.now);
    }),
    ...stateHandlers(accessConfig, async (ctx, { accessConfigId, state, cname }, next) => {
      if (state === entityState.disused) throwRefusal(accessConfigRefusals, 'accessConfig.disused', { name: cname });
      await ctx.rows(accessConfig).change(accessConfigId, { state: next });
      if (next !== entityState.enabled) await reportAccountOff(ctx.db, accessConfigId, ctx.now);
    }),
    rotateKeys: async (ctx, { accessConfigId, overlapHours }) => {
      const { tenantId, authId } = await lockUsable(ctx, accessConfigId);
      const keys = newKeySet();
      const sealed = sealKeySet(secrets, keys);
      const oldEnd = new Date(ctx.now.getTime() + overlapHours * HOUR_MS);
      // Of older sets only the newest stays valid, so that two are valid at most.
      const { numAffectedRows } =
        await sql`update access_key set end_time = case when end_time is null then ${oldEnd}::timestamptz else ${ctx.now} end
        where access_config_id = ${accessConfigId} and coalesce(end_time > ${ctx.now}, true)`.execute(ctx.db);
      await sql`insert into access_key (tenant_id, access_config_id, token_digest, token_hint, seal_id, secret_key, iv_key, sign_secret, issue_time, issue_by)
        values (${tenantId}, ${accessConfigId}, ${digestOfToken(keys.accessToken)}, ${hintOf(keys)}, ${sealed.sealId}, ${sealed.secretKey}, ${sealed.ivKey}, ${sealed.signSecret}, ${ctx.now}, ${ctx.viewer.username})`.execute(
        ctx.db,
      );
      return { authId, ...keys, oldKeysEnd: (numAffectedRows ?? 0n) > 0n && overlapHours > 0 ? oldEnd.toISOString() : null };
    },
    endOldKeys: async (ctx, { accessConfigId }) => {
      await lockUsable(ctx, accessConfigId);
      await sql`update access_key set end_time = ${ctx.now} where access_config_id = ${accessConfigId} and end_time > ${ctx.now}`.execute(ctx.db);
      return ctx.say(kitWords.changed);
    },
    stations: async (ctx, { accessConfigId }) => {
      await ctx.rows(accessConfig).get(accessConfigId);
      const { rows } = await sql<{ stationId: bigint; stationName: string }>`select s.station_id, s.station_name from access_config_station l
        join station s on s.station_id = l.station_id where l.access_config_id = ${accessConfigId} and not s.is_delete order by s.station_name`.execute(
        ctx.db,
      );
      return rows.map(({ stationId, stationName }) => ({ stationId: String(stationId), stationName }));
    },
    setStations: async (ctx, { accessConfigId, stationIds }) => {
      const { tenantId } = await lockUsable(ctx, accessConfigId);
      const ids = splitIds(stationIds ?? '');
      const stations = await ctx.rows(station).findMany(ids);
      if (stations.length !== ids.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      if (stations.some((each) => each.tenantId !== tenantId)) throwRefusal(accessConfigRefusals, 'accessConfig.otherTenant');
      await sql`delete from access_config_station where access_config_id = ${accessConfigId}`.execute(ctx.db);
      await sql`insert into access_config_station (access_config_id, station_id, tenant_id)
        select ${accessConfigId}::int8, id, ${tenantId}::int8 from unnest(${ids}::int8[]) as t (id)`.execute(ctx.db);
      return ctx.say(kitWords.changed);
    },
  });

const lockUsable = async (ctx: Context, accessConfigId: string) => {
  await ctx.rows(accessConfig).lock([accessConfigId]);
  const row = await ctx.rows(accessConfig).get(accessConfigId);
  if (row.state === entityState.disused) throwRefusal(accessConfigRefusals, 'accessConfig.disused', { name: row.cname });
  return row;
};

interface CheckedInput {
  readonly custId?: string | null | undefined;
  readonly authExpTime?: Date | null | undefined;
  readonly allowedAddresses?: string | null | undefined;
}

const check = async (ctx: Context, { custId, authExpTime, allowedAddresses }: CheckedInput): Promise<void> => {
  if (authExpTime && authExpTime <= ctx.now) throwRefusal(accessConfigRefusals, 'accessConfig.endPast');
  const problem = parseNetworks(allowedAddresses ?? '');
  if (typeof problem === 'string') throwRefusal(accessConfigRefusals, 'accessConfig.notAddress', { text: problem });
  const payer = custId && (await ctx.rows(customer).find(custId));
  if (payer && payer.custType !== custType.items.company.value) throwRefusal(accessConfigRefusals, 'accessConfig.notCompany');
};
