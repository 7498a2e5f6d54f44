import { hmacSha256Hex, isEqualText } from '../crypto.ts';
import type { MessageProblem } from '../payment.ts';

/** Stripe signs webhooks by HMAC-SHA256 over the time and the raw body. While a secret is replaced there are several signatures. */

const SKEW_MAX_S = 300;

export const webhookSignature = (body: string, { secret, timestampS }: { readonly secret: string; readonly timestampS: number }): string =>
  hmacSha256Hex(`${timestampS}.${body}`, secret);

/** What is wrong with a webhook; undefined when one of our secrets signed it. `header` is `Stripe-Signature`. */
export const webhookProblem = (
  { header, body }: { readonly header: string | undefined; readonly body: string },
  { secrets, nowS }: { readonly secrets: readonly string[]; readonly nowS: number },
): MessageProblem | undefined => {
  const parts = (header ?? '').split(',').map((part) => part.trim().split('='));
  const timestampS = Number(parts.find(([name]) => name === 't')?.[1] ?? Number.NaN);
  const signatures = parts.flatMap(([name, value]) => (name === 'v1' && value !== undefined ? [value] : []));
  if (!Number.isSafeInteger(timestampS) || signatures.length === 0) return 'unsigned';
  if (Math.abs(nowS - timestampS) > SKEW_MAX_S) return 'stale';
  const expected = secrets.map((secret) => webhookSignature(body, { secret, timestampS }));
  const isOurs = signatures.some((signature) => expected.some((one) => isEqualText(one, signature)));
  return isOurs ? undefined : 'wrongSignature';
};
