import { generateKeyPairSync, randomBytes, X509Certificate } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CallOutcome } from '#engines/payment/payment.ts';
import { customers } from '#domains/customer/resources.ts';
import { agentApi, network, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { networkRoutes, noPileCommands } from '#domains/network/server.ts';
import { power } from '#domains/power/resources.ts';
import { tariff } from '#domains/tariff/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { createCertificate } from '#kit/test/certificates.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { createPaymentProviders, openPayAccount, payConfRoutes, payConfsOf } from '../server.ts';
import type { PayAccount, PaymentProviders } from '../server.ts';
import { money } from '../resources.ts';
import { payConfApi } from './pay-conf.ts';

/** What a form sends for any pile. */
const pileDefaults = {
  cpType: 1,
  protocol: 1,
  gunCount: 1,
  cpPower: '120.0',
  cpV: '1000.0',
  cpI: '250.0',
  encryptionMode: 1,
  exterOperate: 1,
  checkAccount: 1,
  accountMinAmount: '1.00',
  insertSelfStart: 0,
  canBeReservation: 0,
  securityProfile: 1,
};
const [ALIPAY, WECHAT, STRIPE] = [1, 2, 3];
const API_V3_KEY = 'an APIv3 key of exactly 32 bytes';
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
});
const secrets = createSecrets([randomBytes(32)]);
const staff = viewers.platform();
let server: TestServer;
let [tenantId, otherTenantId] = ['', ''];
/** What the provider says next, and the account it was asked for last. */
let outcome: CallOutcome<'proven'> = { kind: 'done', value: 'proven' };
let asked: PayAccount | undefined;

beforeAll(async () => {
  const real = createPaymentProviders({ transport: () => Promise.resolve('no provider') });
  const prove = (account: PayAccount) => {
    asked = account;
    return Promise.resolve(outcome);
  };
  const providers: PaymentProviders = { wechat: { ...real.wechat, prove }, alipay: { ...real.alipay, prove }, stripe: { ...real.stripe, prove } };
  server = await startTestServer({
    domains: [network, customers, tariff, power, money],
    routes: (database) => [
      ...networkRoutes({ secrets, piles: noPileCommands }),
      ...payConfRoutes({ database, clock: () => new Date(), secrets, providers }),
    ],
  });
  const addTenant = async (name: string) => (await server.ok(staff, tenantApi.add, { name, currency: 'CNY', timezone: 'Asia/Shanghai' })).tenantId;
  [tenantId, otherTenantId] = [await addTenant('Own'), await addTenant('Other')];
  const { agentId } = await server.ok(staff, agentApi.add, { tenantId, agentName: 'Agent', timezone: 'Asia/Shanghai' });
  const { stationId } = await server.ok(staff, stationApi.add, { tenantId, agentId, stationName: 'Gate', timezone: 'Asia/Shanghai' });
  const pile = { ...pileDefaults, stationId };
  for (const cpCode of ['PC-1', 'PC-2'])
    await server.ok(staff, pileApi.add, { ...pile, cpCode, cpName: cpCode, encryptionSecret: '0123456789abcdef' });
});
afterAll(() => server.close());

const weChat = (confName: string) => ({
  tenantId,
  confName,
  payType: WECHAT,
  merchantNo: '1900000001',
  appId: 'wx1',
  serialNo: 'abc123',
  privateKey: keys.privateKey,
  apiKey: API_V3_KEY,
});
const stripe = (confName: string, of = tenantId) => ({
  tenantId: of,
  confName,
  payType: STRIPE,
  appId: 'pk_1',
  apiKey: 'sk_1',
  webhookSecrets: 'whsec_1\nwhsec_2',
});
const add = async (draft: Readonly<Record<string, unknown>>) => server.ok(staff, payConfApi.add, draft);
const opened = (payConfId: string) => inSystem(server.database, (tx) => openPayAccount(tx, secrets, payConfId));

test('keys are stored sealed, and no answer contains them', async () => {
  const { payConfId } = await add(weChat('Sealed'));
  const answers = [
    await server.ok(staff, payConfApi.queryById, { id: payConfId }),
    (await server.ok(staff, payConfApi.list, { confName: 'Sealed' })).records,
    await server.database.asSuperuser(`select to_jsonb(c) as row from pay_conf c where pay_conf_id = ${payConfId}`),
  ];
  for (const secret of [API_V3_KEY, keys.privateKey.split('\n')[1] ?? '']) expect(JSON.stringify(answers)).not.toContain(secret);
  expect(answers[0]).toMatchObject({ isUsed: 0, provenAt: null, confJson: { merchantNo: '1900000001', appId: 'wx1' } });
  expect(await opened(payConfId)).toMatchObject({
    isUsed: false,
    account: { kind: 'wechat', apiV3Key: API_V3_KEY, privateKey: keys.privateKey.trim() },
  });
});

test.each([
  ['no serial number', { serialNo: '' }, 'payConf.needs'],
  ['a short APIv3 key', { apiKey: 'short' }, 'payConf.badApiKey'],
  ['a private key that is none', { privateKey: 'no key' }, 'payConf.badKey'],
  ['the id of a public key without the key', { publicKeyId: 'PUB_KEY_ID_1' }, 'payConf.needs'],
  ['a private key as the public one', { publicKeyId: 'PUB_KEY_ID_1', publicKey: keys.privateKey }, 'payConf.badKey'],
  ["another provider's secret", { webhookSecrets: 'whsec_1' }, 'payConf.notTaken'],
  ["another provider's facts", { payType: ALIPAY }, 'payConf.notTaken'],
])('an account with %s is refused', async (_name, change, refusal) => {
  expect(await server.call(staff, payConfApi.add, { ...weChat('Refused'), ...change })).toMatchObject({ success: false, refusal });
});

const DAY_MS = 86_400_000;
const rsa = (name: string, more: Parameters<typeof createCertificate>[0] = {}) => createCertificate({ name, keyType: 'rsa', ...more });

test('Alipay takes three certificates in place of a key, which belong together and are valid', async () => {
  const endMs = Date.now() + 30 * DAY_MS;
  const [app, provider, root] = [await rsa('app'), await rsa('alipay', { validToMs: endMs }), await rsa('root', { isAuthority: true })];
  const certs = { appCert: app.cert, providerCert: provider.cert, rootCert: root.cert };
  const draft = { tenantId, confName: 'Certified', payType: ALIPAY, merchantNo: '2088', appId: '2021', privateKey: app.key, ...certs };
  const refused = async (change: Readonly<Record<string, unknown>>, refusal: string) =>
    expect(await server.call(staff, payConfApi.add, { ...draft, ...change })).toMatchObject({ success: false, refusal });
  await refused({ rootCert: '' }, 'payConf.needs');
  await refused({ publicKey: keys.publicKey }, 'payConf.keyOrCerts');
  await refused({ appCert: 'hello' }, 'payConf.badCert');
  await refused({ appCert: provider.cert }, 'payConf.certOtherKey');
  await refused({ providerCert: app.cert }, 'payConf.certOwn');
  await refused({ rootCert: provider.cert }, 'payConf.badRoot');
  const ended = await rsa('ended', { validFromMs: Date.now() - 9 * DAY_MS, validToMs: Date.now() - DAY_MS });
  await refused({ providerCert: ended.cert }, 'payConf.certEnded');
  const { payConfId, certEndTime } = await add(draft);
  expect(Math.abs(Date.parse(certEndTime ?? '') - endMs)).toBeLessThan(2_000);
  expect(await opened(payConfId)).toMatchObject({
    account: { kind: 'alipay', publicKey: null, certificates: { app: app.cert.trim(), alipay: provider.cert.trim(), root: root.cert.trim() } },
  });
  const fingerprintOf = (pem: string) => [new X509Certificate(pem).fingerprint256];
  const fingerprints = async () => (await server.ok(staff, payConfApi.queryById, { id: payConfId })).certFingerprints;
  expect(await fingerprints()).toEqual({
    appCert: fingerprintOf(app.cert),
    providerCert: fingerprintOf(provider.cert),
    rootCert: fingerprintOf(root.cert),
  });
  // The authorities behind a certificate stand in its text too, here with line ends of Windows and words between.
  const chain = `${provider.cert.replaceAll('\n', '\r\n')}issued by\n${root.cert}`;
  await server.ok(staff, payConfApi.edit, { payConfId, providerCert: chain });
  expect(await fingerprints()).toMatchObject({ providerCert: [...fingerprintOf(provider.cert), ...fingerprintOf(root.cert)] });
  await server.ok(staff, payConfApi.edit, { payConfId, appCert: '', providerCert: '', rootCert: '', publicKey: keys.publicKey });
  expect(await fingerprints()).toEqual({ appCert: null, providerCert: null, rootCert: null });
  expect(await server.ok(staff, payConfApi.queryById, { id: payConfId })).toMatchObject({ certEndTime: null, appCert: null });
  expect(await opened(payConfId)).toMatchObject({ account: { publicKey: keys.publicKey.trim(), certificates: null } });
});

test('an account is used once its keys are proven, and no longer when they are changed', async () => {
  const { payConfId } = await add(stripe('Proven'));
  const use = () => server.call(staff, payConfApi.changeState, { entityId: payConfId, setState: 1 });
  expect(await use()).toMatchObject({ refusal: 'payConf.notProven' });
  outcome = { kind: 'refused', code: 'invalid_api_key', message: 'No such key', waitsForFunds: false };
  expect(await server.call(staff, payConfApi.prove, { payConfId })).toMatchObject({
    refusal: 'payConf.refused',
    message: expect.stringContaining('No such key'),
  });
  outcome = { kind: 'unknown', code: 'timeout' };
  expect(await server.call(staff, payConfApi.prove, { payConfId })).toMatchObject({ refusal: 'payConf.noAnswer' });
  outcome = { kind: 'done', value: 'proven' };
  await server.ok(staff, payConfApi.prove, { payConfId });
  expect(asked).toEqual({ kind: 'stripe', publishableKey: 'pk_1', secretKey: 'sk_1', webhookSecrets: ['whsec_1', 'whsec_2'] });
  expect(await use()).toMatchObject({ success: true });

  await server.ok(staff, payConfApi.edit, { payConfId, remark: 'Main account', apiKey: '' });
  expect(await server.ok(staff, payConfApi.queryById, { id: payConfId })).toMatchObject({ isUsed: 1, remark: 'Main account' });
  await server.ok(staff, payConfApi.edit, { payConfId, apiKey: 'sk_2' });
  expect(await server.ok(staff, payConfApi.queryById, { id: payConfId })).toMatchObject({ isUsed: 0, provenAt: null });
  expect(await opened(payConfId)).toMatchObject({ account: { secretKey: 'sk_2', webhookSecrets: ['whsec_1', 'whsec_2'] } });
});

test('a pile is paid with the account that it is bound to, or with the one of its tenant that has no piles', async () => {
  const ready = async (draft: Readonly<Record<string, unknown>>): Promise<string> => {
    const { payConfId } = await add(draft);
    await server.ok(staff, payConfApi.prove, { payConfId });
    await server.ok(staff, payConfApi.changeState, { entityId: payConfId, setState: 1 });
    return payConfId;
  };
  const [general, own] = [await ready(weChat('For all')), await ready(weChat('For one'))];
  const foreign = await ready(stripe('Foreign', otherTenantId));
  const bind = (payConfId: string | null, payType = WECHAT) => server.call(staff, payConfApi.setPayConf, { cpCode: 'PC-1', payType, payConfId });
  expect(await bind(own)).toMatchObject({ success: true });
  const confs = (cpCode: string) => inSystem(server.database, (tx) => payConfsOf(tx, cpCode));
  expect(await confs('PC-1')).toEqual([{ payConfId: own, payType: WECHAT }]);
  expect(await confs('PC-2')).toEqual([{ payConfId: general, payType: WECHAT }]);
  expect(await bind(own, ALIPAY)).toMatchObject({ refusal: 'payConf.otherType' });
  expect(await bind(foreign, STRIPE)).toMatchObject({ code: 404 });
  expect(await server.call(viewers.tenant(tenantId), payConfApi.prove, { payConfId: foreign })).toMatchObject({ code: 404 });
  expect(await server.call(staff, payConfApi.delete, { id: own })).toMatchObject({ refusal: 'payConf.bound' });
  expect(await server.ok(staff, payConfApi.queryById, { id: own })).toMatchObject({ pileCount: 1 });
  await bind(null);
  await server.ok(staff, payConfApi.delete, { id: own });
  expect(await confs('PC-1')).toEqual([{ payConfId: general, payType: WECHAT }]);
  // Payments that were made with it still have to be refunded.
  expect(await opened(own)).toMatchObject({ account: { kind: 'wechat' } });
});
