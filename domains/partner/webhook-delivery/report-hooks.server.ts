import { sql } from 'kysely';
import { exceptionType, platformCode } from '#engines/alarm/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { reportConditions } from '#domains/system/server.ts';
import type { Tx } from '#kit/db/index.ts';

const { webhookDown, webhookGivenUp } = platformCode;
type HookCode = typeof webhookDown | typeof webhookGivenUp;

interface HookReport {
  readonly hookIds: readonly bigint[];
  readonly exceptionCodes: readonly HookCode[];
  readonly isPresent: boolean;
  readonly now: Date;
}

/** Reports conditions of webhooks; they begin only while the webhook and its account are in use. */
const reportHooks = async (tx: Tx, { hookIds, exceptionCodes, isPresent, now }: HookReport): Promise<void> => {
  if (hookIds.length === 0) return;
  const { rows } = await sql<{ hookId: bigint; tenantId: bigint; detail: string }>`select w.partner_webhook_id as hook_id, w.tenant_id,
      concat_ws(': ', c.cname || ', ' || w.hook_name, w.last_answer) as detail
    from partner_webhook w join access_config c on c.access_config_id = w.access_config_id
    where w.partner_webhook_id = any(${hookIds}::int8[]) and (not ${isPresent}::bool or (w.state = ${sql.lit(entityState.enabled)} and not w.is_delete and c.state = ${sql.lit(entityState.enabled)} and not c.is_delete))`.execute(
    tx,
  );
  await reportConditions(
    tx,
    rows.flatMap(({ hookId, tenantId, detail }) =>
      exceptionCodes.map((exceptionCode) => ({
        subject: { tenantId: String(tenantId), agentId: null, stationId: null, subject: String(hookId), isPile: false },
        condition: { exceptionType: exceptionType.platform, exceptionCode, isPresent, detail },
      })),
    ),
    { atMs: now.getTime(), nowMs: now.getTime() },
  );
};

/** The receiver has not worked for an hour. */
export const reportHookDown = (tx: Tx, hookId: bigint, now: Date): Promise<void> =>
  reportHooks(tx, { hookIds: [hookId], exceptionCodes: [webhookDown], isPresent: true, now });

/** Messages of these webhooks were given up. The condition ends when the next message is delivered. */
export const reportGivenUp = (tx: Tx, hookIds: readonly bigint[], now: Date): Promise<void> =>
  reportHooks(tx, { hookIds, exceptionCodes: [webhookGivenUp], isPresent: true, now });

/** The receiver works, or nothing is sent to these webhooks any more. */
export const reportHooksRight = (tx: Tx, hookIds: readonly bigint[], now: Date): Promise<void> =>
  reportHooks(tx, { hookIds, exceptionCodes: [webhookDown, webhookGivenUp], isPresent: false, now });

/** An account that is switched off or deleted has no webhooks to which anything is sent. */
export const reportAccountOff = async (tx: Tx, accessConfigId: string, now: Date): Promise<void> => {
  const { rows } = await sql<{
    hookId: bigint;
  }>`select partner_webhook_id as hook_id from partner_webhook where access_config_id = ${accessConfigId}`.execute(tx);
  await reportHooksRight(
    tx,
    rows.map(({ hookId }) => hookId),
    now,
  );
};
