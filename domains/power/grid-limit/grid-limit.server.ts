import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { inSystem } from '#kit/db/index.ts';
import type { Database, Tx } from '#kit/db/index.ts';
import { formatScaled } from '#kit/fields/scaled.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Extras, Route } from '#kit/server/context/route.ts';
import { limitState } from '../power-limit/power-limit.codes.ts';
import { checkTimes } from '../power-limit/power-limit.rules.ts';
import { CALLS_PER_MINUTE_MAX, knownKey, type KnownKey } from '../power-key/known-key.server.ts';
import { powerTopic } from '../power-topic.server.ts';
import { gridLimitApi, gridLimitRefusals, type GridLimitView } from './grid-limit.ts';

export interface GridLimitDeps {
  readonly database: Database;
  readonly clock: () => Date;
}

const { planned, inForce, ended } = limitState.items;

export const gridLimitRoutes = ({ database, clock }: GridLimitDeps): readonly Route[] => {
  /** Runs a call of the holder of a key; the count of calls stays also when the call is refused. */
  const asHolder = async (
    client: Extras['client'],
    work: (tx: Tx, holder: KnownKey, now: Date) => Promise<GridLimitView>,
  ): Promise<GridLimitView> => {
    const now = clock();
    const key = client.bearer;
    const holder = key === undefined ? undefined : await inSystem(database, (tx) => knownKey(tx, key, now));
    if (!holder) return throwRefusal(gridLimitRefusals, 'gridLimit.key', {}, { status: 401 });
    if (holder.isTooFast) return throwRefusal(gridLimitRefusals, 'gridLimit.tooFast', { max: CALLS_PER_MINUTE_MAX }, { status: 429 });
    return inSystem(database, (tx) => work(tx, holder, now));
  };
  return implement(gridLimitApi, {
    receive: (_ctx, input, { client }) =>
      asHolder(client, async (tx, holder, now) => {
        await takeLimit(tx, holder, { ...input, now, remoteAddress: client.ip });
        return viewOf(tx, holder, input.requestId);
      }),
    state: (_ctx, { requestId }, { client }) => asHolder(client, (tx, holder) => viewOf(tx, holder, requestId)),
    cancel: (_ctx, { requestId }, { client }) =>
      asHolder(client, async (tx, holder, now) => {
        await cancelLimit(tx, holder, { requestId, now });
        return viewOf(tx, holder, requestId);
      }),
  });
};

interface SentLimit {
  readonly requestId: string;
  readonly limitPower: bigint;
  readonly beginTime?: Date | null | undefined;
  readonly endTime: Date;
  readonly reason?: string | null | undefined;
  readonly now: Date;
  readonly remoteAddress: string;
}

const takeLimit = async (tx: Tx, { tenantId, powerControlId, powerKeyId }: KnownKey, sent: SentLimit): Promise<void> => {
  const { requestId, limitPower, endTime, now, remoteAddress } = sent;
  const content = JSON.stringify([String(limitPower), sent.beginTime?.toISOString() ?? null, endTime.toISOString(), sent.reason ?? '']);
  const digest = createHash('sha256').update(content).digest('hex');
  const { rows } = await sql<{ contentDigest: string }>`select content_digest from power_call
    where tenant_id = ${tenantId} and power_control_id = ${powerControlId} and request_id = ${requestId}`.execute(tx);
  const [known] = rows;
  if (known && known.contentDigest !== digest) throwRefusal(gridLimitRefusals, 'gridLimit.reused', {}, { status: 422 });
  if (known) return;
  const beginTime = sent.beginTime ?? now;
  const verdict = checkTimes({ beginMs: beginTime.getTime(), endMs: endTime.getTime() }, now.getTime());
  if (!verdict.ok) throwRefusal(gridLimitRefusals, verdict.refusal, verdict.args);
  const { numAffectedRows } =
    await sql`insert into power_call (tenant_id, power_control_id, power_key_id, request_id, limit_power, begin_time, end_time, reason, received_time, remote_address, content_digest)
    values (${tenantId}, ${powerControlId}, ${powerKeyId}, ${requestId}, ${limitPower}, ${beginTime}, ${endTime}, ${sent.reason ?? ''}, ${now}, ${remoteAddress}, ${digest})
    on conflict (tenant_id, power_control_id, request_id) do nothing`.execute(tx);
  // The same call came twice at the same time: the other one has been stored.
  if (numAffectedRows === 0n) return takeLimit(tx, { tenantId, powerControlId, powerKeyId, isTooFast: false }, sent);
  tx.wake(powerTopic);
};

const cancelLimit = async (
  tx: Tx,
  { tenantId, powerControlId }: KnownKey,
  { requestId, now }: { readonly requestId: string; readonly now: Date },
): Promise<void> => {
  const { rows } = await sql<{ id: bigint }>`update power_call set cancel_time = coalesce(cancel_time, ${now})
    where tenant_id = ${tenantId} and power_control_id = ${powerControlId} and request_id = ${requestId} returning power_call_id as id`.execute(tx);
  const [call] = rows;
  if (!call) return throwRefusal(gridLimitRefusals, 'gridLimit.unknown', {}, { status: 404 });
  await sql`update power_limit set limit_state = ${sql.lit(ended.value)}, closed_time = ${now}, update_time = ${now}, version = version + 1
    where power_call_id = ${call.id} and limit_state in (${sql.lit(planned.value)}, ${sql.lit(inForce.value)})`.execute(tx);
  tx.wake(powerTopic);
  return undefined;
};

const viewOf = async (tx: Tx, { tenantId, powerControlId }: KnownKey, requestId: string): Promise<GridLimitView> => {
  const { rows } = await sql<{
    id: bigint;
    limitPower: bigint;
    beginTime: Date;
    endTime: Date;
    receivedTime: Date;
    cancelTime: Date | null;
  }>`select power_call_id as id, limit_power, begin_time, end_time, received_time, cancel_time from power_call
    where tenant_id = ${tenantId} and power_control_id = ${powerControlId} and request_id = ${requestId}`.execute(tx);
  const [call] = rows;
  if (!call) return throwRefusal(gridLimitRefusals, 'gridLimit.unknown', {}, { status: 404 });
  const { rows: sites } = await sql<{
    stationId: bigint;
    stationName: string;
    limitState: number;
    appliedTime: Date | null;
    obeyedTime: Date | null;
    brokenTime: Date | null;
    closedTime: Date | null;
  }>`select l.station_id, s.station_name, l.limit_state, l.applied_time, l.obeyed_time, l.broken_time, l.closed_time
    from power_limit l join station s on s.station_id = l.station_id where l.power_call_id = ${call.id} order by l.station_id`.execute(tx);
  const textOf = (at: Date | null): string | null => at?.toISOString() ?? null;
  return {
    requestId,
    limitPower: formatScaled(call.limitPower, 1),
    beginTime: call.beginTime.toISOString(),
    endTime: call.endTime.toISOString(),
    receivedTime: call.receivedTime.toISOString(),
    cancelTime: textOf(call.cancelTime),
    sites: sites.map(({ stationId, stationName, limitState: state, ...times }) => ({
      stationId: String(stationId),
      stationName,
      limitState: state,
      appliedTime: textOf(times.appliedTime),
      obeyedTime: textOf(times.obeyedTime),
      brokenTime: textOf(times.brokenTime),
      closedTime: textOf(times.closedTime),
    })),
  };
};
