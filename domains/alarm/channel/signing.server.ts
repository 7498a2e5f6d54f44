import { createHmac } from 'node:crypto';

/** DingTalk: the secret is the key, and time and secret are the text. Time in ms. Still to be encoded for a URL. */
export const signDingtalk = (secret: string, timestampMs: number): string =>
  createHmac('sha256', secret).update(`${timestampMs}\n${secret}`).digest('base64');

/** Feishu and Lark: time and secret are the key, and the text is empty. Time in s. */
export const signFeishu = (secret: string, timestampS: number): string =>
  createHmac('sha256', `${timestampS}\n${secret}`).update('').digest('base64');

/** The prefix of a secret of Standard Webhooks; base64 follows. */
export const WEBHOOK_SECRET_PREFIX = 'whsec_';

/** Standard Webhooks 1.0. Several secrets, as during a rotation, give several signatures. Time in s. */
export const signWebhook = (
  secrets: readonly string[],
  { id, timestampS, body }: { readonly id: string; readonly timestampS: number; readonly body: string },
): string =>
  secrets
    .map((secret) => {
      const key = Buffer.from(secret.startsWith(WEBHOOK_SECRET_PREFIX) ? secret.slice(WEBHOOK_SECRET_PREFIX.length) : secret, 'base64');
      return `v1,${createHmac('sha256', key).update(`${id}.${timestampS}.${body}`).digest('base64')}`;
    })
    .join(' ');
