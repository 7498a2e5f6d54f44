import { choice, count, id, instant, json, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { deliveryEvent, deliveryStateTable } from './webhook-delivery.codes.ts';

/** A message to a webhook, and what became of it. */
export const webhookDelivery = resource({
  name: 'webhookDelivery',
  path: '/partner/webhookDelivery',
  table: 'webhook_delivery',
  key: 'webhookDeliveryId',
  title: 'subject',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    webhookDeliveryId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    accessConfigId: readOnly(ref('accessConfig', { filter: 'equals' })),
    partnerWebhookId: readOnly(ref('partnerWebhook', { filter: 'equals' })),
    /** `webhook-id` of each attempt. */
    eventId: readOnly(text({ max: 64, filter: 'equals' })),
    eventType: readOnly(choice(deliveryEvent, { filter: 'equals' })),
    subject: readOnly(text({ max: 80, filter: 'contains' })),
    content: readOnly(json<Readonly<Record<string, unknown>>>()),
    deliveryState: readOnly(choice(deliveryStateTable, { filter: 'equals' })),
    eventTime: readOnly(instant({ filter: 'between' })),
    nextTime: readOnly(instant()),
    attempts: readOnly(count()),
    lastStatus: readOnly(optional(count())),
    lastAnswer: readOnly(optional(text({ max: 300 }))),
    lastTime: readOnly(optional(instant())),
    deliveredTime: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(webhookDelivery);

export const webhookDeliveryApi = {
  list,
  queryById,
  exportXls,
  /** Sends a message again, now, under its own id. */
  redeliver: endpoint({
    method: 'POST',
    path: `${webhookDelivery.path}/redeliver`,
    allow: 'webhookDelivery:redeliver',
    input: { id: id() },
    output: words(),
  }),
};
