/**
 * What a partner's call costs: `npx tsx bench/partner-call.ts [--calls 1500] [--port 21300]`. A partner's program reads the state of a gun, first signed,
 * then signed and encrypted, one call after another and 16 at once. The limit, measured in the same run: a bare HTTP server in a process of its own that
 * does the same cryptography, answers the same bytes, and claims, counts, reads and logs in one statement written by hand. Prints the ratios, also to the
 * same server without a database. Exits 1 if a ratio is above its limit.
 */
import { createCipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { firstSignIn, sendingTo } from '#apps/server/testing/first-sign-in.ts';
import { signIn } from '#apps/simulator/demo/api.ts';
import { customerApi } from '#domains/customer/resources.ts';
import { accessConfigApi } from '#domains/partner/resources.ts';
import type { AccessKeys } from '#domains/partner/resources.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { sendRequest } from '#kit/test/send-request.ts';
import { inDatabase } from './lists/bench-database.ts';
import { pileCode } from './server/names.ts';
import { startBenchServer } from './server/server.ts';

const { values } = parseArgs({
  options: { calls: { type: 'string', default: '1500' }, port: { type: 'string', default: '21300' }, bare: { type: 'string' } },
});
const calls = Number(values.calls);
const AT_ONCE = 16;
/** A call reads its account, claims its nonce and is counted, reads the gun and is logged: four statements and two commits instead of one. */
const RATIO_MAX = 3;
const BARE_POOL = 10;
/** The best of so many. */
const ROUNDS = 3;
const PASSWORD = 'Partner-Bench-7a';

const hmac = (key: string, text: string): Buffer => createHmac('sha256', Buffer.from(key, 'base64')).update(text).digest();
const signatureOf = (key: string, parts: readonly string[], body: string): string =>
  hmac(key, [...parts, createHash('sha256').update(body).digest('hex')].join('\n')).toString('hex');

if (values.bare === undefined) await main();
else serveBare(values.bare.split(' '));

/** All that a call reads and writes, as one statement. */
const STATEMENT = {
  name: 'bare',
  text: `with account as (select c.access_config_id, c.tenant_id, k.access_key_id from access_config c join tenant t on t.tenant_id = c.tenant_id
      left join access_key k on k.access_config_id = c.access_config_id where c.auth_id = $1 and not c.is_delete),
    claim as (insert into request_nonce (nonce, until) values ($2, now() + interval '10 minutes') on conflict do nothing returning nonce),
    meter as (update access_meter set last_call_time = now(), minute_calls = minute_calls + 1 where access_config_id = (select access_config_id from account) and exists (select from claim)),
    logged as (insert into partner_call (tenant_id, access_config_id, call_time, call_method, call_path, http_status, call_outcome, took_ms, remote_address)
      select tenant_id, access_config_id, now(), 'GET', $3, 200, 1, 1, '127.0.0.1' from account)
    select g.gun_number, g.gun_work_stat, p.cp_name, p.cp_type, p.cp_power, s.timezone from gun g join pile p on p.cp_code = g.cp_code join station s on s.station_id = g.station_id
    where g.cp_code = $4 and g.gun_number = 1 and exists (select from access_config_station l, account a where l.access_config_id = a.access_config_id and l.station_id = g.station_id)`,
} as const;

interface BareCall {
  readonly url: string;
  readonly nonce: string;
}

/** Verifies each call, does its work in the database if it has one, and answers so many letters, encrypted when the call says so. */
function serveBare([signKey = '', secretKey = '', ivKey = '', letters = '', authId = '']: readonly string[]): void {
  const answer = 'x'.repeat(Number(letters));
  const { BENCH_DATABASE: connectionString } = process.env;
  const pool = connectionString === undefined ? undefined : new pg.Pool({ connectionString, max: BARE_POOL });
  pool?.on('error', () => undefined);
  const work = async ({ url, nonce }: BareCall): Promise<void> => {
    await pool?.query({ ...STATEMENT, values: [authId, createHash('sha256').update(nonce).digest(), url, pileCode(0)] });
  };
  const answerCall = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { headers, method = '', url = '' } = request;
    const [timestamp, nonce] = [String(headers['x-timestamp']), String(headers['x-nonce'])];
    if (signatureOf(signKey, [method, url, timestamp, nonce], '') !== headers['x-signature']) return void response.writeHead(401).end();
    await work({ url, nonce });
    if (headers['x-auth-id'] !== 'encrypted') return void response.setHeader('content-type', 'application/json').end(answer);
    const iv = hmac(ivKey, `response\n${timestamp}\n${nonce}`).subarray(0, 12);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(secretKey, 'base64'), iv);
    const encData = Buffer.concat([cipher.update(answer), cipher.final(), cipher.getAuthTag()]).toString('base64');
    return void response.setHeader('content-type', 'application/json').end(JSON.stringify({ encData }));
  };
  createServer((request, response) => void answerCall(request, response)).listen(Number(values.port), '127.0.0.1', () => process.send?.('listening'));
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
      const bare = async (port: number, database?: string): Promise<Caller> => {
        const child = fork(import.meta.filename, ['--port', String(port), '--bare', [own.signKey, secretKey, ivKey, letters, authId].join(' ')], {
          env: { ...process.env, ...(database === undefined ? {} : { BENCH_DATABASE: database }) },
        });
        children.push(child);
        await new Promise((resolve) => child.once('message', resolve));
        return { ...own, origin: `http://127.0.0.1:${port}`, authId: authType === 1 ? 'plain' : 'encrypted' };
      };
      const limit = await bare(Number(values.port) + 9, inDatabase(bench.database.superuserUrl, 'chargeops'));
      const withoutDatabase = await bare(Number(values.port) + 8);
      for (const atOnce of [1, AT_ONCE]) {
        // In turn, so that a change of the machine's speed touches all of them.
        const times = { own: Infinity, limit: Infinity, bare: Infinity };
        for (let round = 0; round < ROUNDS; round += 1) {
          times.own = Math.min(times.own, await timeOf(own, atOnce));
          times.limit = Math.min(times.limit, await timeOf(limit, atOnce));
          times.bare = Math.min(times.bare, await timeOf(withoutDatabase, atOnce));
        }
        const ratio = times.own / times.limit;
        isMet &&= ratio <= RATIO_MAX;
        console.log(
          `${name}, ${atOnce} at once: ${times.own.toFixed(0)} µs a call, by hand ${times.limit.toFixed(0)} µs, ratio ${ratio.toFixed(1)} of ${RATIO_MAX}; without a database ${times.bare.toFixed(0)} µs`,
        );
      }
      for (const child of children.splice(0)) child.kill();
    }
    console.log(isMet ? 'within all limits' : 'missed');
    process.exitCode = isMet ? 0 : 1;
  } finally {
    for (const child of children) child.kill();
    await bench.stop();
  }
}
