import { hash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { expect } from 'vitest';
import { startPaymentWorker } from '#domains/charging/server.ts';
import type { OperatorTestbed } from '#domains/charging/operator-testbed.fixture.ts';
import { PILE } from '#domains/charging/charging-testbed.fixture.ts';
import { startWithPayments } from '#domains/charging/prepaid-order/prepaid-testbed.fixture.ts';
import { payQrApi } from '#domains/device/resources.ts';
import { payQrRoutes } from '#domains/device/server.ts';
import { driver } from '#domains/driver/resources.ts';
import type {
  DriverGunView,
  DriverOrderMade,
  DriverOrderView,
  DriverOtpSent,
  DriverPhoneSession,
  DriverProblem,
  DriverPuzzle,
  DriverVisit,
} from '#domains/driver/resources.ts';
import { driverRoutes } from '#domains/driver/server.ts';
import { createStreamBounds } from '#kit/server/connections/stream-bounds.ts';
import { temporaryFolder } from '#kit/test/temporary-folder.ts';
import { marketing } from '#domains/marketing/resources.ts';
import { marketingRoutes } from '#domains/marketing/server.ts';
import { createPaymentProviders } from '#domains/money/server.ts';
import { createFileStores, createMessenger, startMessageSender } from '#domains/system/server.ts';
import type { OutgoingMessage } from '#domains/system/server.ts';
import { startStandIn } from './stand-in.ts';
import { testKeys } from './test-keys.fixture.ts';

export interface HttpAnswer<T> {
  readonly status: number;
  readonly body: T;
  readonly headers: Headers;
}

interface RequestParts {
  readonly body?: object;
  readonly headers?: Readonly<Record<string, string>>;
}

export type DriverTestbed = Awaited<ReturnType<typeof startDriverTestbed>>;

/** What arrives at phones and in mailboxes. */
const createReceivers = () => {
  const messages: { readonly to: string; readonly body: string }[] = [];
  const sms = {
    name: 'receiver',
    keepsText: false,
    send: ({ to, body }: { readonly to: string; readonly body: string }) => {
      messages.push({ to, body });
      return Promise.resolve('taken');
    },
  };
  const mails: { readonly to: string; readonly subject: string; readonly body: string; readonly files: readonly Buffer[] }[] = [];
  const mail = {
    name: 'mail',
    keepsText: false,
    send: async ({ to, subject, body, attachments = [] }: OutgoingMessage) => {
      const files: Buffer[] = [];
      for (const { content } of attachments) files.push(Buffer.concat(await content.toArray()));
      mails.push({ to, subject, body, files });
      return 'taken';
    },
  };
  return { messages, mails, providers: { sms, mail } };
};

/** What the pile does with the newest order. */
const newestOrderOf = (base: OperatorTestbed) => {
  const started = {
    kind: 'startResult',
    gunNumber: 1,
    startResult: 0,
    startSource: 3,
    startSoc: 40,
    startMeterDwh: 1_000_000,
    fromStore: false,
  } as const;
  /** It starts and charges; returns the number. */
  const startNewest = async (energyDwh: number): Promise<string> => {
    const [row] = await base.server.database.asSuperuser<{ no: string }>(
      `select charging_order_no as no from charging_order order by charging_order_id desc limit 1`,
    );
    const chargingOrderNo = row?.no ?? '';
    await base.charging.handlers.startResult(base.pile, { ...started, chargingOrderNo, startAtMs: base.now() });
    await base.sample(chargingOrderNo, energyDwh, { atMs: base.now() + 1_000 });
    return chargingOrderNo;
  };
  /** It starts, charges and ends, and the order is settled; returns the number. */
  const chargeNewest = async (energyDwh: number): Promise<string> => {
    const orderNo = await startNewest(energyDwh);
    await base.sendEndRecord(orderNo, energyDwh);
    await base.worker.poll();
    return orderNo;
  };
  return { startNewest, chargeNewest };
};

/** A pile with its label, the providers over their wires, their worker, and a receiver of text messages. */
export const startDriverTestbed = async () => {
  const streams = createStreamBounds();
  const now: { of: () => number } = { of: Date.now };
  const clock = (): number => now.of();
  const standIn = await startStandIn({ clock, timeFactor: 100, keys: testKeys() });
  const { wechat, alipay, stripe } = standIn.keys.merchants;
  const origins = { wechat: standIn.origin, alipay: standIn.origin, stripe: standIn.origin, invoices: standIn.origin };
  const { messages, mails, providers } = createReceivers();
  const folder = temporaryFolder('driver-files');
  const places = { stores: createFileStores({ folder, s3: undefined }), spoolFolder: join(folder, 'spool') };
  const messenger = createMessenger(providers);
  const bed = await startWithPayments(
    () => ({ providers: createPaymentProviders({ origins, clock }), accounts: { '1': alipay, '2': wechat, '3': stripe } }),
    {
      domains: [marketing, driver],
      routes: (deps) => [...marketingRoutes, ...payQrRoutes(deps), ...driverRoutes({ ...deps, ...places, streams, messenger })],
    },
  );
  now.of = bed.base.now;
  const { base, deps } = bed;
  const worker = startPaymentWorker(deps);
  const sender = startMessageSender({
    database: deps.database,
    bus: deps.bus,
    clock: deps.clock,
    providers,
    stores: places.stores,
    onError: () => undefined,
  });
  standIn.stripeWebhookUrl = `${base.server.url}/notify/stripe/3`;
  const [labelled] = await base.server.ok(base.staff, payQrApi.payQrCodes, { cpCodes: PILE });
  const label = `${labelled?.ref}${labelled?.check}`;
  return {
    ...bed,
    standIn,
    worker,
    label,
    messages,
    mails,
    stores: places.stores,
    spoolFolder: places.spoolFolder,
    messenger,
    phone: () => createPhone({ url: base.server.url, label, messages }),
    ...newestOrderOf(base),
    /** The clock of the testbed moves with each charge, so limits of ten minutes do not add up over the tests. */
    later: (minutes = 11) => base.advance(minutes * 60_000),
    newest: () => standIn.books.payments.at(-1) ?? expect.fail('nobody has asked for a payment'),
    /** The provider's number of the newest payment of an order. */
    billOf: async (orderNo: string): Promise<string> =>
      (
        await base.server.database.asSuperuser<{ billId: string }>(
          'select bill_id as "billId" from prepaid_order join driver_order using (pre_pay_order_id) where order_no = $1',
          [orderNo],
        )
      )[0]?.billId ?? '',
    /** The lines of the books' proofs that are broken, and the balance of the providers' accounts. */
    brokenBooks: () =>
      base.server.database.asSuperuser<{ invariant: string; subject: string | null }>(
        `select invariant, subject from ledger.proof() where broken > 0
         union all select invariant, subject from money_proof_of_recharge() where broken > 0
         union all select invariant, subject from money_proof_of_prepaid_order() where broken > 0`,
      ),
    close: async () => {
      streams.close();
      await sender.stop();
      await worker.stop();
      await base.close();
      await standIn.close();
    },
  };
};

interface PhonePlace {
  readonly url: string;
  readonly label: string;
  readonly messages: readonly { readonly to: string; readonly body: string }[];
}

/** Found with the SHA-256 of Node, which the page does not have. */
const nonceFor = (text: string, bits: number): number => {
  for (let nonce = 0; ; nonce++) if (Math.clz32(hash('sha256', `${text}${nonce}`, 'buffer').readUInt32BE(0)) >= bits) return nonce;
};

/** A phone: it keeps its cookies, and sends the origin of its page. */
const createPhone = ({ url, label, messages }: PhonePlace) => {
  const { origin } = new URL(url);
  const cookies = new Map<string, string>();
  const cookie = (): string => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const keep = (headers: Headers): void => {
    for (const set of headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
  };
  const call = async <T>(method: string, path: string, { body, headers = {} }: RequestParts = {}): Promise<HttpAnswer<T>> => {
    const answer = await fetch(`${url}/open/driver/v1${path}`, {
      method,
      headers: { 'accept-language': 'en-US', origin, cookie: cookie(), ...(body && { 'content-type': 'application/json' }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    keep(answer.headers);
    // oxlint-disable-next-line typescript/consistent-type-assertions, typescript/no-unsafe-type-assertion -- the caller says what it expects
    return { status: answer.status, headers: answer.headers, body: JSON.parse((await answer.text()) || 'null') as T };
  };
  const press = <T>(path: string, body: object = {}, key: string = randomUUID()) =>
    call<T>('POST', path, { body, headers: { 'idempotency-key': key } });
  const scan = () => call<DriverVisit>('POST', '/visits', { body: { label, gun: 1, channel: 'web' } });
  const gun = async () => (await call<DriverGunView>('GET', `/guns/${label}/1`)).body;
  const solution = ({ puzzle, bits }: Pick<DriverPuzzle, 'puzzle' | 'bits'>, number: string) => ({
    phone: number,
    puzzle,
    nonce: nonceFor(`${puzzle}.${number}.`, bits),
  });
  /** A solved puzzle for a number. */
  const solve = async (phone: string) => solution((await call<DriverPuzzle>('GET', '/otp/puzzle')).body, phone);
  const askCode = async (phone: string, key?: string) => press<DriverOtpSent & DriverProblem>('/otp', await solve(phone), key);
  const codesTo = (to: string): readonly string[] =>
    messages.flatMap((message) => (message.to === to ? (/\d{6}/.exec(message.body)?.[0] ?? []) : []));
  const verify = (phone: string, code: string, key?: string) => press<DriverPhoneSession & DriverProblem>('/otp/verify', { phone, code }, key);
  return {
    call,
    press,
    scan,
    gun,
    solution,
    solve,
    askCode,
    codesTo,
    verify,
    quote: async () => (await gun()).price?.quoteId ?? '',
    cookie,
    forget: (name: string) => cookies.delete(name),
    /** Scans, asks for a code, reads it from the message and signs in. */
    signIn: async (phone: string) => {
      await scan();
      const before = codesTo(phone).length;
      expect((await askCode(phone)).status).toBe(202);
      await expect.poll(() => codesTo(phone).length, { interval: 20 }).toBe(before + 1);
      return verify(phone, codesTo(phone).at(-1) ?? '');
    },
    order: async (more: object = {}, key?: string) =>
      press<DriverOrderMade & DriverProblem>(
        '/orders',
        { quoteId: (await gun()).price?.quoteId ?? '', amountCents: 5000, pay: 'wechat_native', ...more },
        key,
      ),
    read: async (orderNo: string) => (await call<DriverOrderView>('GET', `/orders/${orderNo}`)).body,
  };
};
