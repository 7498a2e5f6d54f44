import { generateKeyPairSync } from 'node:crypto';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { AlipaySdk } from 'alipay-sdk';
import { Stripe } from 'stripe';
import { Rsa, Wechatpay } from 'wechatpay-axios-plugin';
import { createPaymentProviders } from '#domains/money/server.ts';
import type { NewPayment, PayAccount, PaymentProvider, ReadNotification } from '#domains/money/server.ts';
import { openRsa, sealRsa } from '#engines/payment/crypto.ts';
import type { BillLine } from '#engines/payment/payment.ts';
import { textAt } from '#engines/payment/read.ts';
import { createCertificates } from './alipay-certificates.ts';
import type { StandInCertificates } from './alipay-certificates.ts';
import { callFaults } from './misbehaviour.ts';
import { startStandIn } from './stand-in.ts';
import type { RunningStandIn } from './stand-in.ts';
import { testKeys } from './test-keys.fixture.ts';

/** The adapters, and clients that others wrote, against the stand-in over its real wires. */

const NOW = Date.parse('2026-11-24T04:00:00Z');
const DAY = '2026-11-24';
const BEIJING_MINUTES = 480;
let standIn: RunningStandIn;
let certificates: StandInCertificates;
let standInClock = (): number => NOW;
let receiver: Server;
let notifyUrl = '';
/** What the receiver made of each notification, in sequence. */
let received: ReadNotification[] = [];
let read: (message: { readonly headerOf: (name: string) => string | undefined; readonly body: string }) => Promise<ReadNotification>;

beforeAll(async () => {
  standIn = await startStandIn({ clock: () => standInClock(), timeFactor: 1_000, keys: testKeys() });
  certificates = await createCertificates(standIn.keys);
  standIn.certificates = certificates;
  receiver = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const headerOf = (name: string): string | undefined => request.headers[name]?.toString();
      void read({ headerOf, body: Buffer.concat(chunks).toString('utf8') }).then((result) => {
        received.push(result);
        response.writeHead(result.reply.status, { 'content-type': result.reply.contentType });
        response.end(result.reply.body);
      });
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const address = receiver.address();
  notifyUrl = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}/`;
  standIn.stripeWebhookUrl = notifyUrl;
});
afterAll(async () => {
  receiver?.close();
  await standIn?.close();
});
beforeEach(async () => {
  await expect.poll(() => standIn.notifier.isIdle).toBe(true);
  received = [];
});

const providersOf = (transport?: Parameters<typeof createPaymentProviders>[0]) =>
  createPaymentProviders({
    origins: { wechat: standIn.origin, alipay: standIn.origin, stripe: standIn.origin, invoices: standIn.origin },
    clock: () => NOW,
    ...transport,
  });

let count = 0;
const nextNo = (prefix: string): string => `${prefix}20261124${String((count += 1)).padStart(6, '0')}`;
const events = () => received.flatMap((result) => (result.ok && result.event ? [result.event] : []));

interface Contract {
  readonly title: string;
  readonly name: 'wechat' | 'alipay' | 'stripe';
  readonly scene: NewPayment['scene'];
  readonly currency: string;
}
const contracts: readonly Contract[] = [
  { title: 'WeChat Pay', name: 'wechat', scene: 'qr', currency: 'CNY' },
  { title: 'Alipay', name: 'alipay', scene: 'qr', currency: 'CNY' },
  { title: 'Alipay with certificates', name: 'alipay', scene: 'qr', currency: 'CNY' },
  { title: 'Stripe', name: 'stripe', scene: 'card', currency: 'EUR' },
];

describe.each(contracts)('$title', ({ title, name, scene, currency }) => {
  /** The provider with its account; the types of the three do not mix outside. */
  const bound = <A extends PayAccount>(provider: PaymentProvider<A>, account: A) => {
    const payment = (payNo: string, more: Partial<NewPayment> = {}): NewPayment => ({
      payNo,
      amountCents: 5_000n,
      currency,
      subject: '充电预付款 / A&B',
      expiresAt: new Date(NOW + 300_000),
      scene,
      openId: null,
      clientIp: '203.0.113.9',
      notifyUrl,
      returnUrl: null,
      ...more,
    });
    read = (message) => provider.readNotification(account, message);
    return {
      create: (payNo: string, more: Partial<NewPayment> = {}) => provider.create(account, payment(payNo, more)),
      query: (payNo: string, tradeRef: string | null) => provider.query(account, { payNo, tradeRef }),
      close: (payNo: string, tradeRef: string | null) => provider.close(account, { payNo, tradeRef }),
      refund: (payNo: string, tradeRef: string | null, { refundNo, amountCents }: { readonly refundNo: string; readonly amountCents: bigint }) =>
        provider.refund(account, { payNo, tradeRef, refundNo, amountCents, totalCents: 5_000n, currency, reason: '余额退回', notifyUrl }),
      queryRefund: (payNo: string, tradeRef: string | null, refundNo: string) => provider.queryRefund(account, { payNo, tradeRef, refundNo }),
      bill: async () => {
        const lines: BillLine[] = [];
        const outcome = await provider.dayBill(account, DAY, async (page) => void lines.push(...page));
        return { outcome, lines };
      },
      prove: (other: Partial<A> = {}) => provider.prove({ ...account, ...other }),
    };
  };
  const ready = () => {
    const providers = providersOf();
    const { merchants } = standIn.keys;
    if (name === 'wechat') return bound(providers.wechat, merchants.wechat);
    if (name === 'stripe') return bound(providers.stripe, merchants.stripe);
    return bound(providers.alipay, title.includes('certificates') ? certifiedAccount() : merchants.alipay);
  };
  const made = async (payNo: string): Promise<string | null> => {
    const outcome = await ready().create(payNo);
    expect(outcome).toMatchObject({ kind: 'done' });
    return outcome.kind === 'done' ? outcome.value.tradeRef : null;
  };
  const pay = (payNo: string, isLate = false): boolean => {
    const payment = standIn.books.find(name, payNo);
    return payment !== undefined && standIn.pay(payment, { isLate });
  };

  test('a payment is made, paid, told of and refunded in part', async () => {
    const provider = ready();
    const payNo = nextNo('P');
    const tradeRef = await made(payNo);
    expect(await provider.query(payNo, tradeRef)).toMatchObject({ kind: 'done', value: { payNo, state: 'pending' } });
    expect(pay(payNo)).toBe(true);
    await expect.poll(events).toMatchObject([{ kind: 'payment', view: { payNo, state: 'paid', amountCents: 5_000n, currency } }]);
    expect(await provider.query(payNo, tradeRef)).toMatchObject({ kind: 'done', value: { state: 'paid', amountCents: 5_000n, currency } });
    expect(await provider.close(payNo, tradeRef)).toEqual({ kind: 'done', value: 'alreadyPaid' });

    const refundNo = `${payNo}R1`;
    expect(await provider.queryRefund(payNo, tradeRef, refundNo)).toEqual({ kind: 'done', value: undefined });
    const refund = { refundNo, amountCents: 1_765n };
    expect(await provider.refund(payNo, tradeRef, refund)).toMatchObject({ kind: 'done' });
    expect(await provider.refund(payNo, tradeRef, refund)).toMatchObject({ kind: 'done' });
    expect(await provider.queryRefund(payNo, tradeRef, refundNo)).toMatchObject({
      kind: 'done',
      value: { refundNo, state: 'succeeded', amountCents: 1_765n },
    });
    expect(standIn.books.find(name, payNo)?.refunds).toHaveLength(1);
    await expect.poll(() => events().at(-1)).toMatchObject({ kind: 'refund', view: { payNo, refundNo } });
    expect(await provider.refund(payNo, tradeRef, { refundNo: `${payNo}R2`, amountCents: 3_236n })).toMatchObject({
      kind: 'refused',
      waitsForFunds: false,
    });

    const bill = await provider.bill();
    expect(bill.outcome).toMatchObject({ kind: 'done', value: { lineCount: bill.lines.length } });
    const lines = bill.lines.filter((line) => line.payNo === payNo);
    expect(lines.map(({ kind, amountCents, refundNo: no }) => [kind, amountCents, no])).toEqual([
      ['payment', 5_000n, undefined],
      ['refund', 1_765n, refundNo],
    ]);
  });

  test('an unpaid payment is closed, and a late one is paid all the same', async () => {
    const provider = ready();
    const payNo = nextNo('C');
    const tradeRef = await made(payNo);
    expect(await provider.close(payNo, tradeRef)).toEqual({ kind: 'done', value: 'closed' });
    expect(await provider.close(payNo, tradeRef)).toEqual({ kind: 'done', value: 'closed' });
    expect(pay(payNo)).toBe(false);
    expect(pay(payNo, true)).toBe(true);
    expect(await provider.query(payNo, tradeRef)).toMatchObject({ kind: 'done', value: { state: 'paid' } });
  });

  test('refunds that are slow, abnormal or without funds say so', async () => {
    const provider = ready();
    const payNo = nextNo('S');
    const tradeRef = await made(payNo);
    pay(payNo);
    standIn.books.isBroke = true;
    expect(await provider.refund(payNo, tradeRef, { refundNo: `${payNo}R0`, amountCents: 1n })).toMatchObject({
      kind: 'refused',
      waitsForFunds: true,
    });
    standIn.books.isBroke = false;
    standIn.books.refundFates.push('slow');
    const refundNo = `${payNo}R1`;
    expect(await provider.refund(payNo, tradeRef, { refundNo, amountCents: 100n })).toMatchObject({ kind: 'done', value: { state: 'processing' } });
    const payment = standIn.books.find(name, payNo);
    const [refund] = payment?.refunds ?? [];
    expect(payment && refund && standIn.completeRefund(payment, refund)).toBe(true);
    expect(await provider.queryRefund(payNo, tradeRef, refundNo)).toMatchObject({ kind: 'done', value: { state: 'succeeded' } });
  });

  test.each(callFaults.filter((fault) => fault !== 'hang'))('after the fault %s of a call the same call ends well, once', async (fault) => {
    // Stripe's answers have no signature that could be wrong.
    const isHarmless = name === 'stripe' && ['unsigned', 'probe', 'forged'].includes(fault);
    const provider = ready();
    const payNo = nextNo('F');
    standIn.faults.calls.push(fault);
    expect(await provider.create(payNo)).toMatchObject({ kind: isHarmless ? 'done' : 'unknown' });
    const tradeRef = await made(payNo);
    pay(payNo);
    standIn.faults.calls.push(fault);
    expect(await provider.query(payNo, tradeRef)).toMatchObject({ kind: isHarmless ? 'done' : 'unknown' });
    const refund = { refundNo: `${payNo}R1`, amountCents: 2_000n };
    standIn.faults.calls.push(fault);
    expect(await provider.refund(payNo, tradeRef, refund)).toMatchObject({ kind: isHarmless ? 'done' : 'unknown' });
    expect(await provider.refund(payNo, tradeRef, refund)).toMatchObject({ kind: 'done' });
    expect(standIn.books.find(name, payNo)?.refunds.map(({ amountCents }) => amountCents)).toEqual([2_000]);
  });

  test('a notification that is forged, stale or a probe is refused, and its true repetition is taken', async () => {
    for (const fault of ['forged', 'probe', ...(name === 'alipay' ? [] : (['stale'] as const))] as const) {
      await expect.poll(() => standIn.notifier.isIdle).toBe(true);
      received = [];
      const payNo = nextNo('N');
      await made(payNo);
      standIn.faults.notifications.push(fault);
      pay(payNo);
      await expect.poll(() => received.map(({ ok }) => ok)).toEqual([false, true]);
      expect(events()).toMatchObject([{ kind: 'payment', view: { payNo, amountCents: 5_000n } }]);
    }
  });

  test('an account is proven by its keys', async () => {
    const provider = ready();
    expect(await provider.prove()).toEqual({ kind: 'done', value: 'proven' });
    const strange = {
      wechat: { privateKey: standIn.keys.stranger },
      alipay: { privateKey: standIn.keys.stranger },
      stripe: { secretKey: 'sk_test_none' },
    }[name];
    expect(await provider.prove(Object(strange))).toMatchObject({ kind: 'refused' });
  });
});

const certifiedAccount = () => ({ ...standIn.keys.merchants.alipay, publicKey: null, certificates: certificates.merchant });

const taken = async (): Promise<ReadNotification> => ({ ok: true, event: undefined, reply: { status: 200, contentType: 'text/plain', body: '' } });

describe('clients that others wrote', () => {
  test('wechatpay-axios-plugin reads what is sealed for WeChat Pay, and the other way round', () => {
    const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    const pem = {
      public: String(publicKey.export({ type: 'spki', format: 'pem' })),
      secret: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
    };
    expect(Rsa.decrypt(sealRsa('6222020200112233 王小明', pem.public), privateKey)).toBe('6222020200112233 王小明');
    expect(openRsa(Rsa.encrypt('王小明', publicKey), pem.secret)).toBe('王小明');
  });

  test('wechatpay-axios-plugin orders, queries and refunds, and verifies the answers', async () => {
    const { mchId, appId, serialNo, privateKey, publicKeyId, publicKey } = standIn.keys.merchants.wechat;
    read = taken;
    // The client reads the clock itself.
    standInClock = () => Date.now();
    try {
      const client = new Wechatpay({
        mchid: mchId,
        serial: serialNo,
        privateKey,
        certs: { [publicKeyId ?? '']: publicKey ?? '' },
        baseURL: standIn.origin,
      });
      const payNo = nextNo('W');
      const order = {
        appid: appId,
        mchid: mchId,
        description: '充电',
        out_trade_no: payNo,
        time_expire: new Date(Date.now() + 300_000).toISOString(),
        notify_url: notifyUrl,
        amount: { total: 100, currency: 'CNY' },
      };
      const created: unknown = await client.chain('v3/pay/transactions/native').post(order);
      expect(textAt(created, 'data', 'code_url')).toContain(payNo);
      const payment = standIn.books.find('wechat', payNo);
      expect(payment).toMatchObject({ amountCents: 100, state: 'open' });
      expect(payment && standIn.pay(payment)).toBe(true);
      const queried: unknown = await client.chain(`v3/pay/transactions/out-trade-no/${payNo}`).get({ params: { mchid: mchId } });
      expect(textAt(queried, 'data', 'trade_state')).toBe('SUCCESS');
      const refund = { out_trade_no: payNo, out_refund_no: `${payNo}R1`, amount: { refund: 40, total: 100, currency: 'CNY' } };
      expect(textAt(await client.chain('v3/refund/domestic/refunds').post(refund), 'data', 'status')).toBe('SUCCESS');
    } finally {
      standInClock = () => NOW;
    }
  });

  test.each(['keys', 'certificates'])('alipay-sdk orders with %s, and verifies the answer', async (mode) => {
    const { appId, privateKey, publicKey } = standIn.keys.merchants.alipay;
    const { app, alipay, root } = certificates.merchant;
    const sdk = new AlipaySdk({
      appId,
      privateKey,
      keyType: 'PKCS8',
      gateway: `${standIn.origin}/gateway.do`,
      ...(mode === 'keys'
        ? { alipayPublicKey: publicKey ?? '' }
        : { appCertContent: app, alipayPublicCertContent: alipay, alipayRootCertContent: root }),
    });
    const payNo = nextNo('A');
    // The client writes the machine's local time where Alipay reads Beijing's.
    standInClock = () => Date.now() - (BEIJING_MINUTES + new Date().getTimezoneOffset()) * 60_000;
    try {
      const answer: unknown = await sdk.exec(
        'alipay.trade.precreate',
        { notifyUrl, bizContent: { out_trade_no: payNo, total_amount: '1.00', subject: '充电', timeout_express: '5m' } },
        { validateSign: true },
      );
      expect(answer).toMatchObject({ code: '10000', outTradeNo: payNo });
    } finally {
      standInClock = () => NOW;
    }
  });

  test('stripe makes an intent and refunds it, and its webhooks are read by the official library', async () => {
    const { secretKey, webhookSecrets } = standIn.keys.merchants.stripe;
    const { hostname, port } = new URL(standIn.origin);
    const stripe = new Stripe(secretKey, { host: hostname, port: Number(port), protocol: 'http', maxNetworkRetries: 0 });
    const payNo = nextNo('T');
    const intent = await stripe.paymentIntents.create({ amount: 900, currency: 'eur', metadata: { pay_no: payNo } });
    const bodies: string[] = [];
    const signatures: string[] = [];
    read = async ({ headerOf, body }) => {
      bodies.push(body);
      signatures.push(headerOf('stripe-signature') ?? '');
      return taken();
    };
    const payment = standIn.books.find('stripe', payNo);
    expect(payment && standIn.pay(payment)).toBe(true);
    await expect.poll(() => bodies.length).toBe(1);
    const tolerance = Number.MAX_SAFE_INTEGER;
    const event = stripe.webhooks.constructEvent(bodies[0] ?? '', signatures[0] ?? '', webhookSecrets[0] ?? '', tolerance);
    expect(event).toMatchObject({ type: 'payment_intent.succeeded', data: { object: { id: intent.id, status: 'succeeded' } } });
    const refund = await stripe.refunds.create({ payment_intent: intent.id, amount: 400, metadata: { pay_no: payNo, refund_no: `${payNo}R1` } });
    expect(refund).toMatchObject({ status: 'succeeded', amount: 400 });
  });
});
