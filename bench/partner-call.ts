/**
 * What a partner's call costs: `npx tsx bench/partner-call.ts [--calls 2000] [--port 21300]`. A partner's program reads the state of a gun, first signed,
 * then signed and encrypted, one call after another and 16 at once. The limit, measured in the same run: a bare HTTP server in a process of its own that
 * does the same cryptography and answers the same bytes. Prints the ratios. Exits 1 if one is above its limit.
 */
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { parseArgs } from 'node:util';
import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import { signIn } from '#apps/simulator/demo/api.ts';
import { customerApi } from '#domains/customer/resources.ts';
import { accessConfigApi } from '#domains/partner/resources.ts';
import type { AccessKeys } from '#domains/partner/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { sendRequest } from '#kit/test/send-request.ts';
import { pileCode } from './server/names.ts';
import { startBenchServer } from './server/server.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '2000' }, port: { type: 'string', default: '21300' }, bare: { type: 'string' } },
});
const calls = Number(values.calls);
const AT_ONCE = 16;
/** A call reads its account, claims its nonce, is counted, reads the gun and is logged: six statements. */
const RATIO_MAX = 12;
const PASSWORD = 'Partner-Bench-7a';

const hmac = (key: string, text: string): Buffer => createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest();
const signatureOf = (key: string, parts: readonly string[], body: string): string =>
  hmac(key, [...parts, createHash('sha256').update(body).digest('hex')].join('\n')).toString('hex');

if (values.bare === undefined) await main();
else serveBare(values.bare.split(' '));

/** Verifies each call and answers so many letters, encrypted when the call says so. */
function serveBare([signKey = '', secretKey = '', ivKey = '', letters = '']: readonly string[]): void {
  const answer = 'x'.repeat(Number(letters));
  createServer((request, response) => {
    const { headers, method = '', url = '' } = request;
    const [timestamp, nonce] = [String(headers['x-timestamp']), String(headers['x-nonce'])];
    if (signatureOf(signKey, [method, url, timestamp, nonce], '') !== headers['x-signature']) return void response.writeHead(401).end();
    if (headers['x-auth-id'] !== 'encrypted') return void response.setHeader('content-type', 'application/json').end(answer);
    const iv = hmac(ivKey, `response\n${timestamp}\n${nonce}`).subarray(0, 12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(secretKey, 'base64'), iv);
    const encData = Buffer.concat([cipher.update(answer), cipher.final(), cipher.getAuthTag()]).toString('base64');
    return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ encData }));
  }).listen(Number(values.port) + 9, '127.0.0.1', () => process.send?.('listening'));
}

interface Caller {
  readonly origin: string;
  readonly path: string;
  readonly authId: string;
  readonly token: string;
  readonly signKey: string;
}

/** Makes one call and returns the text of its answer. */
async function call({ origin, path, authId, token, signKey }: Caller): Promise<string> {
  const [timestamp, nonce] = [String(Math.floor(Date.now() / 1_000)), randomBytes(16).toString('hex')];
  const headers = {
    authorization: `Bearer ${token}`,
    'x-auth-id': authId,
    'x-timestamp': timestamp,
    'x-nonce': nonce,
    'x-signature': signatureOf(signKey, ['GET', path, timestamp, nonce], ''),
  };
  const { status, bytes } = await sendRequest(`${origin}${path}`, { method: 'GET', headers });
  if (status !== 200) throw new Error(`${status} ${bytes.toString()}`);
  return bytes.toString();
}

/** Microseconds a call, with so many at once. */
async function timeOf(caller: Caller, atOnce: number): Promise<number> {
  const loop = async (): Promise<void> => {
    for (let n = 0; n < calls / atOnce; n += 1) await call(caller);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, () => call(caller)));
  const begunMs = performance.now();
  await Promise.all(Array.from({ length: atOnce }, loop));
  return ((performance.now() - begunMs) * 1_000) / calls;
}

async function main(): Promise<void> {
  const bench = await startBenchServer({ piles: 20, protocol: 2, cards: 1, basePort: Number(values.port) });
  const children: { kill(): void }[] = [];
  try {
    const origin = `http://127.0.0.1:${bench.ports.http}`;
    await firstSignIn(sendingTo(`${origin}${BASE_PATH}`), { username: 'admin', initial: bench.oneTimePassword(), chosen: PASSWORD });
    const api = await signIn({ url: origin, username: 'admin', password: PASSWORD });
    const { custId } = await api.call(customerApi.add, {
      tenantId: '1',
      custName: 'Partner',
      custType: 2,
      custPhone: '13900000001',
      useFundsPool: 0,
      custLanguage: 1,
    });
    const accountOf = async (authType: 1 | 2): Promise<AccessKeys> => {
      const { accessConfigId } = await api.call(accessConfigApi.add, {
        tenantId: '1',
        cname: `Partner ${authType}`,
        authType,
        custId,
        accessRights: [1],
        callsPerMinute: 6_000,
        openChargesMax: 1,
        authExpTime: '2099-01-01T00:00:00.000Z',
      });
      await bench.sql.query(`select set_config('app.tenants', '*', false)`);
      // The limit of calls would measure itself.
      await bench.sql.query('alter table access_config drop constraint if exists access_config_calls_per_minute_check');
      await bench.sql.query('update access_config set calls_per_minute = 100000000');
      await api.call(accessConfigApi.setStations, { accessConfigId, stationIds: '1' });
      return api.call(accessConfigApi.rotateKeys, { accessConfigId, overlapHours: 0 });
    };
    const path = `${BASE_PATH}/open/partner/v1/guns/${pileCode(0)}/1`;
    let isMet = true;
    for (const [name, authType] of [
      ['signed', 1],
      ['encrypted', 2],
    ] as const) {
      const { authId, accessToken: token, signSecret, secretKey, ivKey } = await accountOf(authType);
      const own = { origin, path, authId, token, signKey: signSecret.slice('whsec_'.length) };
      const answer = await call(own);
      const letters = Math.floor(answer.length * (authType === 1 ? 1 : 0.7));
      const child = fork(import.meta.filename, ['--port', values.port, '--bare', [own.signKey, secretKey, ivKey, letters].join(' ')]);
      children.push(child);
      await new Promise((resolve) => child.once('message', resolve));
      const limit = { ...own, origin: `http://127.0.0.1:${Number(values.port) + 9}`, authId: authType === 1 ? 'plain' : 'encrypted' };
      for (const atOnce of [1, AT_ONCE]) {
        const [ownUs, limitUs] = [await timeOf(own, atOnce), await timeOf(limit, atOnce)];
        const ratio = ownUs / limitUs;
        isMet &&= ratio <= RATIO_MAX;
        console.log(
          `${name}, ${atOnce} at once: ${ownUs.toFixed(0)} µs a call, bare ${limitUs.toFixed(0)} µs, ratio ${ratio.toFixed(1)} of ${RATIO_MAX}`,
        );
      }
      child.kill();
    }
    console.log(isMet ? 'within all limits' : 'missed');
    process.exitCode = isMet ? 0 : 1;
  } finally {
    for (const child of children) child.kill();
    await bench.stop();
  }
}
