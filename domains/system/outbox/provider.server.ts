import { createHmac } from 'node:crypto';
import { createTransport } from 'nodemailer';

/** A message for a provider. */
export interface OutgoingMessage {
  readonly messageId: string;
  readonly channel: Channel;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
}
export type Channel = 'sms' | 'mail';

/** Sends messages of one channel. */
export interface Provider {
  /** Shown beside each message that it has sent. */
  readonly name: string;
  /** The text stays readable in the outbox, because it is not sent anywhere. */
  readonly keepsText: boolean;
  /** Throws when the message was not accepted; it is then tried again. May be called twice for one message. */
  readonly send: (message: OutgoingMessage) => Promise<void>;
}
export type Providers = Readonly<Partial<Record<Channel, Provider>>>;

const TIMEOUT_MS = 10_000;

/** Sends mails over SMTP: `smtps://user:password@host:465`. */
export const smtpProvider = ({ url, from }: { readonly url: string; readonly from: string }): Provider => {
  const limits = { connectionTimeout: TIMEOUT_MS, greetingTimeout: TIMEOUT_MS, socketTimeout: TIMEOUT_MS };
  const transport = createTransport({ url, ...limits }, { from });
  return {
    name: 'smtp',
    keepsText: false,
    send: async ({ messageId, to, subject, body }) => {
      const host = from.split('@').at(-1)?.replace(/\W+$/, '') ?? 'localhost';
      await transport.sendMail({ to, subject, text: body, messageId: `<${messageId}@${host}>` });
    },
  };
};

/**
 * Posts each message as JSON to a URL of the operator. `X-Signature` is the HMAC-SHA-256 of `X-Timestamp`, a full stop and the body, in
 * hexadecimal.
 */
export const webhookProvider = ({ url, secret }: { readonly url: string; readonly secret: string }): Provider => ({
  name: 'webhook',
  keepsText: false,
  send: async (message) => {
    const body = JSON.stringify(message);
    const stamp = String(Date.now());
    const signature = createHmac('sha256', secret).update(`${stamp}.${body}`).digest('hex');
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': message.messageId, 'x-timestamp': stamp, 'x-signature': signature },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    await response.body?.cancel();
    if (!response.ok) throw new Error(`the webhook answered ${response.status}`);
  },
});

/** Sends nothing: messages can be read on the outbox page. For demonstrations. */
export const localProvider: Provider = { name: 'local', keepsText: true, send: () => Promise.resolve() };
