import type { RowOf } from '#kit/web/calls/list-api.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { webhookDeliveryLabels } from './webhook-delivery.labels.ts';
import { webhookDelivery, webhookDeliveryApi } from './webhook-delivery.ts';

type Row = RowOf<typeof webhookDelivery.fields>;

/** Every message to webhooks, and what became of it. */
export const WebhookDeliveryList = () => (
  <ListPage
    of={webhookDelivery}
    api={webhookDeliveryApi}
    labels={webhookDeliveryLabels}
    columns={columns}
    render={draw}
    rowActions={['detail', 'redeliver']}
  />
);

const draw = {
  lastAnswer: (value: Row['lastAnswer']) => (
    <span className="co-clip" title={value ?? ''}>
      {value ?? ''}
    </span>
  ),
};

const columns = [
  ...(['eventTime', 'accessConfigId', 'eventType', 'subject', 'deliveryState', 'attempts', 'lastStatus', 'lastAnswer', 'deliveredTime'] as const),
  ...(['nextTime', 'partnerWebhookId', 'eventId', 'tenantId'] as const),
];
