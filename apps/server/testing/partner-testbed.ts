import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';
import { customerApi } from '#domains/customer/resources.ts';
import { startOperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import type { OperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import { createEgress } from '#kit/server/egress/egress.ts';
import { accessConfigApi, partner } from '#domains/partner/resources.ts';
import type { AccessKeys } from '#domains/partner/resources.ts';
import { partnerRoutes, startWebhookSender } from '#domains/partner/server.ts';

/** The answer of the open API; what it contains is what a test expects. */
export interface OpenAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  readonly body: Readonly<Record<string, unknown>>;
}

/** Parts of a call that differ from a right one. */
export interface CallOptions {
  readonly timestampS?: number;
  readonly nonce?: string;
  readonly ip?: string;
  readonly token?: string;
  readonly authId?: string;
  /** Changes the request after it was signed. */
  readonly bend?: (sent: SentCall) => SentCall;
  readonly isEncrypted?: boolean;
}

export interface SentCall {
  readonly method: string;
  readonly path: string;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** A partner's program, written from the guide and not from the server's code. */
export interface PartnerProgram {
  readonly accessConfigId: string;
  readonly keys: AccessKeys;
  /** Calls a route such as `GET /stations`. */
  readonly call: (route: string, input?: object, options?: CallOptions) => Promise<OpenAnswer>;
  /** The code of the problem, or the status of an answer. */
  readonly outcome: (route: string, input?: object, options?: CallOptions) => Promise<string>;
}

export interface PartnerTestbed extends OperatorTestbed {
  readonly custId: string;
  /** An account that sees the station of the testbed, with its keys. */
  readonly partner: (more?: Readonly<Record<string, unknown>>, stationIds?: string) => Promise<PartnerProgram>;
  readonly program: (accessConfigId: string, keys: AccessKeys, isEncrypted?: boolean) => PartnerProgram;
  readonly sender: ReturnType<typeof startWebhookSender>;
  readonly rows: (statement: string, values?: readonly unknown[]) => Promise<readonly Record<string, unknown>[]>;
}

export const openBase = '/open/partner/v1';

export const startPartnerTestbed = async (insideOrigins: readonly string[] = []): Promise<PartnerTestbed> => {
  const egress = createEgress({
    insideOrigins: new Set(insideOrigins),
    bounds: { connectMs: 1_500, totalMs: 1_500, answerBytes: 65_536, urlLength: 2_048 },
  });
  const bed = await startOperatorTestbed({ domains: [partner], routes: (deps) => partnerRoutes({ ...deps, egress }) });
  const { server, staff, ids } = bed;
  const { custId } = await server.ok(staff, customerApi.add, {
    tenantId: ids.tenantId,
    custName: 'Partner Company',
    custType: 2,
    custPhone: '13900000001',
    useFundsPool: 0,
  });
  await bed.fund(`customer:${custId}`, 1_000_00n);
  const sender = startWebhookSender({ ...bed.deps, egress });
  const names = { next: 0 };
  const program: PartnerTestbed['program'] = (accessConfigId, keys, isEncrypted = false) =>
    programOf({ url: server.url, now: bed.now }, { accessConfigId, keys, isEncrypted });
  return {
    ...bed,
    custId,
    sender,
    program,
    rows: (statement, values = []) => server.database.asSuperuser<Record<string, unknown>>(statement, [...values]),
    partner: async (more = {}, stationIds = ids.stationId) => {
      names.next += 1;
      const { accessConfigId } = await server.ok(staff, accessConfigApi.add, {
        tenantId: ids.tenantId,
        cname: `Partner ${names.next}`,
        authType: 1,
        custId,
        accessRights: [1, 2, 3, 4],
        callsPerMinute: 6_000,
        openChargesMax: 10,
        authExpTime: '2099-01-01T00:00:00.000Z',
        ...more,
      });
      const keys = await server.ok(staff, accessConfigApi.rotateKeys, { accessConfigId, overlapHours: 0 });
      await server.ok(staff, accessConfigApi.setStations, { accessConfigId, stationIds });
      return program(accessConfigId, keys, more['authType'] === 2);
    },
    close: async () => {
      await sender.stop();
      await bed.close();
    },
  };
};

const bytes = (base64: string): Buffer => Buffer.from(base64, 'base64');
const hmac = (key: Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();

interface ProgramFacts {
  readonly accessConfigId: string;
  readonly keys: AccessKeys;
  readonly isEncrypted: boolean;
}

const programOf = (
  { url, now }: { readonly url: string; readonly now: () => number },
  { accessConfigId, keys, isEncrypted }: ProgramFacts,
): PartnerProgram => {
  const base = new URL(url).pathname + openBase;
  const ivOf = (direction: string, timestamp: string, nonce: string) =>
    hmac(bytes(keys.ivKey), `${direction}\n${timestamp}\n${nonce}`).subarray(0, 12);
  const call: PartnerProgram['call'] = async (route, input, options = {}) => {
    const [method = '', path = ''] = route.split(' ');
    const timestamp = String(options.timestampS ?? Math.floor(now() / 1_000));
    const nonce = options.nonce ?? randomBytes(16).toString('hex');
    const plain = input === undefined ? '' : JSON.stringify(input);
    const seals = options.isEncrypted ?? isEncrypted;
    const body = seals && plain !== '' ? JSON.stringify({ encData: sealed(bytes(keys.secretKey), ivOf('request', timestamp, nonce), plain) }) : plain;
    const signed = [method, base + path, timestamp, nonce, createHash('sha256').update(body).digest('hex')].join('\n');
    const right: SentCall = {
      method,
      path,
      body,
      headers: {
        authorization: `Bearer ${options.token ?? keys.accessToken}`,
        'x-auth-id': options.authId ?? keys.authId,
        'x-timestamp': timestamp,
        'x-nonce': nonce,
        'x-signature': hmac(bytes(keys.signSecret.slice(6)), signed).toString('hex'),
        ...(options.ip !== undefined && { 'x-forwarded-for': options.ip }),
      },
    };
    const sent = options.bend?.(right) ?? right;
    const answer = await fetch(`${url}${openBase}${sent.path}`, {
      method: sent.method,
      headers: { 'accept-language': 'en-US', ...sent.headers, ...(sent.body !== '' && { 'content-type': 'application/json' }) },
      ...(sent.body !== '' && { body: sent.body }),
    });
    const text = await answer.text();
    const parsed = record(text);
    const encData = parsed['encData'];
    const opened = typeof encData === 'string' ? record(unsealed(bytes(keys.secretKey), ivOf('response', timestamp, nonce), encData)) : parsed;
    return { status: answer.status, headers: answer.headers, text, body: opened };
  };
  return {
    accessConfigId,
    keys,
    call,
    outcome: async (route, input, options) => {
      const { status, body } = await call(route, input, options);
      return status < 400 ? String(status) : String(body['code']);
    },
  };
};

const record = (text: string): Readonly<Record<string, unknown>> => {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? { ...value } : {};
};

const sealed = (key: Buffer, iv: Buffer, text: string): string => {
  const cipher = createCipheriv('aes-256-gcm', key, iv);
  return Buffer.concat([cipher.update(text), cipher.final(), cipher.getAuthTag()]).toString('base64');
};

const unsealed = (key: Buffer, iv: Buffer, text: string): string => {
  const all = bytes(text);
  const decipher = createDecipheriv('aes-256-gcm', key, iv).setAuthTag(all.subarray(-16));
  return Buffer.concat([decipher.update(all.subarray(0, -16)), decipher.final()]).toString();
};
