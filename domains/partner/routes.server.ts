export { accessConfigRoutes } from './access-config/access-config.server.ts';
export { openApiRoutes } from './open-api/open-api.server.ts';
export { partnerCallRoutes } from './partner-call/partner-call.server.ts';
export { partnerWebhookRoutes } from './partner-webhook/partner-webhook.server.ts';
export { webhookDeliveryRoutes } from './webhook-delivery/webhook-delivery.server.ts';
