import type { Readable } from 'node:stream';
import { sql } from 'kysely';
import type { MessageProblem, PaymentEvent } from '#engines/payment/payment.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { bodyText } from '#kit/server/http/body-text.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { createCallLimit } from '#kit/server/connections/call-limit.ts';
import { clientNetwork } from '#kit/server/connections/client-network.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { payNotifyApi } from './notify.ts';
import { withProvider } from '#domains/money/server.ts';
import { paymentTopic } from './payment-services.server.ts';
import type { PaymentDeps, PaymentServices } from './payment-services.server.ts';
import { prepaidRefusals } from './prepaid-order.labels.ts';
import { wakePayment, wakeRefund } from './wake-payment.server.ts';

/** Far more than the longest notification. */
const BODY_MAX_BYTES = 64 * 1024;
/** Messages from one client that are not believed; its next ones are refused unread. Providers send few probes. */
const DISBELIEVED = { max: 60, windowMs: 60_000 } as const;

export interface NotifyDeps extends Pick<PaymentDeps, 'database' | 'clock'> {
  readonly payments: Pick<PaymentServices, 'providers' | 'openAccount'>;
  /** A message was not believed that is no probe: it comes from somebody else, or a key is missing here. */
  readonly onDisbelief: (notification: { readonly payConfId: string; readonly problem: MessageProblem }) => void;
}

/** The door of the providers. A message that cannot be verified changes nothing, and its sender learns nothing but that. */
export const payNotifyRoutes = (deps: NotifyDeps): readonly Route[] => {
  const disbelieved = createCallLimit({ ...DISBELIEVED, clock: deps.clock });
  return implement(payNotifyApi, {
    notify: async (_ctx, { provider: kind, payConfId }, { body, client, headerOf }) => {
      const { database, payments, clock, onDisbelief } = deps;
      // Before a key is opened for it.
      const waitS = disbelieved.waitS(clientNetwork(client.ip));
      if (waitS !== undefined) throwRefusal(kitRefusals, 'tooManyCalls', {}, { status: 429, detail: { retryAfter: waitS } });
      const found = await inSystem(database, (tx) => payments.openAccount(tx, payConfId), { readOnly: true });
      if (found?.account.kind !== kind) {
        disbelieved.count(clientNetwork(client.ip));
        return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      }
      const message = { headerOf, body: await readText(await body()) };
      const read = await withProvider(payments.providers, found.account, (provider, own) => provider.readNotification(own, message));
      if (!read.ok) {
        disbelieved.count(clientNetwork(client.ip));
        // Providers probe whether wrong signatures are refused.
        if (read.problem !== 'probe') onDisbelief({ payConfId, problem: read.problem });
        return throwRefusal(prepaidRefusals, 'notify.notBelieved', {}, { status: 401 });
      }
      const { event, reply } = read;
      // Answered after the commit: a provider that gets no answer sends it again.
      if (event) await inSystem(database, (tx) => take(tx, event, { payConfId, tenantId: found.tenantId, now: clock() }), { idempotent: true });
      return { name: 'answer', contentType: reply.contentType, body: Buffer.from(reply.body) };
    },
  });
};

/** The text of a notification; 413 for one that is too long. */
const readText = async (body: Readable): Promise<string> =>
  (await bodyText(body, BODY_MAX_BYTES)) ?? throwRefusal(prepaidRefusals, 'notify.notBelieved', {}, { status: 413 });

interface TakenFor {
  readonly payConfId: string;
  readonly tenantId: string;
  readonly now: Date;
}

/** Stores a fact once, and makes the question due that it is a reason for. */
const take = async (tx: Tx, event: PaymentEvent, { payConfId, tenantId, now }: TakenFor): Promise<void> => {
  const { payNo, state, amountCents } = event.view;
  const refundNo = event.kind === 'refund' ? event.view.refundNo : '';
  const isKnown = event.kind === 'payment' ? await wakePayment(tx, { payConfId, payNo, now }) : await wakeRefund(tx, { payConfId, refundNo, now });
  await sql`insert into pay_notification as known (tenant_id, pay_conf_id, kind, pay_no, refund_no, state, amount, is_known, first_at, last_at)
    values (${tenantId}, ${payConfId}, ${event.kind}, ${payNo}, ${refundNo}, ${state}, ${amountCents ?? null}::bigint, ${isKnown}, ${now}, ${now})
    on conflict (pay_conf_id, kind, pay_no, refund_no, state) do update set copies = known.copies + 1, last_at = excluded.last_at`.execute(tx);
  tx.wake(paymentTopic);
};
