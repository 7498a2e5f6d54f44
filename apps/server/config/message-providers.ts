import { localProvider, smtpProvider, webhookProvider } from '#domains/system/server.ts';
import type { Providers } from '#domains/system/server.ts';
import type { PeopleConfig } from './people.ts';

/** Who carries messages, as the operator has set it. */
export const providersOf = ({ smtp, smsWebhook, localMessages }: PeopleConfig): Providers => {
  const mail = smtp ? smtpProvider(smtp) : localMessages ? localProvider : undefined;
  const sms = smsWebhook ? webhookProvider(smsWebhook) : localMessages ? localProvider : undefined;
  return { ...(mail && { mail }), ...(sms && { sms }) };
};
