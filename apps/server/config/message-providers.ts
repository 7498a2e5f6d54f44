import { localProvider, smtpProvider, webhookProvider } from '#domains/system/server.ts';
import type { Providers } from '#domains/system/server.ts';
import type { DeliveryServices } from '#domains/alarm/server.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import type { Config } from './config.ts';
import type { PeopleConfig } from './people.ts';

/** The message providers that the operator has configured. */
const providersOf = ({ smtp, smsWebhook, localMessages }: PeopleConfig): Providers => {
  const mail = smtp ? smtpProvider(smtp) : localMessages ? localProvider : undefined;
  const sms = smsWebhook ? webhookProvider(smsWebhook) : localMessages ? localProvider : undefined;
  return { ...(mail && { mail }), ...(sms && { sms }) };
};

/** The ways in which messages leave the product. */
export const deliveryOf = ({ people, access }: Pick<Config, 'people' | 'access'>): DeliveryServices => ({
  egress: createEgress(access.egress),
  providers: providersOf(people),
  publicUrl: access.egress.publicUrl,
  watcherUrl: access.egress.watcherUrl,
});
