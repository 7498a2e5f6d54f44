import { minorDigits } from '#engines/money/currency.ts';
import { driverStep } from '#engines/driver/step.ts';
import { priceStages } from '#engines/tariff/price-stages.ts';
import type { PriceTotals } from '#engines/tariff/price-stages.ts';
import { pileType } from '#domains/network/resources.ts';
import { nextReservation } from '#domains/charging/server.ts';
import { settingOf } from '#domains/system/server.ts';
import { currentTariffs } from '#domains/tariff/server.ts';
import type { CurrentTariff } from '#domains/tariff/server.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { DriverDeps } from '../driver-deps.server.ts';
import { gunFactsOf, siteOfLabel } from '../site/driver-site.server.ts';
import type { DriverSite } from '../site/driver-site.server.ts';
import { nearbyGuns } from '../site/nearby-guns.server.ts';
import { driverPayWays, gunViewApi } from './gun-view.ts';
import type { DriverGunView, DriverPayWay, DriverPrice } from './gun-view.ts';
import { payAmounts } from './driver-settings.ts';
import { amountsOf, waysOf } from './offer.rules.ts';
import type { PayKind } from './offer.rules.ts';
import { QUOTE_MS, quoteOf } from './quote.server.ts';

const DAY_MS = 24 * 3_600_000;

export const gunViewRoutes = (deps: DriverDeps): readonly Route[] =>
  implement(gunViewApi, {
    gun: (_ctx, { label, gun }, { client }) => {
      deps.limits.countAddress(client.ip);
      return inSystem(deps.database, (tx) => viewOf(tx, deps, { label, gun }));
    },
  });

const viewOf = async (tx: Tx, deps: DriverDeps, scanned: { readonly label: string; readonly gun: number }): Promise<DriverGunView> => {
  const now = deps.clock();
  const site = await siteOfLabel(tx, deps.secrets, { ...scanned, now });
  const facts = await gunFactsOf(tx, site, { visitId: null, now });
  const { step, code, values } = driverStep({ nowMs: now.getTime(), reviewHours: 0, gun: facts, payment: null, charge: null, refund: null });
  const tariff = await tariffOf(tx, site, now);
  const { stationName, zone, address, tel, cpCode, cpName, cpType, gunNumber, powerW, use, isPlugged, siblings } = site;
  return {
    station: { name: stationName, zone, address, tel },
    pile: { no: cpCode, name: cpName },
    gun: {
      no: gunNumber,
      powerW,
      current: cpType === pileType.items.dc.value ? 'DC' : 'AC',
      use,
      isPlugged,
      siblings: siblings.map((each) => ({ no: each.no, use: each.use })),
    },
    step,
    code,
    reason: facts.outBy,
    otherGunNo: values.gunNumber ?? null,
    nearby: step === 'problem' ? await nearbyGuns(tx, site, now) : [],
    price: tariff ? priceOf(deps, site, { tariff, now }) : null,
    pay: { amountsCents: await offeredAmounts(tx, deps, site), ways: await offeredWays(tx, deps, cpCode) },
    reservation: await reservationAhead(tx, site, now),
    asOf: now.toISOString(),
  };
};

/** Whoever starts now is told when the charge has to end; at a gun that is kept already, nobody else starts. */
const reservationAhead = async (tx: Tx, { tenantId, cpCode, gunNumber }: DriverSite, now: Date): Promise<DriverGunView['reservation']> => {
  const next = await nextReservation(tx, { site: { tenantId, cpCode, gunNumber }, party: undefined, nowMs: now.getTime() });
  if (!next || next.fromMs > now.getTime() + DAY_MS) return null;
  const endBy = next.endByMs !== null && next.endByMs > now.getTime() ? new Date(next.endByMs).toISOString() : null;
  return { from: new Date(next.fromMs).toISOString(), endBy };
};

/** The tariff of a gun as it is now; undefined for a gun without prices. */
export const tariffOf = async (tx: Tx, { rateRuleId, zone, currency }: DriverSite, now: Date): Promise<CurrentTariff | undefined> =>
  rateRuleId === null ? undefined : (await currentTariffs(tx, [{ rateRuleId, zone, currency, atMs: now.getTime() }]))[0];

const priceOf = (
  deps: DriverDeps,
  { cpCode, gunNumber, currency }: DriverSite,
  { tariff, now }: { readonly tariff: CurrentTariff; readonly now: Date },
): DriverGunView['price'] => {
  const fromMs = now.getTime();
  const stages = priceStages(tariff.tariff, { fromMs, toMs: fromMs + DAY_MS });
  const [first] = stages;
  if (!first) return null;
  const untilMs = fromMs + QUOTE_MS;
  return {
    quoteId: quoteOf(deps.secrets, { cpCode, gunNumber, tariffDigest: tariff.digest }, untilMs),
    validUntil: new Date(untilMs).toISOString(),
    currency,
    digits: minorDigits(currency) ?? 2,
    now: wirePrice(first),
    stages: stages.map(({ fromMs: from, toMs: to, ...prices }) => ({
      from: new Date(from).toISOString(),
      to: new Date(to).toISOString(),
      ...wirePrice(prices),
    })),
    maxTotalE5: Math.max(...stages.map(({ totalE5 }) => Number(totalE5))),
  };
};

const wirePrice = ({ energyE5, serviceE5, otherE5, totalE5, hourE5 }: PriceTotals): DriverPrice => ({
  energyE5: Number(energyE5),
  serviceE5: Number(serviceE5),
  otherE5: Number(otherE5),
  totalE5: Number(totalE5),
  hourE5: Number(hourE5),
});

/** What can be paid in advance at this gun, in minor units. */
export const offeredAmounts = async (tx: Tx, { database, clock }: DriverDeps, site: DriverSite): Promise<readonly number[]> =>
  amountsOf(await settingOf({ db: tx, now: clock(), registry: database }, payAmounts, site.tenantId), {
    currency: site.currency,
    minCents: site.minAmountCents,
  });

/** The accounts with which a pile is paid, by their provider. */
export const payAccountsOf = async (tx: Tx, deps: DriverDeps, cpCode: string): Promise<ReadonlyMap<PayKind, string>> =>
  accountsOf(tx, deps, await deps.payments.payConfIdsOf(tx, cpCode));

/** Accounts by their provider. */
export const accountsOf = async (tx: Tx, { payments }: DriverDeps, payConfIds: readonly string[]): Promise<ReadonlyMap<PayKind, string>> => {
  const found = new Map<PayKind, string>();
  for (const payConfId of payConfIds) {
    const opened = await payments.openAccount(tx, payConfId);
    if (opened) found.set(opened.account.kind, payConfId);
  }
  return found;
};

const offeredWays = async (tx: Tx, deps: DriverDeps, cpCode: string): Promise<readonly DriverPayWay[]> =>
  waysWith(deps, await payAccountsOf(tx, deps, cpCode));

/** The ways of paying that these accounts offer. */
export const waysWith = ({ payments }: DriverDeps, accounts: ReadonlyMap<PayKind, string>): readonly DriverPayWay[] =>
  driverPayWays.filter((way) => {
    const { kind, scene } = waysOf[way];
    return accounts.has(kind) && payments.providers[kind].scenes.includes(scene);
  });
