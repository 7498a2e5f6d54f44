import { parseJson, textAt, valueAt } from '#engines/payment/read.ts';
import { createCertificates } from './alipay-certificates.ts';
import { buyerDecision, invoiceSettings } from './invoice-wire.ts';
import { billFaults, callFaults, notificationFaults } from './misbehaviour.ts';
import type { StandIn, WireAnswer, WireRequest } from './stand-in.ts';

/**
 * The control of the stand-in, for tests and the demo, as JSON: `GET /_ctl` tells everything, `POST /_ctl/faults` adds faults and replaces those of bills, `POST /_ctl/pay` pays,
 * `POST /_ctl/complete` ends a slow or abnormal refund well, `POST /_ctl/settings` sets what lasts; `POST /_ctl/invoices` and `POST /_ctl/buyer` do so for
 * the invoice service. `GET /_ctl/alipay-certificates` and `POST /_ctl/alipay-signer` are about the certificates of Alipay.
 */
export const controlAnswer = (standIn: StandIn, { method, url, body }: WireRequest): WireAnswer | undefined => {
  if (!url.startsWith('/_ctl')) return undefined;
  if (method === 'GET') {
    const { merchants } = standIn.keys;
    return json(200, {
      payments: standIn.books.payments,
      balanceCents: standIn.books.balanceCents,
      notifications: standIn.notifier.counts,
      merchants,
      invoiceAccount: standIn.invoices.account,
      invoices: standIn.invoices.books.invoices.map(({ serialNo, status, invoiceNo, reds }) => ({
        serialNo,
        status,
        invoiceNo,
        reds: reds.map(({ redSerialNo, status: redStatus }) => ({ redSerialNo, status: redStatus })),
      })),
    });
  }
  const act = acts[url];
  return act ? json(act(standIn, parseJson(body)) ? 200 : 400, {}) : json(404, {});
};

/** `GET /_ctl/alipay-certificates` tells the merchant's side of Alipay's certificates, which are made when they are first asked for. */
export const certificateAnswer = async (standIn: StandIn, { method, url }: WireRequest): Promise<WireAnswer | undefined> => {
  if (method !== 'GET' || url !== '/_ctl/alipay-certificates') return undefined;
  standIn.certificates ??= await createCertificates(standIn.keys);
  return json(200, standIn.certificates.merchant);
};

const json = (status: number, content: object): WireAnswer => ({
  status,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(content),
});

const listAt = (value: unknown, name: string): readonly unknown[] => {
  const found = valueAt(value, name);
  return Array.isArray(found) ? found : [];
};
const paymentAt = ({ books }: StandIn, input: unknown) => books.payments.find(({ payNo }) => payNo === textAt(input, 'payNo'));

const acts: Readonly<Record<string, (standIn: StandIn, input: unknown) => boolean>> = {
  '/_ctl/faults': (standIn, input) => {
    standIn.faults.calls.push(...callFaults.filter((fault) => listAt(input, 'calls').includes(fault)));
    standIn.faults.notifications.push(...notificationFaults.filter((fault) => listAt(input, 'notifications').includes(fault)));
    const bills = listAt(input, 'bills');
    if (valueAt(input, 'bills') !== undefined) standIn.faults.bills = bills.flatMap((name) => billFaults.find((fault) => fault === name) ?? []);
    standIn.books.refundFates.push(...(['slow', 'abnormal', 'closed'] as const).filter((fate) => listAt(input, 'refunds').includes(fate)));
    return true;
  },
  '/_ctl/alipay-signer': (standIn, input) => {
    const signer = (['first', 'next', 'otherApp'] as const).find((name) => name === textAt(input, 'signer'));
    standIn.signer = signer ?? standIn.signer;
    return signer !== undefined;
  },
  '/_ctl/invoices': invoiceSettings,
  '/_ctl/buyer': buyerDecision,
  '/_ctl/pay': (standIn, input) => {
    const payment = paymentAt(standIn, input);
    return payment !== undefined && standIn.pay(payment, { isLate: valueAt(input, 'isLate') === true });
  },
  '/_ctl/complete': (standIn, input) => {
    const payment = paymentAt(standIn, input);
    const refund = payment?.refunds.find(({ refundNo }) => refundNo === textAt(input, 'refundNo'));
    return payment !== undefined && refund !== undefined && standIn.completeRefund(payment, refund);
  },
  '/_ctl/settings': (standIn, input) => {
    standIn.books.isBroke = valueAt(input, 'isBroke') === true;
    standIn.stripeWebhookUrl = textAt(input, 'stripeWebhookUrl') ?? standIn.stripeWebhookUrl;
    return true;
  },
};
