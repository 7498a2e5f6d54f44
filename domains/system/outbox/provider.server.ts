import { createHmac } from 'node:crypto';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';

/** A message for a provider. */
export interface OutgoingMessage {
  readonly messageId: string;
  readonly channel: Channel;
  readonly to: string;
  readonly subject: string;
  readonly body: string;
  /** Files that go with a mail. */
  readonly attachments?: readonly AttachedContent[];
  /** Written by a program for people who did not ask for it, which mail servers are told. */
  readonly automatic?: boolean;
}
export type Channel = 'sms' | 'mail';

export interface AttachedContent {
  readonly name: string;
  readonly contentType: string;
  readonly content: Readable;
}

/** A service that did not accept a message. */
export class DeliveryError extends Error {
  override readonly name = 'DeliveryError';
  /** It will not accept this message later either. */
  readonly isPermanent: boolean;
  constructor(answer: string, isPermanent: boolean) {
    super(answer);
    this.isPermanent = isPermanent;
  }
}

/** Sends messages of one channel. */
export interface Provider {
  /** Shown beside each message that it has sent. */
  readonly name: string;
  /** The text stays readable in the outbox, because it is not sent anywhere. */
  readonly keepsText: boolean;
  /**
   * Returns what the service said. Throws when the message was not accepted, by `DeliveryError` when the service said so; it is then tried again. May
   * be called twice for one message.
   */
  readonly send: (message: OutgoingMessage) => Promise<string>;
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
    send: async ({ messageId, to, subject, body, automatic, attachments = [] }) => {
      const host = from.split('@').at(-1)?.replace(/\W+$/, '') ?? 'localhost';
      const headers = automatic ? { 'auto-submitted': 'auto-generated' } : undefined;
      try {
        const files = attachments.map(({ name, contentType, content }) => ({ filename: name, contentType, content }));
        const mail = { to, subject, text: body, messageId: `<${messageId}@${host}>`, attachments: files, ...(headers && { headers }) };
        const { response } = await transport.sendMail(mail);
        return response;
      } catch (error) {
        throw refusalOf(error);
      }
    },
  };
};

/** A mail server refuses for good with a code from 500; the error carries its answer. */
const refusalOf = (error: unknown): unknown => {
  if (!(error instanceof Error) || !('responseCode' in error) || typeof error.responseCode !== 'number') return error;
  return new DeliveryError('response' in error && typeof error.response === 'string' ? error.response : error.message, error.responseCode >= 500);
};

const RETRIED_STATUS = new Set([408, 425, 429]);

/**
 * Posts each message as JSON to a URL of the operator. `X-Signature` is the HMAC-SHA-256 of `X-Timestamp`, a full stop and the body, in
 * hexadecimal.
 */
export const webhookProvider = ({ url, secret }: { readonly url: string; readonly secret: string }): Provider => ({
  name: 'webhook',
  keepsText: false,
  send: async ({ automatic: _automatic, attachments: _attachments, ...message }) => {
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
    const answer = `the webhook answered ${response.status}`;
    if (!response.ok) throw new DeliveryError(answer, response.status < 500 && !RETRIED_STATUS.has(response.status));
    return answer;
  },
});

/** Sends nothing: messages can be read on the outbox page. For demonstrations. */
export const localProvider: Provider = { name: 'local', keepsText: true, send: () => Promise.resolve('local') };
