import { OAuth2Server } from 'oauth2-mock-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCas } from '#kit/test/cas.ts';
import type { CasServer } from '#kit/test/cas.ts';
import { viewers } from '#kit/test/server.ts';
import { PASSWORD, startPeople } from '../people.fixture.ts';
import type { PeopleServer } from '../people.fixture.ts';
import { thirdPartyApi, userApi } from '../resources.ts';

const HOME = 'http://127.0.0.1:24999';
const provider = new OAuth2Server();
let cas: CasServer;
let world: PeopleServer;
let aheadMs = 0;

beforeAll(async () => {
  await provider.issuer.keys.generate('RS256');
  await provider.start(0, '127.0.0.1');
  cas = await startCas();
  const oauth2 = { issuer: provider.issuer.url ?? '', clientId: 'chargeops', clientSecret: 'a secret', name: 'Company' };
  world = await startPeople(() => new Date(Date.now() + aheadMs), {
    thirdParties: { publicUrl: HOME, oauth2, cas: { url: cas.url, name: 'CAS' } },
  });
  await world.addOk(viewers.platform(), 'worker', { roleId: world.role('tenantAdmin'), tenantId: '1' });
});
afterAll(async () => {
  await world.close();
  await provider.stop();
  await cas.close();
});

let addresses = 0;
const from = () => ({ 'x-forwarded-for': `10.30.0.${++addresses}` });
const post = <E extends (typeof thirdPartyApi)[keyof typeof thirdPartyApi]>(endpoint: E, input: Readonly<Record<string, unknown>>) =>
  world.server.call(undefined, endpoint, input, from());
const begin = async () => (await post(thirdPartyApi.begin, { source: 'oauth2' })).result as { url: string; bind: string }; // its form is tested below
/** The parameters with which the provider redirects the browser, for a user with this name. */
const atProvider = async (url: string, subject: string): Promise<string> => {
  provider.service.once('beforeTokenSigning', (token: { payload: Record<string, unknown> }) => void (token.payload['sub'] = subject));
  const response = await fetch(url, { redirect: 'manual' });
  return new URL(response.headers.get('location') ?? '').search;
};
const redeem = async (token: string, thirdType = 'oauth2') => {
  const response = await world.server.fetch(undefined, `/sys/thirdLogin/getLoginUser/${token}/${thirdType}`, {
    headers: { 'accept-language': 'en-US', ...from() },
  });
  return (await response.json()) as { success: boolean; message: string; result: { token: string; userInfo: { username: string } } }; // the envelope
};

describe('OAuth2', () => {
  test('asks for the code with PKCE, state and nonce, and comes back nowhere but home', async () => {
    const { url } = await begin();
    const params = new URL(url).searchParams;
    expect(Object.fromEntries(params)).toMatchObject({
      response_type: 'code',
      client_id: 'chargeops',
      code_challenge_method: 'S256',
      redirect_uri: `${HOME}/`,
    });
    for (const name of ['code_challenge', 'state', 'nonce']) expect(params.get(name)?.length).toBeGreaterThan(20);
  });

  test('an account that nobody has claimed is claimed once by a password, and signs in from then on', async () => {
    const first = await begin();
    const search = await atProvider(first.url, 'person-1');
    const unlinked = await post(thirdPartyApi.finish, { search, bind: first.bind });
    expect(unlinked).toMatchObject({ success: false, message: 'This account is not connected yet; sign in once to connect it' });
    const { token } = unlinked.result as unknown as { token: string }; // the detail of the refusal
    expect((await post(thirdPartyApi.connect, { token, username: 'worker', password: 'Wrong-Horse-7' })).message).toBe(
      'User name or password is wrong; check both, or choose Forgotten password',
    );
    const proved = await world.signIn('worker');
    expect(proved).toBeDefined();
    const connected = await post(thirdPartyApi.connect, { token, username: 'worker', password: PASSWORD });
    expect(connected).toMatchObject({ success: true, result: { userInfo: { username: 'worker' } } });
    expect((await post(thirdPartyApi.connect, { token, username: 'worker', password: PASSWORD })).message).toBe('This took too long; start again');

    const again = await begin();
    const arrival = await post(thirdPartyApi.finish, { search: await atProvider(again.url, 'person-1'), bind: again.bind });
    const code = (arrival.result as { token: string }).token; // the next call tests its form
    const { result } = await redeem(code);
    expect(result.userInfo.username).toBe('worker');
    expect(await world.alive(result.token)).toBe(true);
    expect((await redeem(code)).message).toBe('This took too long; start again');
  });

  test('refuses another browser, a state used before, a foreign code and one of yesterday', async () => {
    const expired = 'This took too long; start again';
    const [own, other] = [await begin(), await begin()];
    const search = await atProvider(own.url, 'person-1');
    expect((await post(thirdPartyApi.finish, { search, bind: other.bind })).message).toBe(expired);
    expect((await post(thirdPartyApi.finish, { search, bind: own.bind })).message).toBe(expired);
    const forged = `?code=stolen&state=${new URL(other.url).searchParams.get('state') ?? ''}`;
    expect((await post(thirdPartyApi.finish, { search: forged, bind: other.bind })).message).toBe(
      'The other service did not confirm who you are; start again',
    );
    const late = await begin();
    const lateSearch = await atProvider(late.url, 'person-1');
    aheadMs += 600_001;
    expect((await post(thirdPartyApi.finish, { search: lateSearch, bind: late.bind })).message).toBe(expired);
  });

  test('the code for the session is good for a minute, for its own kind', async () => {
    const codeOf = async () => {
      const { url, bind } = await begin();
      return ((await post(thirdPartyApi.finish, { search: await atProvider(url, 'person-1'), bind })).result as { token: string }).token; // as above
    };
    expect((await redeem(await codeOf(), 'cas')).success).toBe(false);
    const slow = await codeOf();
    aheadMs += 60_001;
    expect((await redeem(slow)).success).toBe(false);
  });

  test('who is frozen here does not come in from there', async () => {
    const { records } = await world.server.ok(viewers.platform(), userApi.list, { username: 'worker' });
    const freeze = (status: number) => world.server.ok(viewers.platform(), userApi.frozenBatch, { ids: records[0]?.id ?? '', status });
    await freeze(2);
    const { url, bind } = await begin();
    const arrival = await post(thirdPartyApi.finish, { search: await atProvider(url, 'person-1'), bind });
    expect((await redeem((arrival.result as { token: string }).token)).message).toBe('This account is frozen; ask your administrator'); // as above
    await freeze(1);
  });
});

describe('connected accounts', () => {
  const as = async (username: string) => ({ 'x-access-token': (await world.signIn(username)) ?? '' });

  test('are shown to their owner, and taken away by nobody else', async () => {
    await world.addOk(viewers.platform(), 'stranger', { roleId: world.role('tenantAdmin'), tenantId: '1' });
    const [worker, foreignUser] = [await as('worker'), await as('stranger')];
    const accounts = async (headers: Readonly<Record<string, string>>) =>
      (await world.server.call(undefined, thirdPartyApi.accounts, {}, headers)).result;
    const [account] = await accounts(worker);
    expect(account).toMatchObject({ subject: expect.stringMatching(/./) as string, name: 'Company' });
    expect(await accounts(foreignUser)).toEqual([]);
    const given = { issuer: account?.issuer ?? '', subject: account?.subject ?? '' };
    expect(await world.server.call(undefined, thirdPartyApi.disconnect, given, foreignUser)).toMatchObject({ status: 404 });
    expect(await accounts(worker)).toHaveLength(1);
    expect(await world.server.call(undefined, thirdPartyApi.disconnect, given, worker)).toMatchObject({ success: true });
    expect(await accounts(worker)).toEqual([]);
    const { url, bind } = await begin();
    expect((await post(thirdPartyApi.finish, { search: await atProvider(url, 'person-1'), bind })).message).toBe(
      'This account is not connected yet; sign in once to connect it',
    );
  });
});

describe('CAS', () => {
  const validate = (ticket: string, service = `${HOME}/`) => post(thirdPartyApi.validateLogin, { ticket, service });
  const ticketFor = (user: string, service = `${HOME}/`): string => cas.ticketFor(user, service);

  test('sends the browser to the server with the address of this one', async () => {
    const { result } = await post(thirdPartyApi.begin, { source: 'cas' });
    expect(result).toMatchObject({ url: expect.stringMatching(/\/cas\/login\?service=http%3A%2F%2F127\.0\.0\.1%3A24999%2F$/) });
  });

  test('a ticket opens a session for the person it is connected to', async () => {
    const unlinked = await validate(ticketFor('cas.worker'));
    expect(unlinked).toMatchObject({ success: false, message: 'This account is not connected yet; sign in once to connect it' });
    const { token } = unlinked.result as unknown as { token: string }; // the detail of the refusal
    expect((await post(thirdPartyApi.connect, { token, username: 'worker', password: PASSWORD })).success).toBe(true);
    const answer = await validate(ticketFor('cas.worker'));
    expect(answer).toMatchObject({ success: true, result: { userInfo: { username: 'worker' } } });
    expect(await world.alive((answer.result as { token: string }).token)).toBe(true); // a login answer
  });

  test('a ticket may be handed over by POST, as specified, or in the query, as other clients of the family do', async () => {
    for (const method of ['POST', 'GET'] as const) {
      const answer = await world.server.call(
        undefined,
        { ...thirdPartyApi.validateLogin, method },
        { ticket: ticketFor('cas.worker'), service: `${HOME}/` },
        from(),
      );
      expect([method, answer.success, answer.result.userInfo?.username]).toEqual([method, true, 'worker']);
    }
  });

  test('a ticket that is wrong, used, or for another service opens none', async () => {
    expect((await validate('ST-none')).message).toBe('The other service did not confirm who you are; start again');
    const elsewhere = 'https://evil.example/';
    expect((await validate(ticketFor('cas.worker', elsewhere), elsewhere)).message).toBe('This way of signing in is not set up');
    expect((await validate(ticketFor('cas.worker', elsewhere))).message).toBe('The other service did not confirm who you are; start again');
    const once = ticketFor('cas.worker');
    expect((await validate(once)).success).toBe(true);
    expect((await validate(once)).success).toBe(false);
  });
});

test('a system without other services knows none', async () => {
  const plain = await startPeople();
  expect((await plain.server.call(undefined, thirdPartyApi.begin, { source: 'oauth2' })).message).toBe('This way of signing in is not set up');
  await plain.close();
});
