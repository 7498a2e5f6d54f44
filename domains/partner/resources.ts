export { accessAuthType, accessRight } from './access-config/access-config.codes.ts';
export { accessConfigApi } from './access-config/access-config.ts';
export type { AccessKeys } from './access-config/access-config.ts';
export { partnerCallApi } from './partner-call/partner-call.ts';
export { partnerWebhookApi } from './partner-webhook/partner-webhook.ts';
export { webhookDeliveryApi } from './webhook-delivery/webhook-delivery.ts';
export { exampleFiles as partnerExamples } from './guide/examples.ts';
export { partner } from './domain.ts';
