import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { groupBy } from '#kit/fields/group-by.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { startPollingWorker } from '#kit/server/background/polling-worker.ts';
import type { PollingWorker } from '#kit/server/background/polling-worker.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { EgressError } from '#kit/server/egress/egress.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import type { StoredKeySet } from '../access-config/key-set.server.ts';
import { DOWN_FAILURES, hookPauseMs, judgeAttempt, messagePauseMs } from './pace.rules.ts';
import type { AttemptVerdict } from './pace.rules.ts';
import { reportGivenUp, reportHookDown, reportHooksRight } from './report-hooks.server.ts';
import { deliveryState } from './webhook-delivery.codes.ts';
import { webhookRequest } from './webhook-message.server.ts';
import type { HookEvent, HookTarget } from './webhook-message.server.ts';
import { webhookTopic } from './webhook-topic.ts';

export type WebhookSenderDeps = Pick<Deps, 'bus' | 'log' | 'database' | 'clock' | 'secrets'> & { readonly egress: Egress };

/** A turn of a webhook ends well before its lease does, because one call may take ten seconds. */
const bounds = { pollMs: 1_000, hooksAtOnce: 8, messages: 32, turnMs: 20_000, leaseMs: 60_000 } as const;
const SAID_MAX = 300;

/**
 * Sends messages to webhooks. A webhook is leased for a turn, so that its messages keep their order: those of one subject follow each other. When its
 * receiver does not work, all of its messages wait, and then one of them tries it.
 */
export const startWebhookSender = (deps: WebhookSenderDeps): PollingWorker =>
  startPollingWorker(deps, {
    topic: webhookTopic,
    everyMs: bounds.pollMs,
    errorMessage: 'webhooks could not be called',
    work: async () => {
      const now = deps.clock();
      const hooks = await inSystem(deps.database, async (tx) => {
        await giveUpOld(tx, now);
        return leaseHooks(tx, now);
      });
      await Promise.all(hooks.map((hook) => serve(deps, hook)));
      return hooks.length > 0;
    },
  });

const giveUpOld = async (tx: Tx, now: Date): Promise<void> => {
  const { rows } = await sql<{ hookId: bigint }>`update webhook_delivery set delivery_state = ${sql.lit(deliveryState.givenUp)}
    where delivery_state = ${sql.lit(deliveryState.waiting)} and give_up_time <= ${now} returning partner_webhook_id as hook_id`.execute(tx);
  const hookIds = new Set(rows.map(({ hookId }) => hookId));
  await reportGivenUp(tx, [...hookIds], now);
};

interface LeasedHook {
  readonly hookId: bigint;
  readonly accessConfigId: bigint;
  readonly hookUrl: string;
  readonly authType: number;
  readonly failStreak: number;
}

const leaseHooks = async (tx: Tx, now: Date): Promise<readonly LeasedHook[]> => {
  const { rows } = await sql<LeasedHook>`update partner_webhook w set lease_until = ${new Date(now.getTime() + bounds.leaseMs)} from access_config c
    where c.access_config_id = w.access_config_id and w.partner_webhook_id = any(array(
      select h.partner_webhook_id from partner_webhook h join access_config a on a.access_config_id = h.access_config_id
      where h.state = ${sql.lit(entityState.enabled)} and not h.is_delete and a.state = ${sql.lit(entityState.enabled)} and not a.is_delete
        and coalesce(h.paused_until <= ${now}, true) and coalesce(h.lease_until <= ${now}, true)
        and exists (select from access_key k where k.access_config_id = a.access_config_id and coalesce(k.end_time > ${now}, true))
        and exists (select from webhook_delivery d where d.partner_webhook_id = h.partner_webhook_id and d.delivery_state = ${sql.lit(deliveryState.waiting)} and d.next_time <= ${now})
      order by h.paused_until nulls first, h.partner_webhook_id limit ${sql.lit(bounds.hooksAtOnce)} for no key update of h skip locked))
    returning w.partner_webhook_id as hook_id, w.access_config_id, w.hook_url, c.auth_type, w.fail_streak`.execute(tx);
  return rows;
};

interface WaitingMessage extends HookEvent {
  readonly id: bigint;
  readonly subject: string;
  readonly attempts: number;
}

const serve = async (deps: WebhookSenderDeps, hook: LeasedHook): Promise<void> => {
  const startedMs = performance.now();
  const { target, waiting } = await inSystem(deps.database, async (tx) => readTurn(tx, hook, deps.clock()));
  let isDown = false;
  let isDelivered = false;
  const sendAll = async (messages: readonly WaitingMessage[]): Promise<void> => {
    for (const message of messages) {
      if (isDown || performance.now() - startedMs > bounds.turnMs) return;
      const outcome = await sendOne(deps, { hook, target, message });
      isDown ||= outcome === 'down';
      isDelivered ||= outcome === 'delivered';
    }
  };
  await Promise.all(bySubject(waiting).map(sendAll));
  await inSystem(deps.database, async (tx) => {
    if (isDelivered) await reportHooksRight(tx, [hook.hookId], deps.clock());
    await sql`update partner_webhook set lease_until = null where partner_webhook_id = ${hook.hookId}`.execute(tx);
  });
};

const readTurn = async (
  tx: Tx,
  { hookId, accessConfigId, hookUrl, authType, failStreak }: LeasedHook,
  now: Date,
): Promise<{ readonly target: HookTarget; readonly waiting: readonly WaitingMessage[] }> => {
  const { rows } = await sql<StoredKeySet>`select seal_id, secret_key, iv_key, sign_secret from access_key
    where access_config_id = ${accessConfigId} and coalesce(end_time > ${now}, true) order by last_used_time desc nulls last, issue_time desc`.execute(
    tx,
  );
  const [first, ...others] = rows;
  if (!first) throw new Error(`webhook ${hookId} has no keys`);
  // After a failure, one message tries the receiver.
  const limit = failStreak > 0 ? 1 : bounds.messages;
  const waiting =
    await sql<WaitingMessage>`select webhook_delivery_id as id, event_id, event_type, event_time, content, subject, attempts from webhook_delivery
    where partner_webhook_id = ${hookId} and delivery_state = ${sql.lit(deliveryState.waiting)} and next_time <= ${now}
    order by webhook_delivery_id limit ${limit}`.execute(tx);
  return { target: { hookUrl, authType, keys: [first, ...others] }, waiting: waiting.rows };
};

const bySubject = (messages: readonly WaitingMessage[]): readonly (readonly WaitingMessage[])[] => [
  ...groupBy(messages, ({ subject }) => subject).values(),
];

interface Attempt {
  readonly hook: LeasedHook;
  readonly target: HookTarget;
  readonly message: WaitingMessage;
}

/** Sends a message once and stores what became of it. */
const sendOne = async (deps: WebhookSenderDeps, { hook, target, message }: Attempt): Promise<AttemptVerdict['outcome']> => {
  const { verdict, status, said } = await attempt(deps, target, message);
  const now = deps.clock();
  await inSystem(deps.database, async (tx) => {
    const isDelivered = verdict.outcome === 'delivered';
    const nextTime = verdict.outcome === 'refused' ? new Date(now.getTime() + messagePauseMs(message.attempts + 1)) : now;
    await sql`update webhook_delivery set attempts = attempts + 1, last_status = ${status ?? null}, last_answer = ${said}, last_time = ${now}, next_time = ${nextTime},
      delivery_state = case when ${isDelivered} then ${sql.lit(deliveryState.delivered)} else delivery_state end, delivered_time = case when ${isDelivered} then ${now}::timestamptz end
      where webhook_delivery_id = ${message.id} and delivery_state = ${sql.lit(deliveryState.waiting)}`.execute(tx);
    await noteHook(tx, { hookId: hook.hookId, verdict, said, now });
  });
  return verdict.outcome;
};

/** Whatever a receiver answers, it works if it answers; a refused message does not stop the others. */
const noteHook = async (
  tx: Tx,
  { hookId, verdict, said, now }: { readonly hookId: bigint; readonly verdict: AttemptVerdict; readonly said: string; readonly now: Date },
): Promise<void> => {
  if (verdict.outcome !== 'down') {
    await sql`update partner_webhook set fail_streak = 0, paused_until = null, last_answer = ${said},
      last_ok_time = case when ${verdict.outcome === 'delivered'} then ${now}::timestamptz else last_ok_time end where partner_webhook_id = ${hookId}`.execute(
      tx,
    );
    return;
  }
  const { rows } = await sql<{ failStreak: number }>`update partner_webhook set fail_streak = fail_streak + 1, last_answer = ${said}
    where partner_webhook_id = ${hookId} returning fail_streak`.execute(tx);
  const failStreak = rows[0]?.failStreak ?? 1;
  const pauseMs = Math.max(verdict.waitMs ?? 0, hookPauseMs(failStreak));
  await sql`update partner_webhook set paused_until = ${new Date(now.getTime() + pauseMs)} where partner_webhook_id = ${hookId}`.execute(tx);
  if (failStreak >= DOWN_FAILURES) await reportHookDown(tx, hookId, now);
};

interface AttemptResult {
  readonly verdict: AttemptVerdict;
  readonly status: number | undefined;
  /** For the log; PostgreSQL stores no NUL. */
  readonly said: string;
}

const attempt = async ({ egress, secrets, clock }: WebhookSenderDeps, target: HookTarget, event: WaitingMessage): Promise<AttemptResult> => {
  try {
    const { status, headers, body } = await egress.post(webhookRequest(secrets, target, { event, now: clock() }));
    const said = `${status} ${body.replaceAll(/[\s\0]+/gu, ' ')}`.trim().slice(0, SAID_MAX);
    return { verdict: judgeAttempt({ status, retryAfter: headers['retry-after'] }), status, said };
  } catch (error) {
    if (!(error instanceof EgressError)) throw error;
    return { verdict: { outcome: 'down', waitMs: undefined }, status: undefined, said: error.message.slice(0, SAID_MAX) };
  }
};
