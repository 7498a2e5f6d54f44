import pino from 'pino';
import { expect } from 'vitest';
import { sql } from 'kysely';
import { money } from '#domains/money/resources.ts';
import type { PayAccount, PaymentProviders } from '#domains/money/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Domain } from '#kit/resource/feature.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { Route } from '#kit/server/context/route.ts';
import { PILE } from '../charging-testbed.fixture.ts';
import { startOperatorTestbed } from '../operator-testbed.fixture.ts';
import type { OperatorTestbed } from '../operator-testbed.fixture.ts';
import {
  createPrepaidOrder,
  createPrepaidReservation,
  createWalletPayment,
  orderWork,
  payNotifyRoutes,
  refundWallet,
  retryStart,
  startBillWorker,
  startPaymentWorker,
} from '../server.ts';
import type { RetryOutcome } from '../start-retry/start-retry.server.ts';
import { openReceiver } from '../refund-order/mend-receiver.server.ts';
import { payBillsJob } from '../pay-bill-day/bill-days.server.ts';
import type { CreatedPrepaidOrder, CreatedPrepaidReservation, NewPrepaidOrder, NewPrepaidReservation, PaymentDeps } from '../server.ts';
import { createFakeProvider, fakeAccount } from './fake-provider.fixture.ts';
import type { FakeProvider, SentNotification } from './fake-provider.fixture.ts';

export const PAY_CONF = '7';

/** A pile, a provider of payments that misbehaves as it is told, and the worker between them. */
export interface PrepaidTestbed extends OperatorTestbed {
  readonly provider: FakeProvider;
  /** Why notifications were not believed. */
  readonly disbelieved: readonly string[];
  readonly create: (more?: Partial<NewPrepaidOrder>) => Promise<CreatedPrepaidOrder>;
  /** Reserves a gun for a driver who has signed in, to be paid in advance. */
  readonly reserve: (input: Pick<NewPrepaidReservation, 'custId'> & Partial<NewPrepaidReservation>) => Promise<CreatedPrepaidReservation>;
  /** Asks for a payment into the wallet of a customer. */
  readonly fill: (custId: string, amountCents?: bigint) => Promise<CreatedPrepaidOrder>;
  /** Takes money out of a wallet, as its driver does; false when so much cannot go back. */
  readonly takeOut: (custId: string, amountCents: bigint) => Promise<boolean>;
  /** Delivers a notification to the door; returns the status of its answer. */
  readonly deliver: (notification: SentNotification) => Promise<number>;
  /** Delivers all notifications that the provider has sent. */
  readonly deliverAll: () => Promise<void>;
  /** Works until nothing is due. */
  readonly work: () => Promise<void>;
  readonly row: (billId: string) => Promise<Record<string, unknown>>;
  readonly refundRows: (billId: string) => Promise<readonly Record<string, unknown>[]>;
  /** The pile starts the charge of a prepayment, charges and ends it; it is settled afterwards. Returns the number of the order. */
  readonly chargePaid: (billId: string, energyDwh: number) => Promise<string>;
  /** The pile refuses the start of a prepayment with this result; the order is settled afterwards. */
  readonly refuseStart: (billId: string, startResult: number) => Promise<void>;
  /** The driver of a prepayment retries its start. */
  readonly retry: (billId: string) => Promise<RetryOutcome>;
  /** Notes the days whose bills are there, and fetches and compares what is due. Returns the results of the job. */
  readonly reconcile: () => Promise<Readonly<Record<string, number>>>;
  /** The balances of the provider's accounts, of what is in transit and of all prepayments. */
  readonly books: () => Promise<{ readonly provider: bigint; readonly inTransit: bigint; readonly prepaid: bigint }>;
}

export const startPrepaidTestbed = async (): Promise<PrepaidTestbed> => {
  const { base, disbelieved, payments, deps } = await startWithPayments((clock) => {
    const providers = createFakeProvider(clock);
    return { providers: { ...providers.providers, fake: providers }, accounts: { [PAY_CONF]: fakeAccount } };
  });
  const provider = payments.providers.fake;
  const worker = startPaymentWorker(deps);
  const bills = startBillWorker(deps);
  const { database } = base.server;
  const deliver: PrepaidTestbed['deliver'] = async ({ body, signature }) => {
    const headers = { 'content-type': 'application/json', 'x-fake-signature': signature };
    return (await base.server.fetch(undefined, `/notify/wechat/${PAY_CONF}`, { method: 'POST', headers, body })).status;
  };
  const dueRows = (): Promise<readonly unknown[]> =>
    database.asSuperuser('select from prepaid_order where next_step_at <= $1 union all select from refund_order where next_step_at <= $1', [
      deps.clock(),
    ]);
  return {
    ...base,
    provider,
    disbelieved,
    deliver,
    row: async (billId) => (await database.asSuperuser<Record<string, unknown>>('select * from prepaid_order where bill_id = $1', [billId]))[0] ?? {},
    work: async () => {
      // The second poll waits for one that a wake-up has begun meanwhile, whose rows are claimed and therefore not due.
      do {
        await worker.poll();
        await worker.poll();
      } while ((await dueRows()).length > 0);
    },
    create: (more = {}) => createPrepaidOrder(deps, { ...usual, ...more }),
    reserve: (input) =>
      createPrepaidReservation(deps, { ...usual, chargeCents: 20_00n, feeCents: 3_00n, fromMs: null, minutes: 30, language: 'en_US', ...input }),
    ...walletActions(base, deps),
    deliverAll: async () => {
      for (const notification of provider.outbox.splice(0)) expect(await deliver(notification)).toBe(200);
    },
    refundRows: (billId) =>
      database.asSuperuser<Record<string, unknown>>(
        'select r.* from refund_order r join prepaid_order p using (pre_pay_order_id) where p.bill_id = $1 order by refund_id',
        [billId],
      ),
    chargePaid: (billId, energyDwh) => chargePaid(base, billId, energyDwh),
    refuseStart: (billId, startResult) => refuseStart(base, billId, startResult),
    retry: async (billId) => {
      const [row] = await database.asSuperuser<{ id: string }>('select pre_pay_order_id::text as id from prepaid_order where bill_id = $1', [billId]);
      return inSystem(database, (tx) => retryStart(orderWork(deps, tx, 'driver'), row?.id ?? ''));
    },
    books: () => balancesByKind(base),
    reconcile: async () => {
      const result = await inSystem(database, (tx) => payBillsJob.run({ tx, now: deps.clock(), params: { keepDays: 400 } }));
      await bills.poll();
      return result;
    },
    close: async () => {
      await bills.stop();
      await worker.stop();
      await base.close();
    },
  };
};

/** What a driver who has signed in does with the wallet. */
const walletActions = ({ ids }: OperatorTestbed, deps: PaymentDeps): Pick<PrepaidTestbed, 'fill' | 'takeOut'> => {
  const wallet = { tenantId: ids.tenantId, currency: 'CNY' };
  return {
    fill: (custId, amountCents = 50_00n) =>
      createWalletPayment(deps, { ...usual, ...wallet, custId, amountCents, userMobile: '13700000001', alongside: async () => undefined }),
    takeOut: async (custId, amountCents) =>
      (await inSystem(deps.database, (tx) => refundWallet(orderWork(deps, tx, 'driver'), { ...wallet, custId }, amountCents))) !== undefined,
  };
};

/** Providers, and the accounts of the tenant with them by the ids of pay configurations. */
export interface TestPayments<P> {
  readonly providers: P;
  readonly accounts: Readonly<Record<string, PayAccount>>;
}

/** An operator's testbed whose door takes the notifications of these providers, and what the worker and drivers need to pay with them. */
export const startWithPayments = async <P extends PaymentProviders>(
  paymentsOf: (clock: () => Date) => TestPayments<P>,
  more: { readonly domains?: readonly Domain[]; readonly routes?: (deps: Deps & PaymentDeps) => readonly Route[] } = {},
) => {
  const disbelieved: string[] = [];
  const address = { url: '' };
  const made: { readonly payments: TestPayments<P>; readonly deps: Deps & PaymentDeps }[] = [];
  const base = await startOperatorTestbed({
    domains: [money, ...(more.domains ?? [])],
    routes: (deps) => {
      const payments = paymentsOf(deps.clock);
      const { providers, accounts } = payments;
      const openAccount: PaymentDeps['payments']['openAccount'] = async (tx, payConfId) => {
        const { rows } = await sql<{ id: bigint }>`select tenant_id as id from pile where cp_code = ${PILE}`.execute(tx);
        const account = accounts[payConfId];
        return account && rows[0] ? { tenantId: String(rows[0].id), account } : undefined;
      };
      const services = {
        providers,
        openAccount,
        payConfIdsOf: async () => Object.keys(accounts),
        payConfIdsOfTenant: async () => Object.keys(accounts),
        publicUrl: () => address.url,
        openReceiver: (sealed: string, sealId: string) => openReceiver(deps.secrets, sealed, sealId),
      };
      // The faults that a test makes are no errors of the program.
      const own = { ...deps, log: pino({ level: 'silent' }), payments: services };
      made.push({ payments, deps: own });
      const door = payNotifyRoutes({ ...own, onDisbelief: (told) => void disbelieved.push(told.problem) });
      return [...door, ...(more.routes?.(own) ?? [])];
    },
  });
  const [payment] = made;
  if (!payment) throw new Error('the testbed made no routes');
  address.url = new URL(base.server.url).origin;
  for (const [payConfId, { kind }] of Object.entries(payment.payments.accounts))
    await base.server.database.asSuperuser(
      `insert into pay_conf (pay_conf_id, tenant_id, conf_name, pay_type, seal_id, proven_at) values ($1, $2, $3, $4, $3, now())`,
      [payConfId, base.ids.tenantId, `Account ${payConfId}`, payTypes[kind]],
    );
  return { base, disbelieved, ...payment };
};

const payTypes = { alipay: 1, wechat: 2, stripe: 3 } as const;

/** The pile starts the charge that was paid for, charges and ends it; it is settled afterwards. */
export const chargePaid = async (base: OperatorTestbed, billId: string, energyDwh: number): Promise<string> => {
  return chargeOrder(base, await orderNoOf(base, billId), energyDwh);
};

/** The pile starts a charge, charges and ends it; it is settled afterwards. */
export const chargeOrder = async (base: OperatorTestbed, orderNo: string, energyDwh: number): Promise<string> => {
  const start = {
    kind: 'startResult',
    chargingOrderNo: orderNo,
    gunNumber: 1,
    startResult: 0,
    startSource: 4,
    startSoc: 40,
    fromStore: false,
  } as const;
  expect(await base.charging.handlers.startResult(base.pile, { ...start, startAtMs: base.now(), startMeterDwh: 1_000_000 })).toEqual({ result: 0 });
  // At about half of the pile's power.
  base.advance(60_000 * Math.ceil(energyDwh / 10_000));
  await base.sample(orderNo, energyDwh);
  await base.sendEndRecord(orderNo, energyDwh, { startMeterDwh: 1_000_000, stopMeterDwh: 1_000_000 + energyDwh });
  await base.worker.poll();
  return orderNo;
};

/** The pile refuses the start of the charge that was paid for; the order is settled afterwards. */
export const refuseStart = async (base: OperatorTestbed, billId: string, startResult: number): Promise<void> => {
  const refusal = { kind: 'startResult', gunNumber: 1, startResult, startSource: 1, startSoc: 0, fromStore: false } as const;
  await base.charging.handlers.startResult(base.pile, {
    ...refusal,
    chargingOrderNo: await orderNoOf(base, billId),
    startAtMs: base.now(),
    startMeterDwh: 1_000_000,
  });
  await base.worker.poll();
};

/** The charge of a payment, which a worker may be about to begin. */
const orderNoOf = async (base: OperatorTestbed, billId: string): Promise<string> => {
  const read = async () => {
    const [order] = await base.server.database.asSuperuser<{ no: string }>(
      'select o.charging_order_no as no from charging_order o join prepaid_order p using (charging_order_id) where p.bill_id = $1',
      [billId],
    );
    return order?.no ?? '';
  };
  await expect.poll(read, { interval: 50 }).not.toBe('');
  return read();
};

const balancesByKind: (base: OperatorTestbed) => ReturnType<PrepaidTestbed['books']> = async ({ server }) => {
  const { rows } = await inSystem(server.database, (tx) =>
    sql<{ code: string; posted: bigint }>`select split_part(a.code, ':', 1) as code, sum(b.posted)::int8 as posted
      from ledger.account a cross join lateral ledger.balances(array[a.account_id]) b group by 1`.execute(tx),
  );
  const posted = new Map(rows.map(({ code, posted: amount }) => [code, amount]));
  return { provider: posted.get('psp') ?? 0n, inTransit: posted.get('refund_in_transit') ?? 0n, prepaid: posted.get('prepaid') ?? 0n };
};

/** What a driver usually asks for. */
export const usual: NewPrepaidOrder = {
  cpCode: PILE,
  gunNumber: 1,
  amountCents: 50_00n,
  payConfId: PAY_CONF,
  scene: 'qr',
  appType: 1,
  openId: null,
  userMobile: '13700000001',
  custId: null,
  clientIp: null,
  returnUrl: null,
  subject: 'Charging',
};
