import { randomUUID } from 'node:crypto';
import { driverCommentApi, driverOrderApi, gunViewApi, visitApi } from '#domains/driver/resources.ts';
import { field } from './api.ts';
import type { SimulatedComment } from './data/comments.ts';

/** A charge that a driver has paid for with a phone. */
export interface PhoneCharge {
  stop(): Promise<void>;
  /** What the driver says of the station, once the charge is settled. */
  comment(said: SimulatedComment): Promise<void>;
}

/** A charge that a driver has ordered and not paid for yet. */
export interface PhoneOrder {
  pay(): Promise<PhoneCharge>;
}

interface PhonePlace {
  /** Where the platform is. */
  readonly url: string;
  /** The address behind the code of the gun. */
  readonly address: string;
  /** The address of the phone: drivers do not share one. */
  readonly ip: string;
}

const BASE_PATH = process.env['BASE_PATH'] || '/jeecg-boot';
const RESPONSE_TIMEOUT_MS = 15_000;

/** Scans the code of a gun, orders the smallest amount and pays it with WeChat. Throws when the platform or the provider refuses. */
export const payByPhone = async (place: PhonePlace): Promise<PhoneCharge> => (await orderByPhone(place)).pay();

/** Scans the code of a gun and orders the smallest amount. Throws when the platform refuses. */
export const orderByPhone = async (place: PhonePlace): Promise<PhoneOrder> => {
  const [, label = '', gun = ''] = /\/q\/(\w+)\/(\d+)$/u.exec(place.address) ?? [];
  const call = callerOf(place);
  const view = await call(gunViewApi.gun.method, gunViewApi.gun.path.replace(':label', label).replace(':gun', gun));
  await call(visitApi.begin.method, visitApi.begin.path, { label, gun: Number(gun), channel: 'web' });
  const amounts = field(field(view, 'pay'), 'amountsCents');
  const made = await call(driverOrderApi.create.method, driverOrderApi.create.path, {
    quoteId: field(field(view, 'price'), 'quoteId'),
    amountCents: Array.isArray(amounts) ? Number(amounts[0]) : 0,
    pay: 'wechat_h5',
  });
  const cashier = String(field(field(field(made, 'clientAction'), 'data'), 'url'));
  const orderPath = (path: string): string => path.replace(':orderNo', String(field(made, 'orderNo')));
  return {
    pay: async () => {
      await payAtCashier(cashier);
      return {
        stop: async () => void (await call(driverOrderApi.stop.method, orderPath(driverOrderApi.stop.path), {})),
        comment: async (said) => void (await call(driverCommentApi.write.method, orderPath(driverCommentApi.write.path), said)),
      };
    },
  };
};

/** The button on the page of the stand-in. */
const payAtCashier = async (url: string): Promise<void> => {
  const answer = await fetch(url, { method: 'POST', redirect: 'manual', signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS) });
  if (answer.status >= 400) throw new Error(`the cashier answered ${answer.status}`);
};

/** Calls the driver API as the page would, with the cookie of the visit. */
const callerOf = ({ url, ip }: PhonePlace) => {
  let cookie = '';
  return async (method: string, path: string, body?: object): Promise<unknown> => {
    const answer = await fetch(`${url}${BASE_PATH}${path}`, {
      method,
      headers: {
        origin: new URL(url).origin,
        'x-forwarded-for': ip,
        'accept-language': 'zh-CN',
        'idempotency-key': randomUUID(),
        ...(cookie !== '' && { cookie }),
        ...(body && { 'content-type': 'application/json' }),
      },
      body: body ? JSON.stringify(body) : null,
      signal: AbortSignal.timeout(RESPONSE_TIMEOUT_MS),
    });
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie;
    const told: unknown = await answer.json();
    if (!answer.ok) throw new Error(`${path} answered ${answer.status}: ${String(field(told, 'title'))}`);
    return told;
  };
};
