import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createPaymentProviders } from '#domains/money/server.ts';
import type { AlipayAccount } from '#domains/money/server.ts';
import { alipayNotification } from './alipay.ts';
import { createCertificates } from './alipay-certificates.ts';
import type { StandInCertificates } from './alipay-certificates.ts';
import { startStandIn } from './stand-in.ts';
import type { RunningStandIn } from './stand-in.ts';
import { testKeys } from './test-keys.fixture.ts';

const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
const YEARS_LATER_MS = 6 * 365 * DAY_MS;
let clockMs: number;
let standIn: RunningStandIn;
let certificates: StandInCertificates;
beforeAll(async () => {
  standIn = await startStandIn({ clock: () => clockMs, keys: testKeys() });
  certificates = await createCertificates(standIn.keys);
  standIn.certificates = certificates;
});
afterAll(() => standIn?.close());
beforeEach(() => {
  clockMs = Date.now();
  standIn.signer = 'first';
});

const account = (own: Partial<StandInCertificates['merchant']> = {}): AlipayAccount => ({
  ...standIn.keys.merchants.alipay,
  publicKey: null,
  certificates: { ...certificates.merchant, ...own },
});
/** A provider that remembers no certificate yet. */
const fresh = () => {
  const { origin } = standIn;
  return createPaymentProviders({ origins: { wechat: origin, alipay: origin, stripe: origin, invoices: origin }, clock: () => clockMs }).alipay;
};
const proven = { kind: 'done', value: 'proven' };
const unknown = { kind: 'unknown', code: 'unknownCertificate' };

test('a renewed certificate is downloaded and believed, also for notifications, which name none', async () => {
  const alipay = fresh();
  expect(await alipay.prove(account())).toEqual(proven);
  standIn.signer = 'next';
  const made = standIn.books.create({
    provider: 'alipay',
    payNo: 'K20261124000001',
    amountCents: 100,
    currency: 'CNY',
    subject: 'x',
    notifyUrl: '',
    expiresMs: clockMs + MINUTE_MS,
  });
  if (typeof made === 'string') throw new Error(made);
  const { body } = alipayNotification(standIn, { payment: made, refund: undefined, fault: undefined });
  const read = () => alipay.readNotification(account(), { headerOf: () => undefined, body });
  // Alipay repeats it; every call meanwhile makes the new certificate known.
  expect(await read()).toMatchObject({ ok: false, problem: 'wrongSignature' });
  expect(await alipay.prove(account())).toEqual(proven);
  expect(await read()).toMatchObject({ ok: true, event: { view: { payNo: 'K20261124000001' } } });
  standIn.signer = 'first';
  expect(await alipay.prove(account())).toEqual(proven);
});

test('the certificate of another merchant, which the same root certifies, signs nothing; an unknown number is asked for once a minute', async () => {
  const alipay = fresh();
  standIn.signer = 'otherApp';
  expect(await alipay.prove(account())).toMatchObject(unknown);
  standIn.signer = 'next';
  expect(await alipay.prove(account())).toMatchObject(unknown);
  clockMs += MINUTE_MS;
  expect(await alipay.prove(account())).toEqual(proven);
});

test('one that another root certifies, and one that has ended, are not believed', async () => {
  const other = await createCertificates(standIn.keys);
  // Both sides name the right root; the downloaded certificate leads to another.
  standIn.certificates = { ...certificates, signers: [certificates.signers[0], other.signers[1]] };
  standIn.signer = 'next';
  expect(await fresh().prove(account())).toMatchObject(unknown);
  standIn.certificates = certificates;
  expect(await fresh().prove(account())).toEqual(proven);
  clockMs += YEARS_LATER_MS;
  expect(await fresh().prove(account())).toMatchObject(unknown);
  standIn.signer = 'first';
  expect(await fresh().prove(account())).toMatchObject(unknown);
});

test('requests that name other certificates are refused', async () => {
  expect(await fresh().prove(account({ app: certificates.otherApp.pem }))).toMatchObject({ kind: 'refused' });
  expect(await fresh().prove(account({ root: certificates.otherApp.pem }))).toMatchObject({ kind: 'refused' });
});
