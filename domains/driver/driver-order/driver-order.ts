import type { DriverAction, DriverCode, DriverStepName } from '#engines/driver/step.ts';
import { choice, count, optional, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { endpoint, file, opaque } from '#kit/resource/endpoint.ts';
import { driverCall, driverPath, visitCall } from '../driver-path.ts';
import { driverPayWays } from '../gun-view/gun-view.ts';

export const payWay = codeTable({
  dictCode: 'driver_pay_way',
  title: ['支付方式', '支付方式', 'Way of paying'],
  items: {
    wechat_jsapi: { value: driverPayWays[0], words: ['微信内支付', '微信內支付', 'Inside WeChat'] },
    wechat_h5: { value: driverPayWays[1], words: ['微信支付', '微信支付', 'WeChat Pay'] },
    wechat_native: { value: driverPayWays[2], words: ['微信扫码', '微信掃碼', 'WeChat Pay by code'] },
    alipay: { value: driverPayWays[3], words: ['支付宝', '支付寶', 'Alipay'] },
    alipay_qr: { value: driverPayWays[4], words: ['支付宝扫码', '支付寶掃碼', 'Alipay by code'] },
    stripe: { value: driverPayWays[5], words: ['银行卡', '銀行卡', 'Card'] },
  },
});

/** How an order is paid: by a provider, or from the wallet of a driver who has signed in. */
const orderWay = codeTable({
  dictCode: 'driver_order_way',
  title: ['下单支付方式', '下單支付方式', 'Way of paying for an order'],
  items: { ...payWay.items, wallet: { value: 'wallet', words: ['钱包', '錢包', 'Wallet'] } },
});

/** What the page does so that the driver can pay; `none`: the provider has not answered, and the payment is being checked. */
export type DriverClientAction =
  /** `data` is the argument of WeChat's bridge `getBrandWCPayRequest`. */
  | { readonly type: 'jsapi'; readonly data: Readonly<Record<string, string>> }
  /** `data.text` is shown as a QR code. */
  | { readonly type: 'qr'; readonly data: Readonly<Record<string, string>> }
  /** `data.url` is opened. */
  | { readonly type: 'redirect'; readonly data: Readonly<Record<string, string>> }
  /** `data.clientSecret` and `data.publishableKey` for Stripe's element. */
  | { readonly type: 'clientSecret'; readonly data: Readonly<Record<string, string>> }
  | { readonly type: 'none'; readonly data: Readonly<Record<string, never>> };

/** The values of a text; which of them are set depends on its code. Money in minor units, instants ISO 8601. */
export interface DriverTextValues {
  readonly amountCents?: number;
  /** Seconds since the payment arrived. */
  readonly waitedS?: number;
  readonly at?: string;
  /** Why the gun is out of service, an obstacle such as `pile.offline`, or `result:` with the pile's number of a refused start. */
  readonly reason?: string;
  readonly gunNo?: number;
  readonly priceE5?: number;
  readonly refundNo?: string;
  /** Within so many hours a person decides. */
  readonly hours?: number;
}

export interface DriverText {
  readonly code: DriverCode;
  readonly values: DriverTextValues;
}

/** An order as its driver sees it. */
export interface DriverOrderView {
  readonly orderNo: string;
  /** Epoch milliseconds of the reading: an answer with a lower one is older. */
  readonly version: string;
  readonly step: DriverStepName;
  /** The main text; null where the figures speak for themselves. */
  readonly text: DriverText | null;
  /** Texts beside the main one. */
  readonly notices: readonly DriverText[];
  readonly actions: readonly DriverAction[];
  /** `view` may read, and neither stop nor cancel. */
  readonly role: 'control' | 'view';
  /** The wallet pays: what is called paid is set aside there until the bill. */
  readonly isFromWallet: boolean;
  readonly gun: {
    readonly stationName: string;
    readonly zone: string;
    readonly tel: string | null;
    readonly pileNo: string;
    readonly gunNo: number;
    readonly isPlugged: boolean;
  };
  readonly currency: string;
  readonly digits: number;
  /** What was ordered. */
  readonly amountCents: number;
  /** What was received; 0 before. */
  readonly paidCents: number;
  /** The end of the payment window. */
  readonly payBy: string;
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly energyWh: number;
  readonly powerW: number | null;
  /** Percent; null: the car does not tell it. */
  readonly soc: number | null;
  readonly minutes: number;
  /** So far, and after the settlement in the end. */
  readonly costCents: number;
  /** What is left of the payment. */
  readonly leftCents: number;
  readonly stageNext: { readonly at: string; readonly totalE5: number } | null;
  readonly refund: DriverRefundView | null;
  /** When the newest figure of the pile arrived; the present instant before the first. */
  readonly asOf: string;
  readonly isStale: boolean;
}

export interface DriverRefundView {
  readonly refundNo: string;
  readonly amountCents: number;
  readonly state: 'underway' | 'succeeded' | 'stuck';
}

export interface DriverOrderMade {
  readonly orderNo: string;
  readonly step: DriverStepName;
  readonly payBy: string;
  readonly clientAction: DriverClientAction;
  /** Opens the order in another browser: the path of the page and its fragment, `/o/{orderNo}#t={token}`. It can stop the charge. */
  readonly link: string;
  /** As `link`, for receipts: it only reads. */
  readonly viewLink: string;
}

/** A price stage of the bill of one fee. */
export interface DriverBillLine {
  readonly kind: 'energy' | 'service' | 'other1' | 'other2';
  /** When the price applied, within the charge; of a charge past midnight, on the day of its start. */
  readonly from: string;
  readonly to: string;
  readonly energyWh: number;
  /** Milliseconds, for fees by time. */
  readonly durationMs: number;
  readonly priceE5: number;
  readonly per: 'kWh' | 'hour';
}

export interface DriverBill {
  readonly orderNo: string;
  readonly currency: string;
  readonly digits: number;
  readonly lines: readonly DriverBillLine[];
  /** The four fees after discounts, which make the total. */
  readonly fees: { readonly energyCents: number; readonly serviceCents: number; readonly other1Cents: number; readonly other2Cents: number };
  readonly discountCents: number;
  /** The part of the discounts that a coupon took off. */
  readonly couponCents: number;
  /** The part of the discounts that points have paid. */
  readonly pointCents: number;
  /** The part that a privilege card took off. */
  readonly cardCents: number;
  /** While the bill is provisional: what the charge costs so far. */
  readonly totalCents: number;
  readonly paidCents: number;
  /** The wallet has paid the total. */
  readonly isFromWallet: boolean;
  readonly refunds: readonly DriverRefundView[];
  readonly startedAt: string | null;
  readonly endedAt: string | null;
  readonly energyWh: number;
  /** True until the order is settled. */
  readonly isProvisional: boolean;
  /** How a receipt can be sent; empty until the order is settled. */
  readonly receiptBy: readonly ('mail' | 'sms')[];
}

/** How a receipt is sent. */
export const receiptWay = codeTable({
  dictCode: 'driver_receipt_way',
  title: ['收据发送方式', '收據傳送方式', 'Way of a receipt'],
  items: {
    mail: { value: 'mail', words: ['邮件', '郵件', 'Mail'] },
    sms: { value: 'sms', words: ['短信', '簡訊', 'Text message'] },
  },
});

const orderNo = text({ min: 1, max: 40 });
const path = `${driverPath}/orders`;
const press = { ...visitCall, method: 'POST', idempotent: true } as const;

export const driverOrderApi = {
  /**
   * Orders a charge at the gun of the visit and takes the gun for the payment window (300 s). Refused with `driver.gunBusy`, `driver.notPlugged`,
   * `driver.quoteExpired`, `driver.orderOpen` (409), `driver.tooMany` (429); from the wallet also with `driver.noPhone` (401), `driver.walletShort`,
   * `driver.notStarted` (409).
   */
  create: endpoint({
    ...press,
    publicStatus: 201,
    path,
    input: {
      quoteId: text({ min: 1, max: 64 }),
      amountCents: count({ min: 1, max: 200_000 }),
      pay: choice(orderWay),
      /** The payer's id in the app of the account, for `wechat_jsapi`. */
      openId: optional(text({ min: 1, max: 128 })),
      /** The received coupon that the order uses, or `none` to keep the coupons. Absent: the best. */
      coupon: optional(text({ min: 1, max: 20 })),
      /** 1: the points of the driver pay as much as they can, where the wallet pays the rest. 409 `points.notUsable` when they pay nothing. */
      points: optional(count({ max: 1 })),
    },
    output: opaque<DriverOrderMade>(),
  }),
  /**
   * Another way of paying for the same order, or the same way once more: the gun is taken for another payment window, once. 409
   * `driver.paymentInDoubt` while the money of the first may be on its way, `driver.windowOver` after the first window.
   */
  pay: endpoint({
    ...press,
    path: `${path}/:orderNo/payments`,
    input: { orderNo, pay: choice(payWay), openId: optional(text({ min: 1, max: 128 })) },
    output: opaque<DriverOrderMade>(),
  }),
  read: endpoint({ ...visitCall, method: 'GET', path: `${path}/:orderNo`, input: { orderNo }, output: opaque<DriverOrderView>() }),
  /** Server-sent events `order` with a `DriverOrderView` on each change, at most one in 2 s; a comment every 20 s. */
  events: endpoint({ ...visitCall, method: 'GET', path: `${path}/:orderNo/events`, input: { orderNo }, output: file() }),
  /** The driver has come back from the wallet: the provider is asked now, and nobody pays again before it has answered. */
  returned: endpoint({ ...press, path: `${path}/:orderNo/returned`, input: { orderNo }, output: opaque<DriverOrderView>() }),
  /**
   * Tries a start again that the pile has refused, once, with the same payment: while `actions` has `start`. 409 `driver.notRetryable`, or
   * `driver.cannotStart` when the gun is not plugged in or not free; the retry then stays open. A repeat is harmless.
   */
  start: endpoint({ ...press, path: `${path}/:orderNo/start`, input: { orderNo }, output: opaque<DriverOrderView>() }),
  /** Before the payment, or in place of a retry. Money that was paid or arrives in spite of it goes back. */
  cancel: endpoint({ ...press, path: `${path}/:orderNo/cancel`, input: { orderNo }, output: opaque<DriverOrderView>() }),
  /** Stops the charge; a repeat is harmless. */
  stop: endpoint({ ...press, publicStatus: 202, path: `${path}/:orderNo/stop`, input: { orderNo }, output: opaque<DriverOrderView>() }),
  bill: endpoint({ ...visitCall, method: 'GET', path: `${path}/:orderNo/bill`, input: { orderNo }, output: opaque<DriverBill>() }),
  /**
   * Sends the receipt of a settled order: by mail as a PDF, by SMS as a link that only reads. 409 `driver.noReceipt` before the settlement,
   * `driver.noSender` where such messages cannot be sent; 429 after three a day.
   */
  receipt: endpoint({
    ...press,
    publicStatus: 202,
    path: `${path}/:orderNo/receipt`,
    input: { orderNo, by: choice(receiptWay), to: text({ min: 1, max: 100 }) },
    output: opaque<{ readonly orderNo: string; readonly by: 'mail' | 'sms' }>(),
  }),
  /** Exchanges the token of a link for the cookie of a visit. */
  resume: endpoint({
    ...driverCall,
    method: 'POST',
    path: `${driverPath}/resume`,
    input: { orderNo, token: text({ min: 1, max: 64 }) },
    output: opaque<{ readonly orderNo: string; readonly role: 'control' | 'view'; readonly expiresAt: string }>(),
  }),
};
