import { DeliveryError } from '#domains/system/server.ts';
import type { Providers } from '#domains/system/server.ts';
import { EgressError } from '#kit/server/egress/egress.ts';
import type { Egress } from '#kit/server/egress/egress.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { judgeAnswer } from '../channel/answers.rules.ts';
import type { AnswerVerdict } from '../channel/answers.rules.ts';
import { accountType, isHook } from '../channel/channel.codes.ts';
import type { AccountType, HookType } from '../channel/channel.codes.ts';
import { hookRequest } from '../channel/hook.server.ts';
import { isOfSelfTest } from '../self-test/self-test-state.server.ts';
import { openAccountSecret, openAddress } from '../warning-account/seal-account.server.ts';
import type { LeasedMessage } from './leased-message.server.ts';

/** The ways out: hooks over the guarded way, text messages and mails over the services of the operator. */
export interface DeliveryServices {
  readonly egress: Egress;
  readonly providers: Providers;
  /** Where people find this system, for links; without it links have no origin. */
  readonly publicUrl: string | undefined;
  /** A watcher elsewhere, which is called after each self-test of the warnings. */
  readonly watcherUrl?: string | undefined;
}

/** The types of accounts that the operator's own services reach. */
export const accountTypesOf = (providers: Providers): ReadonlySet<AccountType> =>
  new Set([...(providers.sms ? [accountType.sms] : []), ...(providers.mail ? [accountType.mail] : [])]);

export interface Delivered extends AnswerVerdict {
  /** The provider could not be reached, or does not work. */
  readonly isProviderDown: boolean;
  /** The message may have arrived although nothing was answered. */
  readonly maybeSent: boolean;
}

export interface DeliverDeps {
  readonly services: DeliveryServices;
  readonly secrets: Secrets;
}

/** Sends one message once, and says what became of it. Never throws. */
export const deliver = async (
  { services, secrets }: DeliverDeps,
  message: LeasedMessage & { readonly sentText: string },
  nowMs: number,
): Promise<Delivered> => {
  if (isOfSelfTest(message)) return { outcome: 'accepted', said: 'self-test', isProviderDown: false, maybeSent: false };
  const { accountType: type } = message;
  try {
    return isHook(type) ? await callHook({ services, secrets }, { ...message, type }, nowMs) : await callService(services.providers, message);
  } catch (error) {
    return failureOf(error);
  }
};

const callHook = async (
  { services, secrets }: DeliverDeps,
  { type, ...message }: LeasedMessage & { readonly sentText: string; readonly type: HookType },
  nowMs: number,
): Promise<Delivered> => {
  const sealedFor = { tenantId: String(message.tenantId), addressHash: message.addressHash };
  const url = openAddress(secrets, sealedFor, message.addressSealed ?? '');
  const secret = message.accountSecret === null ? undefined : openAccountSecret(secrets, sealedFor, message.accountSecret);
  const facts = {
    type: 'warning',
    kind: message.kind,
    level: message.level,
    exceptionRecordId: message.recordId === null ? null : String(message.recordId),
    incidentId: message.incidentId === null ? null : String(message.incidentId),
    ordinal: message.ordinal,
  };
  const { messageKey: id, title, sentText: text } = message;
  const { status, headers, body } = await services.egress.post(hookRequest(type, { url, secret }, { message: { id, title, text, facts }, nowMs }));
  const verdict = judgeAnswer(type, { status, body, retryAfter: headers['retry-after'] }, nowMs);
  return { ...verdict, isProviderDown: status >= 500, maybeSent: false };
};

const callService = async (providers: Providers, message: LeasedMessage & { readonly sentText: string }): Promise<Delivered> => {
  const isSms = message.accountType === accountType.sms;
  const channel = isSms ? 'sms' : 'mail';
  const provider = providers[channel];
  if (!provider) return { outcome: 'permanent', said: 'no service is configured', isProviderDown: false, maybeSent: false };
  const said = await provider.send({
    messageId: message.messageKey,
    channel,
    to: isSms ? `+${message.areaCode ?? ''}${message.address}` : message.address,
    subject: message.title.replaceAll(/\s+/gu, ' '),
    body: message.sentText,
    automatic: true,
  });
  return { outcome: 'accepted', said: said ?? provider.name, isProviderDown: false, maybeSent: false };
};

/** Addresses that egress refuses by their form or their place stay refused. */
const LASTING = new Set<EgressError['problem']>(['badUrl', 'notHttps', 'credentials', 'insideAddress']);
const SAID_MAX = 300;

const failureOf = (error: unknown): Delivered => {
  const said = (error instanceof Error ? error.message : 'unknown').replaceAll(/\s+/gu, ' ').slice(0, SAID_MAX);
  if (error instanceof EgressError) {
    const isLasting = LASTING.has(error.problem);
    return { outcome: isLasting ? 'permanent' : 'retry', said, isProviderDown: !isLasting, maybeSent: error.wasSent };
  }
  const isPermanent = error instanceof DeliveryError && error.isPermanent;
  return { outcome: isPermanent ? 'permanent' : 'retry', said, isProviderDown: !isPermanent, maybeSent: false };
};
