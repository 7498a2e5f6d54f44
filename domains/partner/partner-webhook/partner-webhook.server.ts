import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers, deleteHandlers, stateHandlers } from '#kit/server/crud/crud.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import { accessConfig } from '../access-config/access-config.ts';
import { GIVE_UP_MS } from '../webhook-delivery/pace.rules.ts';
import { reportHooksRight } from '../webhook-delivery/report-hooks.server.ts';
import { deliveryEvent } from '../webhook-delivery/webhook-delivery.codes.ts';
import { webhookTopic } from '../webhook-delivery/webhook-topic.ts';
import { partnerWebhookRefusals, partnerWebhookWords } from './partner-webhook.labels.ts';
import { partnerWebhook, partnerWebhookApi } from './partner-webhook.ts';

const { importExcel: _import, exportTemplate: _template, ...standard } = crudHandlers(partnerWebhook);

export const partnerWebhookRoutes = ({ egress }: { readonly egress: Egress }): readonly Route[] => {
  const checkUrl = (url: string | null | undefined): void => {
    const problem = url ? egress.problemOf(url) : undefined;
    if (problem === 'notHttps' || problem === 'credentials' || problem === 'insideAddress')
      throwRefusal(partnerWebhookRefusals, `partnerWebhook.${problem}`);
    if (problem !== undefined) throwRefusal(partnerWebhookRefusals, 'partnerWebhook.badUrl');
  };
  return implement(partnerWebhookApi, {
    ...standard,
    add: async (ctx, draft) => {
      checkUrl(draft.hookUrl);
      const { tenantId } = await ctx.rows(accessConfig).get(draft.accessConfigId);
      return ctx.rows(partnerWebhook).insert({ ...draft, tenantId });
    },
    edit: async (ctx, input, extras) => {
      checkUrl(input.hookUrl);
      const { state } = await ctx.rows(partnerWebhook).get(String(input.partnerWebhookId));
      if (state === entityState.disused) throwRefusal(partnerWebhookRefusals, 'partnerWebhook.disused');
      const row = await standard.edit(ctx, input, extras);
      // Another address may work at once.
      if (input.hookUrl) await resume(ctx.db, row.partnerWebhookId);
      return row;
    },
    ...stateHandlers(partnerWebhook, async (ctx, { partnerWebhookId, state }, next) => {
      if (state === entityState.disused) throwRefusal(partnerWebhookRefusals, 'partnerWebhook.disused');
      await ctx.rows(partnerWebhook).change(partnerWebhookId, { state: next });
      await resume(ctx.db, partnerWebhookId);
      if (next !== entityState.enabled) await reportHooksRight(ctx.db, [BigInt(partnerWebhookId)], ctx.now);
    }),
    ...deleteHandlers(partnerWebhook, (ctx, { partnerWebhookId }) => reportHooksRight(ctx.db, [BigInt(partnerWebhookId)], ctx.now)),
    sendTest: async (ctx, { id }) => {
      const { tenantId, accessConfigId, state } = await ctx.rows(partnerWebhook).get(id);
      if (state !== entityState.enabled) throwRefusal(partnerWebhookRefusals, 'partnerWebhook.off');
      await sql`insert into webhook_delivery (tenant_id, access_config_id, partner_webhook_id, event_id, event_type, subject, content, event_time, next_time, give_up_time)
        values (${tenantId}, ${accessConfigId}, ${id}, gen_random_uuid()::text, ${deliveryEvent.items.test.value}, 'test', '{}', ${ctx.now}, ${ctx.now}, ${new Date(ctx.now.getTime() + GIVE_UP_MS)})`.execute(
        ctx.db,
      );
      ctx.db.wake(webhookTopic);
      return ctx.say(partnerWebhookWords.testSent);
    },
  });
};

/** Ends the pause after failures. */
const resume = async (db: Tx, partnerWebhookId: string): Promise<void> => {
  await sql`update partner_webhook set paused_until = null where partner_webhook_id = ${partnerWebhookId}`.execute(db);
};
