import { sql } from 'kysely';
import { mainPartType, strategyType } from '#engines/order/codes.ts';
import { decideStart } from '#engines/order/rules/start-decision.ts';
import { prepayPurpose, prepayState } from '#engines/payment/codes.ts';
import { nextQueryMs } from '#engines/payment/prepaid.ts';
import { partyById } from '#domains/customer/server.ts';
import { withProvider } from '#domains/money/server.ts';
import type { FrozenTariff } from '#domains/tariff/server.ts';
import type { ClientAction, PayAccount, PayScene } from '#domains/money/server.ts';
import { randomCode } from '#kit/server/security/random-code.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { BASE_PATH } from '#kit/resource/base-path.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { obstacleWords } from '../order/order-refusals.labels.ts';
import { startSituation, tariffAt } from '../order/start/open-order.server.ts';
import { nextReservation } from '../order/start/next-reservation.server.ts';
import { lockStartSite } from '../order/start/start-site.server.ts';
import type { StartSite } from '../order/start/start-site.server.ts';
import { payType } from '#domains/money/resources.ts';
import { payScene } from './prepaid-order.codes.ts';
import type { appType } from './prepaid-order.codes.ts';
import { prepaidRefusals } from './prepaid-order.labels.ts';
import { notifyPath } from './payment-services.server.ts';
import type { PaymentDeps } from './payment-services.server.ts';

/** The payment window: so long may the driver take to pay. */
const PAY_WITHIN_MS = 5 * 60_000;
/** The largest prepayment, in minor units. */
const PREPAY_MAX_CENTS = 2_000_00n;

/** What a driver wants to pay for. */
export interface NewPrepaidOrder {
  readonly cpCode: string;
  readonly gunNumber: number;
  /** What is to be paid. */
  readonly amountCents: bigint;
  /** What a coupon has taken off before. */
  readonly couponCreditCents?: bigint;
  readonly payConfId: string;
  readonly scene: PayScene;
  readonly appType: CodeValue<typeof appType>;
  /** The driver's id in the app of the account, for `jsapi`. */
  readonly openId: string | null;
  readonly userMobile: string | null;
  /** The customer of a driver who has signed in. */
  readonly custId: string | null;
  readonly clientIp: string | null;
  readonly returnUrl: string | null;
  /** The text beside the amount on the driver's phone. */
  readonly subject: string;
  /** What is paid for, where that is no charge that begins now. */
  readonly purpose?: PaymentPurpose;
  /** Runs in the transaction that stores the order, with the gun locked; what it throws prevents the order. */
  readonly alongside?: (tx: Tx, order: Omit<CreatedPrepaidOrder, 'action'>) => Promise<void>;
}

/** Judges a payment for something else than a charge that begins now; what it throws prevents the order. */
export interface PaymentPurpose {
  /** Runs before the gun is locked, because orders are locked before their guns. */
  readonly before: (tx: Tx) => Promise<void>;
  /** Returns the prices that were told. */
  readonly check: (tx: Tx, site: StartSite, now: Date) => Promise<FrozenTariff | undefined>;
}

export interface CreatedPrepaidOrder {
  readonly prePayOrderId: string;
  readonly billId: string;
  readonly expiresAt: Date;
  /** What the driver's browser has to do; undefined if the provider's answer did not arrive. */
  readonly action: ClientAction | undefined;
}

/**
 * Creates a prepaid order and asks the provider for a payment. The order is stored before the call, so that a payment always finds it. A gun that could
 * not start now takes no money. Once it is paid, the charge begins by itself.
 */
export const createPrepaidOrder = async (deps: PaymentDeps, input: NewPrepaidOrder): Promise<CreatedPrepaidOrder> => {
  const { database, payments, clock } = deps;
  const now = clock();
  const { account, order } = await inSystem(database, async (tx) => {
    const found = await payments.openAccount(tx, input.payConfId);
    await input.purpose?.before(tx);
    const site = await lockStartSite(tx, input.cpCode, input.gunNumber);
    const isOffered = site !== undefined && (await payments.payConfIdsOf(tx, site.cpCode)).includes(input.payConfId);
    if (!isOffered || found?.tenantId !== site.tenantId) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    checkAmount(input.amountCents, site.accountMinAmountCents);
    const tariff = await (input.purpose?.check(tx, site, now) ?? checkStart(tx, { input, site, now }));
    const made = await insert(tx, { input, site, account: found.account, now, tariff });
    await input.alongside?.(tx, made);
    return { account: found.account, order: made };
  });
  const { prePayOrderId, billId, expiresAt } = order;
  return { prePayOrderId, billId, expiresAt, action: await askForPayment(deps, { input, order, account }) };
};

export const checkAmount = (amountCents: bigint, minCents: bigint): void => {
  if (amountCents < minCents || amountCents < 1n) throwRefusal(prepaidRefusals, 'prepaid.tooLittle', { minCents });
  if (amountCents > PREPAY_MAX_CENTS) throwRefusal(prepaidRefusals, 'prepaid.tooMuch', { maxCents: PREPAY_MAX_CENTS });
};

interface PaymentAtGun {
  readonly input: NewPrepaidOrder;
  readonly site: StartSite;
  readonly now: Date;
}

/** Refuses what would be refused after the payment, and returns the prices that the charge will have. Plugging in may follow the payment. */
const checkStart = async (tx: Tx, { input, site, now }: PaymentAtGun): Promise<FrozenTariff | undefined> => {
  const tariff = await tariffAt(tx, site, now.getTime());
  const party = input.custId === null ? undefined : await partyById(tx, mainPartType.phoneUser, input.custId);
  if (input.custId !== null && party?.tenantId !== site.tenantId) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  const prepaid = { prePayOrderId: '0', amountCents: input.amountCents, userMobile: input.userMobile };
  const strategy = { type: strategyType.byAmount, capCents: input.amountCents } as const;
  const situation = await startSituation(tx, {
    site,
    party,
    reserved: undefined,
    next: await nextReservation(tx, { site, party, nowMs: now.getTime() }),
    passwordMatches: null,
    strategy,
    mustBePlugged: false,
    prepaid,
    tariff,
  });
  const { obstacle, result } = decideStart(situation);
  if (obstacle !== null) throwRefusal(obstacleWords, obstacle, {}, { detail: { result } });
  return tariff;
};

const payTypes = {
  alipay: payType.items.alipay.value,
  wechat: payType.items.weChat.value,
  stripe: payType.items.stripe.value,
} as const satisfies Readonly<Record<PayAccount['kind'], number>>;

interface PaymentToStore extends PaymentAtGun {
  readonly account: PayAccount;
  readonly tariff: FrozenTariff | undefined;
}

const insert = (tx: Tx, { input, site, account, now, tariff }: PaymentToStore): Promise<StoredPayment> =>
  storePayment(tx, { ...site, ...input, purpose: prepayPurpose.charge, kind: account.kind, tariffSnapshotId: tariff?.snapshotId ?? null, now });

/** A payment as it is stored before its provider is asked for it. */
interface PaymentFacts extends Pick<
  NewPrepaidOrder,
  'custId' | 'userMobile' | 'appType' | 'openId' | 'amountCents' | 'couponCreditCents' | 'payConfId' | 'scene'
> {
  readonly purpose: (typeof prepayPurpose)[keyof typeof prepayPurpose];
  readonly kind: PayAccount['kind'];
  readonly tenantId: string;
  readonly currency: string;
  /** Of a payment at a gun. */
  readonly agentId?: string;
  readonly stationId?: string;
  readonly cpCode?: string;
  readonly gunNumber?: number;
  readonly tariffSnapshotId?: string | null;
  readonly now: Date;
}

type StoredPayment = Omit<CreatedPrepaidOrder, 'action'> & { readonly currency: string };

export const storePayment = async (tx: Tx, facts: PaymentFacts): Promise<StoredPayment> => {
  const { now, kind, currency } = facts;
  const expiresAt = new Date(now.getTime() + PAY_WITHIN_MS);
  const billId = newBillId(now);
  const nextAt = new Date(nextQueryMs({ createdMs: now.getTime(), expiresMs: expiresAt.getTime() }, now.getTime()));
  const { rows } = await sql<{
    id: bigint;
  }>`insert into prepaid_order (tenant_id, agent_id, station_id, cust_id, pay_purpose, bill_id, user_mobile, app_type, user_app_id, pay_state,
      order_amount, coupon_credit, currency, pay_conf_id, pay_type, pay_scene, cp_code, gun_number, expire_time, next_step_at, tariff_snapshot_id, create_by, create_time)
    values (${facts.tenantId}, ${facts.agentId ?? null}, ${facts.stationId ?? null}, ${facts.custId}, ${facts.purpose}, ${billId}, ${facts.userMobile},
      ${facts.appType}, ${facts.openId}, ${prepayState.unpaid}, ${facts.amountCents}, ${facts.couponCreditCents ?? 0n}, ${currency}, ${facts.payConfId}, ${payTypes[kind]},
      ${payScene.items[facts.scene].value}, ${facts.cpCode ?? null}, ${facts.gunNumber ?? null}, ${expiresAt}, ${nextAt}, ${facts.tariffSnapshotId ?? null},
      'driver', ${now}) returning pre_pay_order_id as id`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`payment ${billId} was not written`);
  return { prePayOrderId: String(row.id), billId, expiresAt, currency };
};

/** What a provider is asked for. */
export type AskedPayment = Pick<NewPrepaidOrder, 'amountCents' | 'subject' | 'scene' | 'openId' | 'clientIp' | 'payConfId' | 'returnUrl'>;

interface PaymentToMake {
  readonly input: AskedPayment;
  readonly order: Omit<CreatedPrepaidOrder, 'action'> & { readonly currency: string };
  readonly account: PayAccount;
}

/** An unknown result leaves the order open: the provider may have made the payment, and the order's own questions find it. */
export const askForPayment = async (
  { database, payments, log }: PaymentDeps,
  { input, order, account }: PaymentToMake,
): Promise<ClientAction | undefined> => {
  const outcome = await withProvider(payments.providers, account, (provider, own) =>
    provider.create(own, {
      payNo: order.billId,
      amountCents: input.amountCents,
      currency: order.currency,
      subject: input.subject,
      expiresAt: order.expiresAt,
      scene: input.scene,
      openId: input.openId,
      clientIp: input.clientIp,
      notifyUrl: `${payments.publicUrl()}${BASE_PATH}${notifyPath(account.kind, input.payConfId)}`,
      returnUrl: input.returnUrl,
    }),
  );
  if (outcome.kind === 'done') {
    const { tradeRef } = outcome.value;
    if (tradeRef !== null)
      await inSystem(database, (tx) =>
        sql`update prepaid_order set trade_ref = ${tradeRef} where pre_pay_order_id = ${order.prePayOrderId} and trade_ref is null`.execute(tx),
      );
    return outcome.value;
  }
  log.warn({ payNo: order.billId, code: outcome.code }, 'a payment could not be made');
  return outcome.kind === 'unknown' ? undefined : throwRefusal(prepaidRefusals, 'prepaid.notMade', { code: outcome.code });
};

/** 12 digits of time and 50 random bits: at most 24 letters and digits, so that the numbers of its refunds fit every provider. */
const newBillId = (now: Date): string => `${now.toISOString().slice(2, 19).replace(/\D/g, '')}${randomCode(10)}`;
