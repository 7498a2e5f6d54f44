import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { implement } from '#kit/server/context/route.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { partnerWebhook } from '../partner-webhook/partner-webhook.ts';
import { GIVE_UP_MS } from './pace.rules.ts';
import { deliveryState } from './webhook-delivery.codes.ts';
import { webhookDeliveryRefusals, webhookDeliveryWords } from './webhook-delivery.labels.ts';
import { webhookDelivery, webhookDeliveryApi } from './webhook-delivery.ts';
import { webhookTopic } from './webhook-topic.ts';

const { list, queryById, exportXls } = crudHandlers(webhookDelivery);

export const webhookDeliveryRoutes = implement(webhookDeliveryApi, {
  list,
  queryById,
  exportXls,
  redeliver: async (ctx, { id }) => {
    await ctx.rows(webhookDelivery).lock([id]);
    const { partnerWebhookId } = await ctx.rows(webhookDelivery).get(id);
    const hook = await ctx.rows(partnerWebhook).find(partnerWebhookId);
    if (hook?.state !== entityState.enabled) throwRefusal(webhookDeliveryRefusals, 'webhookDelivery.noHook');
    await sql`update webhook_delivery set delivery_state = ${sql.lit(deliveryState.waiting)}, next_time = ${ctx.now}, give_up_time = ${new Date(ctx.now.getTime() + GIVE_UP_MS)}, delivered_time = null
      where webhook_delivery_id = ${id}`.execute(ctx.db);
    await sql`update partner_webhook set paused_until = null where partner_webhook_id = ${partnerWebhookId}`.execute(ctx.db);
    ctx.db.wake(webhookTopic);
    return ctx.say(webhookDeliveryWords.sentAgain);
  },
});
