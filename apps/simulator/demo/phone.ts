import { randomUUID } from 'node:crypto';
import { findSolution } from '#engines/driver/puzzle.ts';
import {
  driverCommentApi,
  driverInvoiceApi,
  driverOrderApi,
  gunViewApi,
  phoneAccountApi,
  phoneSessionApi,
  visitApi,
} from '#domains/driver/resources.ts';
import { pause, realTime } from '../time.ts';
import { field } from './api.ts';
import type { SimulatedComment } from './data/comments.ts';

/** A charge that a driver has started with a phone. */
export interface PhoneCharge {
  stop(): Promise<void>;
  /** What the driver says of the station, once the charge is settled. */
  comment(said: SimulatedComment): Promise<void>;
  /** Asks for the invoice of the settled charge, to a person or to a company. */
  askInvoice(): Promise<void>;
}

/** A charge that a driver has ordered and not paid for yet. */
export interface PhoneOrder {
  pay(): Promise<PhoneCharge>;
}

/** Where a phone is, and by which address others know it: drivers do not share one. */
interface PhonePlace {
  /** Where the platform is. */
  readonly url: string;
  readonly ip: string;
}

/** A number, and how its owner reads the code in a text message that comes to it. */
export interface PhoneNumber {
  readonly number: string;
  /** Does what makes a message be sent, and returns the code in it. */
  readonly codeAfter: (send: () => Promise<void>) => Promise<string>;
}

export interface Phone {
  /** Scans the code of a gun and orders the smallest amount. Throws when the platform refuses. */
  order(address: string): Promise<PhoneOrder>;
  /**
   * Scans the code of a gun and starts with the smallest amount of the wallet. The driver signs in where that has not happened, and fills a wallet that
   * has too little. Throws when the platform or the provider refuses.
   */
  chargeFromWallet(address: string, owner: PhoneNumber): Promise<PhoneCharge>;
}

const BASE_PATH = process.env['BASE_PATH'] || '/jeecg-boot';
const RESPONSE_TIMEOUT_MS = 15_000;

/** Scans the code of a gun, orders the smallest amount and pays it with WeChat. Throws when the platform or the provider refuses. */
export const payByPhone = async ({ address, ...place }: PhonePlace & { readonly address: string }): Promise<PhoneCharge> =>
  (await createPhone(place).order(address)).pay();

/** A phone keeps its cookies: those of its visits, and that of its sign-in. */
export const createPhone = (place: PhonePlace): Phone => {
  const call = callerOf(place);
  const scan = async (address: string) => {
    const [, label = '', gun = ''] = /\/q\/(\w+)\/(\d+)$/u.exec(address) ?? [];
    const view = await call(gunViewApi.gun.method, gunViewApi.gun.path.replace(':label', label).replace(':gun', gun));
    const visit = await call(visitApi.begin.method, visitApi.begin.path, { label, gun: Number(gun), channel: 'web' });
    const walletCents = field(visit, 'walletCents');
    return {
      quoteId: field(field(view, 'price'), 'quoteId'),
      amountCents: smallestOf(field(field(view, 'pay'), 'amountsCents')),
      walletCents: typeof walletCents === 'number' ? walletCents : undefined,
    };
  };
  const orderPaidBy = async (pay: string, { quoteId, amountCents }: Pick<Awaited<ReturnType<typeof scan>>, 'quoteId' | 'amountCents'>) => {
    const made = await call(driverOrderApi.create.method, driverOrderApi.create.path, { quoteId, amountCents, pay });
    const orderPath = (path: string): string => path.replace(':orderNo', String(field(made, 'orderNo')));
    const charge: PhoneCharge = {
      stop: async () => void (await call(driverOrderApi.stop.method, orderPath(driverOrderApi.stop.path), {})),
      comment: async (said) => void (await call(driverCommentApi.write.method, orderPath(driverCommentApi.write.path), said)),
      askInvoice: async () => void (await call(driverInvoiceApi.apply.method, orderPath(driverInvoiceApi.apply.path), nextTitle())),
    };
    return { made, charge };
  };
  return {
    order: async (address) => {
      const { made, charge } = await orderPaidBy('wechat_h5', await scan(address));
      return {
        pay: async () => {
          await payAtCashier(made);
          return charge;
        },
      };
    },
    chargeFromWallet: async (address, owner) => {
      let at = await scan(address);
      if (at.walletCents === undefined) {
        await signIn(call, owner);
        at = await scan(address);
      }
      if ((at.walletCents ?? 0) < at.amountCents) await fillWallet(call, at.amountCents);
      return (await orderPaidBy('wallet', at)).charge;
    },
  };
};

const smallestOf = (amounts: unknown): number => (Array.isArray(amounts) ? Number(amounts[0]) : 0);

type Call = ReturnType<typeof callerOf>;

/** So many tries at a puzzle take some milliseconds, and between them the piles go on. */
const TRIES = 5_000;

const signIn = async (call: Call, { number: phone, codeAfter }: PhoneNumber): Promise<void> => {
  const { puzzle: ask, send, verify } = phoneSessionApi;
  const told = await call(ask.method, ask.path);
  const puzzle = { puzzle: String(field(told, 'puzzle')), bits: Number(field(told, 'bits')), phone };
  let nonce: number | undefined;
  for (let from = 0; nonce === undefined; from += TRIES) {
    nonce = findSolution(puzzle, { from, to: from + TRIES });
    await pause(realTime, 1);
  }
  const solution = { phone, puzzle: puzzle.puzzle, nonce };
  const code = await codeAfter(async () => void (await call(send.method, send.path, solution)));
  await call(verify.method, verify.path, { phone, code });
};

const PAID_CHECKS = 20;
const PAID_CHECK_MS = 1_000;

/** Pays at least this amount into the wallet, and waits until it is there. */
const fillWallet = async (call: Call, leastCents: number): Promise<void> => {
  const { wallet, recharge, readRecharge } = phoneAccountApi;
  const amounts = field(field(await call(wallet.method, wallet.path), 'recharge'), 'amountsCents');
  const amountCents = (Array.isArray(amounts) ? amounts.map(Number) : []).find((cents) => cents >= leastCents) ?? leastCents;
  const made = await call(recharge.method, recharge.path, { amountCents, pay: 'wechat_h5' });
  await payAtCashier(made);
  const path = readRecharge.path.replace(':rechargeNo', String(field(made, 'rechargeNo')));
  for (let check = 0; check < PAID_CHECKS; check++) {
    if (field(await call(readRecharge.method, path), 'state') === 'paid') return;
    await pause(realTime, PAID_CHECK_MS);
  }
  throw new Error('the recharge has not arrived');
};

/** To whom drivers of the demo want invoices made out; the tax numbers are those of published examples. */
const titles = [
  { title: '王小明', mail: 'xiaoming.wang@demo.example' },
  { title: '上海捷运物流有限公司', taxNo: '9144030071526726XG', mail: 'finance@jieyun.example' },
  { title: '陈思远', mail: 'siyuan.chen@demo.example' },
  { title: '杭州云旅汽车租赁有限公司', taxNo: '91330100799655058B', mail: 'invoice@yunlv.example' },
] as const;
let asked = 0;
const nextTitle = () => titles[asked++ % titles.length] ?? titles[0];

/** The button on the page of the stand-in. */
const payAtCashier = async (made: unknown): Promise<void> => {
  const url = String(field(field(field(made, 'clientAction'), 'data'), 'url'));
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  if (answer.status >= 400) throw new Error(`the cashier answered ${answer.status}`);
};

/** Calls the driver API as the page would, with the cookies that it was given. */
const callerOf = ({ url, ip }: PhonePlace) => {
  const cookies = new Map<string, string>();
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}${BASE_PATH}${path}`, {
      method,
      headers: {
        origin: new URL(url).origin,
        'x-forwarded-for': ip,
        'accept-language': 'zh-CN',
        'idempotency-key': randomUUID(),
        ...(cookies.size > 0 && { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    for (const set of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = set.split(';')[0]?.split('=') ?? [];
      cookies.set(name, value);
    }
    const told: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${String(field(told, 'title'))}`);
    return told;
  };
};
