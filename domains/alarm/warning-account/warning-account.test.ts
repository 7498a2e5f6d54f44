import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { smtpProvider, webhookProvider } from '#domains/system/server.ts';
import { viewers } from '#kit/test/server.ts';
import { startReceiver, startWarningTestbed } from '../warning-log/warning-testbed.fixture.ts';
import type { WarningTestbed } from '../warning-log/warning-testbed.fixture.ts';
import { checkAccountSecret, checkAddress } from './account.rules.ts';
import { warningAccountApi } from './warning-account.ts';

let hook: Awaited<ReturnType<typeof startReceiver>>;
let sms: Awaited<ReturnType<typeof startReceiver>>;
let bed: WarningTestbed;
const mails: string[] = [];
let refusal: { readonly responseCode: number; readonly message: string } | undefined;
const post = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onRcptTo: (_address, _session, done) => done(refusal ? Object.assign(new Error(refusal.message), { responseCode: refusal.responseCode }) : null),
  onData: (stream, _session, done) => {
    let text = '';
    stream.on('data', (chunk: Buffer) => (text += chunk.toString()));
    stream.on('end', () => {
      mails.push(text);
      done();
    });
  },
});

beforeAll(async () => {
  hook = await startReceiver();
  sms = await startReceiver();
  await new Promise<void>((resolve) => post.listen(0, '127.0.0.1', () => resolve()));
  const { port } = post.server.address() as AddressInfo; // it listens on TCP
  const providers = {
    mail: smtpProvider({ url: `smtp://127.0.0.1:${port}`, from: 'ChargeOps <noreply@chargeops.example>' }),
    sms: webhookProvider({ url: `${sms.origin}/sms`, secret: 'a secret of sixteen' }),
  };
  bed = await startWarningTestbed({ origins: [hook.origin], providers });
});
afterAll(async () => {
  await bed.close();
  await new Promise<void>((resolve) => post.close(() => resolve()));
  await hook.close();
  await sms.close();
});
beforeEach(async () => {
  await bed.clear();
  refusal = undefined;
  for (const list of [hook.received, hook.answers, sms.received, sms.answers, mails]) list.length = 0;
});

const tenant = viewers.tenant('1');
const draft = (more: Readonly<Record<string, unknown>>) =>
  ({ tenantId: '1', warningAccountName: 'Duty', warningLang: 'en_US', minLevel: 4, delayMin: 0, passesMajor: 0, ...more }) as never; // each test names type and address
const mail = { warningAccountType: 2, warningAccount: 'Duty@Example.com' };
const phone = { warningAccountType: 1, areaCode: '86', warningAccount: '139 0000 0001' };
const robot = () => ({ warningAccountType: 3, warningAccount: `${hook.origin}/robot/send?access_token=verySecretToken` });
const add = async (more: Readonly<Record<string, unknown>>, viewer = tenant) => bed.server.call(viewer, warningAccountApi.add, draft(more));
const added = async (more: Readonly<Record<string, unknown>>) => (await bed.server.ok(tenant, warningAccountApi.add, draft(more))).warningAccountId;
const codeIn = (text: string): string => /\d{6}/u.exec(text.replaceAll(/[\s\S]*the code of/gu, ''))?.[0] ?? '';

describe('an account is tested before it counts', () => {
  test('a mail with a code is sent; a wrong code is refused and counted, the right one verifies once', async () => {
    const id = await added(mail);
    await bed.open('111');
    await bed.server.ok(tenant, warningAccountApi.sendTest, { id });
    await bed.pass(1_000);
    expect(mails).toHaveLength(1);
    expect(mails[0]).toMatch(/^To: duty@example\.com/mu);
    expect(mails[0]).toMatch(/^Auto-Submitted: auto-generated/mu);
    expect(mails[0]).toMatch(/^Message-ID:\s+<[\da-f]{64}@chargeops\.example>/mu);
    const code = codeIn(mails[0]?.replaceAll('=\r\n', '').split('\r\n\r\n')[1] ?? '');
    expect(code).toMatch(/^\d{6}$/u);
    // The log never contains the code.
    const [row] = await bed.database.asSuperuser<{ all: string }>('select row_to_json(l)::text as all from warning_log l');
    expect(row?.all).not.toContain(code);
    const wrong = code === '000000' ? '000001' : '000000';
    const confirm = (testCode: string, viewer = tenant) => bed.server.call(viewer, warningAccountApi.confirmTest, { warningAccountId: id, testCode });
    expect(await confirm(wrong)).toMatchObject({ success: false, message: 'The code is wrong or too old' });
    expect(await confirm(code, viewers.tenant('2'))).toMatchObject({ status: 404 });
    expect(await confirm(code)).toMatchObject({ success: true });
    expect(await confirm(code)).toMatchObject({ success: false });
    expect((await bed.server.ok(tenant, warningAccountApi.queryById, { id })).verifiedAt).not.toBeNull();
    await bed.open('111');
    await bed.pass(1_000);
    expect(mails).toHaveLength(2);
  });

  test('a code cannot be guessed: five tries, then a new test', async () => {
    const id = await added(mail);
    await bed.server.ok(tenant, warningAccountApi.sendTest, { id });
    await bed.pass(1_000);
    const code = codeIn(mails[0]?.replaceAll('=\r\n', '').split('\r\n\r\n')[1] ?? '');
    const confirm = (testCode: string) => bed.server.call(tenant, warningAccountApi.confirmTest, { warningAccountId: id, testCode });
    for (let tries = 0; tries < 5; tries++) expect((await confirm(code === '111111' ? '222222' : '111111')).success).toBe(false);
    expect((await confirm(code)).success).toBe(false);
    expect(await bed.server.call(tenant, warningAccountApi.sendTest, { id })).toMatchObject({
      success: false,
      message: expect.stringMatching(/^Send the next one in \d+ seconds$/u),
    });
  });

  test('a code is void after half an hour', async () => {
    const id = await added(mail);
    await bed.server.ok(tenant, warningAccountApi.sendTest, { id });
    await bed.pass(1_000);
    await bed.database.asSuperuser("update warning_account set test_sent_at = now() - interval '31 minutes'");
    const code = codeIn(mails[0]?.replaceAll('=\r\n', '').split('\r\n\r\n')[1] ?? '');
    expect((await bed.server.call(tenant, warningAccountApi.confirmTest, { warningAccountId: id, testCode: code })).success).toBe(false);
  });

  test('another address or another secret has to be tested again; another name has not', async () => {
    const id = await added(robot());
    await bed.database.asSuperuser('update warning_account set verified_at = now()');
    const edit = async (patch: Readonly<Record<string, unknown>>) => {
      const { version } = await bed.server.ok(tenant, warningAccountApi.queryById, { id });
      return (await bed.server.ok(tenant, warningAccountApi.edit, { warningAccountId: id, version, ...patch })).verifiedAt !== null;
    };
    const shown = (await bed.server.ok(tenant, warningAccountApi.queryById, { id })).warningAccount;
    expect(await edit({ warningAccountName: 'Night', warningAccount: shown })).toBe(true);
    expect(await edit({ accountSecret: 'SECother' })).toBe(false);
    await bed.database.asSuperuser('update warning_account set verified_at = now()');
    expect(await edit({ warningAccount: `${hook.origin}/robot/send?access_token=other` })).toBe(false);
  });
});

describe('delivery by the services of the operator', () => {
  test('a text message goes to the number with its area code', async () => {
    const id = await added(phone);
    await bed.server.ok(tenant, warningAccountApi.sendTest, { id });
    await bed.pass(1_000);
    expect(sms.received.map(({ body }) => JSON.parse(body) as unknown)).toMatchObject([{ channel: 'sms', to: '+8613900000001' }]);
  });

  test('a mailbox that is full for now is tried again, one that does not exist is not', async () => {
    const id = await added(mail);
    refusal = { responseCode: 452, message: 'mailbox full' };
    await bed.server.ok(tenant, warningAccountApi.sendTest, { id });
    await bed.pass(1_000);
    expect(await bed.logOf()).toMatchObject([{ stat: 3, answer: '452 mailbox full' }]);
    refusal = { responseCode: 550, message: 'no such user' };
    await bed.pass(15_000);
    expect(await bed.logOf()).toMatchObject([{ stat: 4, answer: '550 no such user' }]);
  });
});

describe('the address of a robot is a secret', () => {
  test('it is shown in part, stored sealed, and used whole', async () => {
    const answer = await bed.server.ok(tenant, warningAccountApi.add, draft({ ...robot(), accountSecret: 'SECtest' }));
    expect(answer.warningAccount).toBe(`${hook.origin}/…oken`);
    expect(JSON.stringify(answer)).not.toMatch(/verySecret|SECtest|addressSealed|addressHash|accountSecret/u);
    const [row] = await bed.database.asSuperuser<{ all: string }>('select row_to_json(a)::text as all from warning_account a');
    expect(row?.all).not.toMatch(/verySecret|SECtest/u);
    await bed.server.ok(tenant, warningAccountApi.sendTest, { id: answer.warningAccountId });
    await bed.pass(1_000);
    expect(hook.received[0]?.url).toMatch(/^\/robot\/send\?access_token=verySecretToken&timestamp=\d{13}&sign=.+/u);
  });
});

describe('what is refused, with nothing stored', () => {
  test.each([
    ['a telephone without its area code', { ...phone, areaCode: null }, 'A telephone needs its area code'],
    ['a number that is none', { ...phone, warningAccount: '12-ab' }, 'Enter the number in digits, without its area code'],
    ['an area code with a plus', { ...phone, areaCode: '+86' }, 'Area code has a wrong format'],
    ['a mail address that is none', { ...mail, warningAccount: 'duty' }, 'Enter a valid mail address'],
    ['an area code of a mailbox', { ...mail, areaCode: '86' }, 'Only a telephone has an area code'],
    ['a secret of a mailbox', { ...mail, accountSecret: 'x' }, 'This type has no signing secret'],
    ['plain HTTP', { warningAccountType: 7, warningAccount: 'http://hooks.slack.com/services/x' }, 'Enter a valid https address'],
    ['loopback', { warningAccountType: 7, warningAccount: 'https://127.0.0.1/services/x' }, 'An address inside the own network cannot be used'],
    [
      'a cloud’s own address',
      { warningAccountType: 7, warningAccount: 'https://169.254.169.254/latest' },
      'An address inside the own network cannot be used',
    ],
    ['a page of the provider', { warningAccountType: 3, warningAccount: 'https://www.dingtalk.com/' }, 'This is not the address of a DingTalk robot'],
    ['a webhook without a secret', { warningAccountType: 6, warningAccount: 'https://a.example/hook' }, 'A signed webhook needs a secret'],
    ['half of the quiet hours', { ...mail, quietFrom: '22:00' }, 'Quiet hours need a beginning'],
    ['no name', { ...mail, warningAccountName: '' }, 'Name is required'],
  ])('%s', async (_what, more, message) => {
    const answer = await add(more);
    expect(answer).toMatchObject({ success: false });
    expect(`${answer.message} ${JSON.stringify(answer.result)}`).toContain(message);
    expect(await bed.database.asSuperuser('select 1 from warning_account')).toEqual([]);
  });

  test('the same account twice', async () => {
    await added(robot());
    expect(await add(robot())).toMatchObject({ success: false, message: 'Account exists already' });
    expect(await add({ ...robot(), exceptionType: 5 })).toMatchObject({ success: true });
  });
});

describe('scope', () => {
  test('staff of an agent or a station add accounts there, and nowhere else', async () => {
    const agent = viewers.agent('1', '11');
    const station = viewers.station({ tenantId: '1', agentId: '11', stationId: '111' });
    expect((await add(mail, agent)).result).toMatchObject({ agentId: '11', stationId: null });
    expect((await add({ ...mail, warningAccount: 'b@example.com' }, station)).result).toMatchObject({ agentId: '11', stationId: '111' });
    expect((await add({ ...mail, warningAccount: 'c@example.com', agentId: '12' }, agent)).success).toBe(false);
    expect((await add({ ...mail, warningAccount: 'd@example.com', stationId: '121' }, agent)).success).toBe(false);
    expect((await add({ ...mail, warningAccount: 'e@example.com', tenantId: '2' }, tenant)).success).toBe(false);
    expect((await bed.server.ok(station, warningAccountApi.list, {})).records).toHaveLength(1);
    expect((await bed.server.ok(agent, warningAccountApi.list, {})).records).toHaveLength(2);
    expect((await bed.server.ok(viewers.agent('1', '12'), warningAccountApi.list, {})).records).toEqual([]);
  });
});

describe('rules', () => {
  test('a number is stored in digits, a mailbox in small letters', () => {
    expect(checkAddress({ type: 1, areaCode: '49', address: ' 30 (123) 45-67 ' })).toMatchObject({ next: { address: '301234567' } });
    expect(checkAddress({ type: 2, areaCode: null, address: ' A@B.example ' })).toMatchObject({ next: { address: 'a@b.example' } });
    expect(checkAddress({ type: 1, areaCode: '49', address: '12345678901234' }).ok).toBe(false);
  });

  test.each([
    ['whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz', true],
    ['whsec_MDEyMzQ1Njc4OWFiY2RlZg==', false],
    ['MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIz', false],
    [`whsec_${'A'.repeat(200)}`, false],
    [null, false],
  ])('the secret of a webhook %#', (secret, ok) => expect(checkAccountSecret(6, secret).ok).toBe(ok));
});
