import { ListPage } from '#kit/web/list/list-page.tsx';
import { partnerWebhookLabels } from './partner-webhook.labels.ts';
import { partnerWebhook, partnerWebhookApi } from './partner-webhook.ts';

/** Where partners' programs hear of their charges and of guns. */
export const PartnerWebhookList = () => (
  <ListPage
    of={partnerWebhook}
    api={partnerWebhookApi}
    labels={partnerWebhookLabels}
    columns={columns}
    form={form}
    rowActions={['edit', 'sendTest', 'changeState', 'delete']}
  />
);

const columns = [
  ...(['hookName', 'accessConfigId', 'state', 'hookUrl', 'hookEvents', 'lastOkTime', 'lastAnswer', 'failStreak', 'pausedUntil'] as const),
  ...(['tenantId', 'createTime'] as const),
];
const form = ['accessConfigId', 'hookName', 'hookUrl', 'hookEvents'] as const;
