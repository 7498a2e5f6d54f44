export { accessConfigFeature } from './access-config/access-config.feature.ts';
export { guideFeature } from './guide/guide.feature.ts';
export { openApiFeature } from './open-api/open-api.feature.ts';
export { partnerCallFeature } from './partner-call/partner-call.feature.ts';
export { partnerWebhookFeature } from './partner-webhook/partner-webhook.feature.ts';
export { webhookDeliveryFeature } from './webhook-delivery/webhook-delivery.feature.ts';
