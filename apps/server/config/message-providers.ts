import { localProvider, smtpProvider, webhookProvider } from '#domains/system/server.ts';
import type { Providers } from '#domains/system/server.ts';
import type { PeopleConfig } from './people.ts';

/** The message providers that the operator has configured. */
export const providersOf = ({ smtp, smsWebhook, localMessages }: PeopleConfig): Providers => {
  const mail = smtp ? smtpProvider(smtp) : localMessages ? localProvider : undefined;
  const sms = smsWebhook ? webhookProvider(smsWebhook) : localMessages ? localProvider : undefined;
  return { ...(mail && { mail }), ...(sms && { sms }) };
};
