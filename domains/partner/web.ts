import type { Pages } from '#kit/web/page/web-entry.ts';

export const pages: Pages = {
  'partner/AccessConfigList': () => import('./access-config/access-config.web.tsx').then((page) => ({ default: page.AccessConfigList })),
  'partner/PartnerCallList': () => import('./partner-call/partner-call.web.tsx').then((page) => ({ default: page.PartnerCallList })),
  'partner/PartnerWebhookList': () => import('./partner-webhook/partner-webhook.web.tsx').then((page) => ({ default: page.PartnerWebhookList })),
  'partner/WebhookDeliveryList': () => import('./webhook-delivery/webhook-delivery.web.tsx').then((page) => ({ default: page.WebhookDeliveryList })),
  'partner/Guide': () => import('./guide/guide.web.tsx').then((page) => ({ default: page.Guide })),
};
