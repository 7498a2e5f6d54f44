import { createHmac } from 'node:crypto';
import type { EgressRequest } from '#kit/server/egress/egress.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { accessAuthType } from '../access-config/access-config.codes.ts';
import { openCipherKeys, openSignSecret, SIGN_SECRET_PREFIX } from '../access-config/key-set.server.ts';
import type { StoredKeySet } from '../access-config/key-set.server.ts';
import { encrypt } from '../open-api/wire.server.ts';
import { deliveryEvent } from './webhook-delivery.codes.ts';

/** Names of events on the wire. */
const typeNames = new Map<number, string>([
  [deliveryEvent.items.charge.value, 'charge.changed'],
  [deliveryEvent.items.gun.value, 'gun.changed'],
  [deliveryEvent.items.test.value, 'test'],
]);

/** Where a message goes, and the keys of its account: first those that the partner used last. */
export interface HookTarget {
  readonly hookUrl: string;
  readonly authType: number;
  readonly keys: readonly [StoredKeySet, ...StoredKeySet[]];
}

export interface HookEvent {
  readonly eventId: string;
  readonly eventType: number;
  readonly eventTime: Date;
  readonly content: unknown;
}

/** The request that brings a message: Standard Webhooks 1.0, with a signature for each valid set of keys, so that a rotation loses none. */
export const webhookRequest = (
  secrets: Secrets,
  { hookUrl, authType, keys }: HookTarget,
  { event, now }: { readonly event: HookEvent; readonly now: Date },
): EgressRequest => {
  const { eventId: id, eventType, eventTime, content } = event;
  const timestamp = String(Math.floor(now.getTime() / 1_000));
  const plain = JSON.stringify({ id, type: typeNames.get(eventType), time: eventTime.toISOString(), data: content });
  const [first] = keys;
  const isEncrypted = authType === accessAuthType.items.encrypted.value;
  const place = { direction: 'webhook', timestamp, nonce: id } as const;
  const body = isEncrypted ? JSON.stringify({ encData: encrypt(openCipherKeys(secrets, first), place, plain) }) : plain;
  const signatures = keys.map((each) => {
    const key = Buffer.from(openSignSecret(secrets, each).slice(SIGN_SECRET_PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest('base64')}`;
  });
  return {
    url: hookUrl,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': signatures.join(' '),
    },
    body,
  };
};
