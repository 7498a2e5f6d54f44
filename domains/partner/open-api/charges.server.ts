import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { openOrderStates, orderState, strategyType } from '#engines/order/codes.ts';
import { strategyOf } from '#engines/order/rules/strategy.ts';
import type { Strategy } from '#engines/order/rules/strategy.ts';
import { orderWork, readProgress, startAccountCharge, stopCharge } from '#domains/charging/server.ts';
import { obstacleWords } from '#domains/charging/resources.ts';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import type { InputOf } from '#kit/resource/endpoint.ts';
import { say } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { PartnerAccount } from './gate.server.ts';
import type { openApi, PartnerCharge, PartnerOrder, PartnerOrders } from './open-api.ts';
import { OPEN_PAGE_ROWS } from './open-api.ts';
import { openRefusals } from './open-refusals.labels.ts';
import { requireSite } from './sites.server.ts';

const DAY_MS = 24 * 3_600_000;
const PERIOD_DAYS_MAX = 31;
const DWH_PER_WH = 10;

type StartInput = InputOf<(typeof openApi)['start']>;

export interface ChargeCall {
  readonly account: PartnerAccount;
  readonly language: Language;
}

/** Begins a charge, or finds the one that this request began. The customer of the account pays. */
export const startCharge = async (
  deps: Pick<Deps, 'live' | 'clock'>,
  tx: Tx,
  { account, language, input }: ChargeCall & { readonly input: StartInput },
): Promise<void> => {
  const { accessConfigId, tenantId, custId, openChargesMax } = account;
  const { requestId, cpCode, gunNumber } = input;
  // Starts of one account follow each other, so that the limit holds and one request begins one charge. Messages to its webhooks, which refer to the
  // account while they hold a gun, do not wait for this lock.
  await sql`select from access_config where access_config_id = ${accessConfigId} for no key update`.execute(tx);
  const digest = digestOf(input);
  const known = await chargeOf(tx, account, requestId);
  if (known && !known.inputDigest.equals(digest)) throwRefusal(openRefusals, 'partner.requestReused', {}, { status: 409 });
  if (known) return;
  await requireSite(tx, account, { cpCode, gunNumber });
  const strategy = readStrategy(input);
  await requireRoom(tx, accessConfigId, openChargesMax);
  const work = orderWork(deps, tx, `partner ${accessConfigId}`);
  const started = await startAccountCharge(work, { cpCode, gunNumber, custId, tenantId, strategy });
  if (!started.ok) return refuseStart(started.obstacle, language);
  await sql`insert into partner_charge (access_config_id, request_id, tenant_id, charging_order_id, input_digest, begin_time)
    values (${accessConfigId}, ${requestId}, ${tenantId}, ${started.chargingOrderId}, ${digest}, ${new Date(work.nowMs)})`.execute(tx);
};

const digestOf = ({ cpCode, gunNumber, strategyType: type, strategyVal }: StartInput): Buffer =>
  createHash('sha256')
    .update(JSON.stringify([cpCode, gunNumber, type ?? null, strategyVal === null || strategyVal === undefined ? null : String(strategyVal)]))
    .digest();

const readStrategy = ({ strategyType: type, strategyVal }: StartInput): Strategy => {
  const strategy = strategyOf({ strategyType: type ?? strategyType.untilFull, strategyValE2: Number(strategyVal ?? 0n) });
  return typeof strategy === 'string' ? throwRefusal(openRefusals, 'partner.strategy', {}, { status: 400 }) : strategy;
};

const requireRoom = async (tx: Tx, accessConfigId: string, max: number): Promise<void> => {
  const { rows } = await sql<{
    n: number;
  }>`select count(*)::int4 as n from partner_charge c join charging_order o on o.charging_order_id = c.charging_order_id
    where c.access_config_id = ${accessConfigId} and o.order_state in (${literals([orderState.initial, ...openOrderStates, orderState.ended])})`.execute(
    tx,
  );
  if ((rows[0]?.n ?? 0) >= max) throwRefusal(openRefusals, 'partner.openCharges', { max }, { status: 409 });
};

const refuseStart = (obstacle: string, language: Language): never => {
  const words = Object.entries(obstacleWords).find(([name]) => name === obstacle)?.[1];
  return throwRefusal(
    openRefusals,
    'partner.notStarted',
    { reason: words ? say(words, language) : obstacle },
    { status: 409, detail: { detail: { obstacle } } },
  );
};

interface KnownCharge {
  readonly chargingOrderId: bigint;
  readonly inputDigest: Buffer;
}

const chargeOf = async (tx: Tx, { accessConfigId }: PartnerAccount, requestId: string): Promise<KnownCharge | undefined> => {
  const { rows } = await sql<KnownCharge>`select charging_order_id, input_digest from partner_charge
    where access_config_id = ${accessConfigId} and request_id = ${requestId}`.execute(tx);
  return rows[0];
};

const requireCharge = async (tx: Tx, account: PartnerAccount, requestId: string): Promise<string> => {
  const charge = await chargeOf(tx, account, requestId);
  return charge ? String(charge.chargingOrderId) : throwRefusal(openRefusals, 'partner.chargeUnknown', {}, { status: 404 });
};

/** A charge of the account as it is now. */
export const readCharge = async (tx: Tx, account: PartnerAccount, requestId: string): Promise<PartnerCharge> => {
  const orderId = await requireCharge(tx, account, requestId);
  const { rows } = await sql<{ view: PartnerOrder | null }>`select partner_charge_view(${orderId}::int8, order_state) as view
    from charging_order where charging_order_id = ${orderId}`.execute(tx);
  const view = rows[0]?.view ?? throwRefusal(openRefusals, 'partner.chargeUnknown', {}, { status: 404 });
  const progress = await readProgress(tx, orderId);
  const isCharging = progress !== null && progress.heardMs !== null && view.orderState === orderState.charging;
  return {
    ...view,
    live: isCharging
      ? {
          heardAt: new Date(progress.heardMs).toISOString(),
          energyWh: progress.energyDwh / DWH_PER_WH,
          soc: progress.soc,
          powerW: progress.powerW,
          runningCents: progress.runningCents === null ? null : Number(progress.runningCents),
        }
      : null,
    isStopping: progress !== null && progress.stopAskedMs !== null,
  };
};

/** Stops a charge of the account; one that is over already stays as it is. */
export const stopPartnerCharge = async (
  deps: Pick<Deps, 'live' | 'clock'>,
  tx: Tx,
  { account, requestId }: { readonly account: PartnerAccount; readonly requestId: string },
) => {
  const orderId = await requireCharge(tx, account, requestId);
  const hasStopped = await stopCharge(orderWork(deps, tx, `partner ${account.accessConfigId}`), orderId);
  if (hasStopped) return;
  const { orderState: state } = await readCharge(tx, account, requestId);
  if (openOrderStates.includes(state)) throwRefusal(openRefusals, 'partner.notCharging', {}, { status: 409 });
};

/** A page of the charges that began in a period. */
export const readOrders = async (
  tx: Tx,
  { accessConfigId }: PartnerAccount,
  { from, to, page }: { readonly from: Date; readonly to: Date; readonly page: number },
): Promise<PartnerOrders> => {
  if (to <= from || to.getTime() - from.getTime() > PERIOD_DAYS_MAX * DAY_MS) throwRefusal(openRefusals, 'partner.period', {}, { status: 400 });
  const { rows } = await sql<{ view: PartnerOrder | null }>`select partner_charge_view(c.charging_order_id, o.order_state) as view
    from partner_charge c join charging_order o on o.charging_order_id = c.charging_order_id
    where c.access_config_id = ${accessConfigId} and c.begin_time >= ${from} and c.begin_time < ${to}
    order by c.begin_time, c.charging_order_id limit ${OPEN_PAGE_ROWS + 1} offset ${(page - 1) * OPEN_PAGE_ROWS}`.execute(tx);
  const views = rows.flatMap(({ view }) => view ?? []);
  return { records: views.slice(0, OPEN_PAGE_ROWS), nextPage: views.length > OPEN_PAGE_ROWS ? page + 1 : null };
};
