/** Wakes the worker that sends to webhooks. */
export const webhookTopic = 'partner.webhook';
