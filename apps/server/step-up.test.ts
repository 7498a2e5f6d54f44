import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { domains } from '#apps/domains.ts';
import { signIn } from '#apps/simulator/demo/api.ts';
import { configApi } from '#domains/system/resources.ts';
import { configRoutes } from '#domains/system/server.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { createRegistry } from '#kit/server/context/registry.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { startTestServer, viewers } from '#kit/test/server.ts';
import type { TestServer } from '#kit/test/server.ts';
import { startStaff } from './testing/staff.ts';

const { features } = createRegistry(domains);
const places = features.flatMap((feature) =>
  Object.entries(feature.api).map(([name, endpoint]) => ({ feature, name: `${feature.name}.${name}`, endpoint })),
);
const asking = places.filter(({ endpoint }) => endpoint.proof !== undefined);
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({
    domains,
    routes: asking.map(({ endpoint }) => ({ endpoint, handle: async () => throwRefusal({ reached: ['到', '到', 'reached'] }, 'reached') })),
  });
});
afterAll(() => server.close());

test('what asks for a fresh proof is what docs/decisions/0025 says', () => {
  const namesOf = (kind: string) => asking.flatMap(({ name, endpoint }) => (endpoint.proof === kind ? [name] : [])).toSorted();
  expect(namesOf('money')).toEqual([
    'cardReapply.reapply',
    'chargingOrder.adjust',
    'chargingOrder.adoptRecord',
    'chargingOrder.assignParty',
    'chargingOrder.manualEnd',
    'chargingOrder.manualEndConfirm',
    'chargingOrder.manualSettle',
    'chargingOrder.manualSettleConfirm',
    'coupon.grant',
    'coupon.grantToCard',
    'coupon.grantToCustomer',
    'invoice.redDash',
    'invoice.redProceed',
    'invoice.redReject',
    'openingBalance.book',
    'payDifference.confirm',
    'payDifference.mend',
    'prepaidOrder.decide',
    'prepaidOrder.decideConfirm',
    'prepaidOrder.refund',
    'privilegeCard.grant',
    'privilegeCard.grantToCard',
    'privilegeCard.grantToCustomer',
    'privilegeCardHold.end',
    'recharge.add',
    'recharge.importExcel',
    'recharge.reverse',
    'refundOrder.goodwill',
    'refundOrder.goodwillConfirm',
    'refundOrder.mendAbnormal',
    'refundOrder.mendConfirm',
    'refundOrder.retry',
    'userAgentPoints.confirm',
    'userAgentPoints.give',
    'userAgentPoints.take',
    'writeOff.add',
  ]);
  expect(namesOf('remote')).toEqual([
    'chargingOrder.remoteStart',
    'chargingProfile.clearChargingProfile',
    'chargingProfile.setChargingProfile',
    'operation.clearCache',
    'operation.recallOrders',
    'operation.restart',
    'operation.setKey',
    'operation.transferData',
    'operation.unlockGun',
    'parameter.sendWanted',
    'parameter.setParameter',
    'payQr.renewLabels',
    'payQr.setPayQrCode',
    'powerLimit.end',
    'powerLimit.set',
    'reservationOrder.make',
    'upgradeCampaign.approveCampaign',
    'upgradeCampaign.resumeCampaign',
    'upgradeCampaign.updateFirmware',
  ]);
  expect(namesOf('keys')).toEqual([
    'accessConfig.add',
    'accessConfig.edit',
    'accessConfig.rotateKeys',
    'accessConfig.setStations',
    'bigScreen.newKey',
    'companyInvoiceInfo.add',
    'companyInvoiceInfo.edit',
    'config.edit',
    'config.reset',
    'config.restore',
    'keyRotation.rotateKey',
    'partnerWebhook.add',
    'partnerWebhook.edit',
    'payConf.add',
    'payConf.edit',
    'payConf.setPayConf',
    'pile.add',
    'pile.edit',
    'pile.importExcel',
    'pile.renewSecret',
    'plain.allowPlain',
    'powerKey.issue',
    'user.changeContact',
  ]);
  expect(namesOf('people')).toEqual([
    'departRole.add',
    'departRole.deptRoleUserAdd',
    'departRole.edit',
    'departRole.saveDeptRolePermission',
    'permission.saveDepartPermission',
    'permission.saveRolePermission',
    'role.add',
    'role.edit',
    'roleGroup.add',
    'roleGroup.edit',
    'user.add',
    'user.changePassword',
    'user.edit',
    'user.resetSecondStep',
  ]);
  expect(namesOf('export').filter((name) => !name.endsWith('.exportXls'))).toEqual([]);
});

test('every sheet with phones or with money of people asks for one', () => {
  const bare = places.flatMap(({ feature, name, endpoint }) => {
    const fields = Object.entries((feature.resource ?? feature.report)?.fields ?? {});
    const holds = fields.some(([field, { kind }]) => kind === 'phone' || kind === 'money' || field === 'realname');
    return endpoint.output.form === 'file' && endpoint.allow.endsWith(':export') && holds && !endpoint.proof ? [name] : [];
  });
  // The limits and the live meter of a machine concern nobody's money.
  expect(bare.toSorted()).toEqual(['gun.exportXls', 'pile.exportXls']);
});

test.each(asking)('$name is refused without one, by any method', async ({ endpoint }) => {
  const stale = { ...viewers.platform(), username: 'stale', provedUntilMs: Date.now() - 1 };
  const input = Object.fromEntries((endpoint.proofInputs ?? []).map((name) => [name, '0123456789abcdef']));
  for (const method of [endpoint.method, ...(endpoint.alsoMethod ? [endpoint.alsoMethod] : [])]) {
    const answer = await server.call(stale, { ...endpoint, method }, input);
    expect(answer).toMatchObject({ status: 200, success: false, refusal: 'proofNeeded' });
  }
  const fresh = await server.fetch({ ...stale, username: 'fresh', provedUntilMs: Date.now() + 60_000 }, endpoint.path, { method: endpoint.method });
  expect(await fresh.text()).not.toContain('proofNeeded');
});

test('a pile is saved without one as long as its secret stays', async () => {
  const stale = { ...viewers.platform(), username: 'stale', provedUntilMs: 0 };
  const edit = places.find(({ name }) => name === 'pile.edit')?.endpoint;
  if (!edit) throw new Error('no pile.edit');
  for (const encryptionSecret of [undefined, null, ''])
    expect(await server.call(stale, edit, { cpCode: 'x', encryptionSecret })).not.toMatchObject({ refusal: 'proofNeeded' });
});

test('what moves money or a gun takes effect once per Idempotency-Key', () => {
  const moving = asking.filter(({ endpoint }) => endpoint.proof === 'money' || endpoint.proof === 'remote');
  // A draft of the address that piles display changes nothing by itself; the command that sends it requires a fresh proof.
  expect(moving.flatMap(({ name, endpoint }) => (endpoint.idempotent ? [] : [name]))).toEqual([]);
});

test('the fleet of the demo goes on when it is asked for one, with one proof for all calls that wait', async () => {
  const staff = await startStaff(() => configRoutes({ secrets: createSecrets([randomBytes(32)]) }));
  try {
    const { database, url } = staff.server;
    const api = await signIn({ url: url.replace(BASE_PATH, ''), username: 'admin', password: 'Correct-Horse-7' });
    await database.asSuperuser("update sys_session set proved_at = now() - interval '11 minutes'");
    staff.identity.sessions.notifyChanged();
    const before = await database.asSuperuser('select id from sys_session order by id');
    expect(await staff.ask(staff.token.admin, configApi.edit, { key: 'site.filingNumber', value: 'x' })).toMatchObject({
      text: expect.stringContaining('proofNeeded'),
    });
    const edits = ['site.filingNumber', 'session.idleMin'].map((key) =>
      api.call(configApi.edit, { key, value: key === 'session.idleMin' ? 90 : 'ICP 1' }),
    );
    expect(await Promise.all(edits)).toHaveLength(2);
    expect(await database.asSuperuser('select id from sys_session order by id')).toEqual(before);
    expect(await database.asSuperuser("select count(*)::int as n from sys_session where proved_at > now() - interval '1 minute'")).toEqual([
      { n: 1 },
    ]);
  } finally {
    await staff.close();
  }
});
