import type { CallOutcome, MessageProblem, PaymentEvent, PaymentView, RefundView } from '#engines/payment/payment.ts';
import type { BillTaker, ReadBill } from './bill-stream.server.ts';

export type { BillTaker, ReadBill } from './bill-stream.server.ts';

/**
 * What every payment provider can do. The adapters repeat nothing by themselves: whoever calls keeps the numbers of a call before it is made, and
 * repeats it with the same numbers while its result is unknown.
 */

/** A merchant's account at WeChat Pay. */
export interface WechatAccount {
  readonly kind: 'wechat';
  readonly mchId: string;
  readonly appId: string;
  /** The serial number of the merchant's certificate, in hexadecimal digits. */
  readonly serialNo: string;
  /** PEM. */
  readonly privateKey: string;
  /** 32 letters. */
  readonly apiV3Key: string;
  /** The id and the PEM of WeChat Pay's public key; null while the account works with downloaded certificates. */
  readonly publicKeyId: string | null;
  readonly publicKey: string | null;
}

/** An application at Alipay. */
export interface AlipayAccount {
  readonly kind: 'alipay';
  readonly appId: string;
  readonly sellerId: string;
  /** PEM. */
  readonly privateKey: string;
  /** PEM of Alipay's key; null while the account works with certificates. */
  readonly publicKey: string | null;
  readonly certificates: AlipayCertificates | null;
}

/** PEM texts. */
export interface AlipayCertificates {
  /** Of the key by which the app signs. */
  readonly app: string;
  /** Of the key by which Alipay signs, with the authorities that lead to a root. */
  readonly alipay: string;
  readonly root: string;
}

/** An account at Stripe. */
export interface StripeAccount {
  readonly kind: 'stripe';
  readonly secretKey: string;
  readonly publishableKey: string;
  /** Several while a secret is replaced. */
  readonly webhookSecrets: readonly string[];
}

export type PayAccount = WechatAccount | AlipayAccount | StripeAccount;

/** How the payer pays: in WeChat's own browser, by a code that is scanned, in the browser of a phone, or on a page of ours by card. */
export type PayScene = 'jsapi' | 'qr' | 'h5' | 'card';

/** A payment as we know it. `tradeRef` is what the provider answered when the payment was made, where it has to be named later. */
export interface PaymentKey {
  readonly payNo: string;
  readonly tradeRef: string | null;
}

export interface NewPayment {
  /** 6 to 32 letters and digits, which every provider takes. */
  readonly payNo: string;
  /** At least 1. */
  readonly amountCents: bigint;
  readonly currency: string;
  readonly subject: string;
  readonly expiresAt: Date;
  readonly scene: PayScene;
  /** The payer's id in the app of the account, for `jsapi`. */
  readonly openId: string | null;
  readonly clientIp: string | null;
  readonly notifyUrl: string;
  /** Where the payer's browser returns to. */
  readonly returnUrl: string | null;
}

/** What the payer's browser has to do. */
export interface ClientAction {
  readonly type: 'jsapi' | 'qr' | 'redirect' | 'clientSecret';
  readonly data: Readonly<Record<string, string>>;
  readonly validUntil: Date;
  /** To be kept with the payment. */
  readonly tradeRef: string | null;
}

export interface NewRefund extends PaymentKey {
  readonly refundNo: string;
  readonly amountCents: bigint;
  /** What was paid. */
  readonly totalCents: bigint;
  readonly currency: string;
  readonly reason: string;
  readonly notifyUrl: string;
}

/** Where the money of an abnormal refund goes: a card of the payer, which has to bear the payer's name, or the account of the merchant. */
export type MendReceiver =
  | { readonly way: 'payerCard'; readonly bankType: string; readonly bankAccount: string; readonly realName: string }
  | { readonly way: 'merchantAccount' };

export interface AbnormalRefund {
  readonly refundNo: string;
  /** The provider's number. */
  readonly tradeRefundNo: string;
  readonly receiver: MendReceiver;
}

export type RefundKey = PaymentKey & { readonly refundNo: string };

/** A message of the provider as it came. */
export interface ReceivedMessage {
  readonly headerOf: (name: string) => string | undefined;
  readonly body: string;
}

/** The HTTP answer to a notification. A provider sends it again until the answer says that it was taken. */
export interface NotificationReply {
  readonly status: number;
  readonly contentType: string;
  readonly body: string;
}

export type ReadNotification =
  | { readonly ok: true; readonly event: PaymentEvent | undefined; readonly reply: NotificationReply }
  | { readonly ok: false; readonly problem: MessageProblem; readonly reply: NotificationReply };

export interface PaymentProvider<A extends PayAccount> {
  readonly scenes: readonly PayScene[];
  create(account: A, payment: NewPayment): Promise<CallOutcome<ClientAction>>;
  /** A payment that the provider does not know is pending. */
  query(account: A, payment: PaymentKey): Promise<CallOutcome<PaymentView>>;
  close(account: A, payment: PaymentKey): Promise<CallOutcome<'closed' | 'alreadyPaid'>>;
  refund(account: A, refund: NewRefund): Promise<CallOutcome<RefundView>>;
  /** Undefined when the provider does not know the refund, which may then be asked for again. */
  queryRefund(account: A, refund: RefundKey): Promise<CallOutcome<RefundView | undefined>>;
  /** Pays an abnormal refund elsewhere. Absent where the provider has no such call; it is then mended on the provider's own pages. */
  mendRefund?(account: A, refund: AbnormalRefund): Promise<CallOutcome<RefundView>>;
  readNotification(account: A, message: ReceivedMessage): Promise<ReadNotification>;
  /**
   * Reads the bill of a day in Beijing, or in UTC for Stripe; `day` is `2026-11-25`. A day without payments has a bill without lines. What `take` was
   * given counts only if the outcome is `done`.
   */
  dayBill(account: A, day: string, take: BillTaker): Promise<CallOutcome<ReadBill>>;
  /** Makes a call that changes nothing and whose good answer proves all keys of the account. */
  prove(account: A): Promise<CallOutcome<'proven'>>;
}

/** The providers by their kinds. */
export interface PaymentProviders {
  readonly wechat: PaymentProvider<WechatAccount>;
  readonly alipay: PaymentProvider<AlipayAccount>;
  readonly stripe: PaymentProvider<StripeAccount>;
}
