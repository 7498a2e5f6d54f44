import { sql } from 'kysely';
import type { RateType } from '#engines/tariff/codes.ts';
import { feesOf } from '#engines/tariff/schedule.ts';
import type { TariffSnapshot } from '#engines/tariff/schedule.ts';
import { monthOf } from '#engines/time/calendar.ts';
import { slotOf } from '#engines/time/slots.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { rateType } from '#domains/tariff/resources.ts';
import { currentTariffs, freezeTariff, rateNames, readSnapshot, wordsOfFee } from '#domains/tariff/server.ts';
import type { CurrentTariff } from '#domains/tariff/server.ts';
import { hourlyTypes, pricesAt, rateSlots, vipTotal } from './rates.rules.ts';
import { rateState } from './station-tag.codes.ts';
import type { StationRateInfo } from './station-rate.ts';
import { stationTagRefusals } from './station-tag.labels.ts';
import { stationTag } from './station-tag.ts';
import type { PushedRate } from './station-tag.ts';

const states = valuesOf(rateState);

/** A station as its prices need it. */
export interface PricedStation {
  readonly stationId: string;
  readonly tenantId: string;
  readonly timezone: string;
  readonly currency: string;
  readonly rateRuleIds: readonly string[];
  readonly rateRuleId: string | null;
  readonly rateRuleName: string | null;
  readonly rateSnapshotId: string | null;
  readonly rateDigest: string | null;
  readonly rateDisplay: StationRateInfo['display'];
  readonly ratePushedAt: Date | null;
}

type RateState = StationRateInfo['rateState'];

/**
 * The states of the prices of some stations, in their sequence: synced while the rule still has the content of the snapshot and a pile still follows
 * it. Each rule is read once.
 */
export const rateStates = async (ctx: Context, stations: readonly PricedStation[]): Promise<readonly RateState[]> => {
  const followed = stations.filter((station): station is FollowingStation => station.rateRuleId !== null && follows(station, station.rateRuleId));
  const requests = new Map(followed.map((station) => [keyOf(station), requestOf(ctx, station, station.rateRuleId)]));
  const keys = [...requests.keys()];
  const digests = new Map((await currentTariffs(ctx.db, [...requests.values()])).map((tariff, index) => [keys[index], tariff?.digest]));
  return stations.map((station) => {
    if (station.rateRuleId === null || station.rateDigest === null) return states.none;
    const isSynced = follows(station, station.rateRuleId) && digests.get(keyOf(station)) === station.rateDigest;
    return isSynced ? states.synced : states.changed;
  });
};

type FollowingStation = PricedStation & { readonly rateRuleId: string };
const follows = ({ rateRuleIds }: PricedStation, rateRuleId: string): boolean => rateRuleIds.includes(rateRuleId);
const keyOf = ({ rateRuleId, timezone, currency }: PricedStation): string => `${rateRuleId ?? ''} ${timezone} ${currency}`;
const requestOf = (ctx: Context, { timezone, currency }: PricedStation, rateRuleId: string) => ({
  rateRuleId,
  zone: timezone,
  currency,
  atMs: ctx.now.getTime(),
});

interface ChosenTariff extends CurrentTariff {
  readonly rateRuleId: string;
}

/** The tariff of a rule that piles of the station follow: the one that is named, or else the one with the lowest price now. */
const chooseTariff = async (ctx: Context, station: PricedStation, rateRuleId: string | null | undefined): Promise<ChosenTariff | undefined> => {
  if (rateRuleId && !station.rateRuleIds.includes(rateRuleId)) return throwRefusal(stationTagRefusals, 'rate.notFollowed');
  const ids = rateRuleId ? [rateRuleId] : station.rateRuleIds;
  const tariffs = await currentTariffs(
    ctx.db,
    ids.map((id) => requestOf(ctx, station, id)),
  );
  const found = ids.flatMap((id, index): ChosenTariff[] => (tariffs[index] ? [{ ...tariffs[index], rateRuleId: id }] : []));
  const price = ({ tariff }: ChosenTariff): number => pricesAt(feesNow(ctx, station, tariff), slotNow(ctx, station)).total;
  return found.toSorted((a, b) => price(a) - price(b) || Number(a.rateRuleId) - Number(b.rateRuleId))[0];
};

const slotNow = (ctx: Context, { timezone }: PricedStation): number => slotOf(ctx.now.getTime(), timezone);
const feesNow = (ctx: Context, { timezone }: PricedStation, tariff: TariffSnapshot) => feesOf(tariff, monthOf(ctx.now.getTime(), timezone));

/** The prices that the mini-program shows, or those of a rule that is named or was never synced. */
export const rateInfo = async (ctx: Context, station: PricedStation, rateRuleId: string | null | undefined): Promise<StationRateInfo> => {
  const isSnapshot = !rateRuleId && station.rateSnapshotId !== null;
  const rule = isSnapshot ? undefined : await chooseTariff(ctx, station, rateRuleId);
  const tariff = isSnapshot ? await readSnapshot(ctx.db, station.rateSnapshotId ?? '') : rule?.tariff;
  const fees = tariff ? feesNow(ctx, station, tariff) : [];
  const slot = slotNow(ctx, station);
  const { stage, elec, srv, total } = pricesAt(fees, slot);
  const [state = states.none] = await rateStates(ctx, [station]);
  return {
    stationId: station.stationId,
    rateRuleId: isSnapshot ? station.rateRuleId : (rule?.rateRuleId ?? null),
    rateRuleName: isSnapshot ? station.rateRuleName : (rule?.rateRuleName ?? null),
    source: isSnapshot ? 'snapshot' : 'rule',
    now: tariff ? { stage, elec, srv, total } : null,
    slots: tariff ? rateSlots(fees) : [],
    names: await feeNames(ctx, station),
    hourly: hourlyTypes(fees),
    vip: tariff
      ? (await vipPercents(ctx, station.tenantId)).map(({ vipLevelName, percents }) => ({ vipLevelName, total: vipTotal(fees, slot, percents) }))
      : [],
    mixed: station.rateRuleIds.length > 1 ? 1 : 0,
    rateState: state,
    display: station.rateDisplay,
    pushedAt: station.ratePushedAt?.toISOString() ?? null,
    digest: station.rateDigest,
    currency: station.currency,
    timezone: station.timezone,
  };
};

const feeNames = async (ctx: Context, station: PricedStation): Promise<StationRateInfo['names']> => {
  const names = await rateNames(ctx.db, station);
  const { electricity, service, other1, other2 } = valuesOf(rateType);
  const nameOf = (value: number): string => ctx.say(wordsOfFee(names, value));
  return { elec: nameOf(electricity), srv: nameOf(service), other1: nameOf(other1), other2: nameOf(other2) };
};

interface VipPercents {
  readonly vipLevelName: string;
  readonly percents: Readonly<Partial<Record<RateType, number>>>;
}

/** The VIP levels of a tenant from the lowest, with the percentages of the fees that each pays. */
const vipPercents = async (ctx: Context, tenantId: string): Promise<readonly VipPercents[]> => {
  const { rows } = await sql<VipPercents>`select l.vip_level_name,
      (select coalesce(jsonb_object_agg(d.rate_type, d.vip_discount), '{}') from vip_discount d
        where d.vip_level_id = l.vip_level_id and not d.is_delete) as percents
    from vip_level l where l.tenant_id = ${tenantId} and not l.is_delete order by l.vip_level_val limit ${VIP_LEVELS_MAX}`.execute(ctx.db);
  return rows;
};
const VIP_LEVELS_MAX = 99;

interface RateChoice {
  readonly rateRuleId?: string | null | undefined;
  readonly display?: StationRateInfo['display'] | null | undefined;
  readonly version?: number | null | undefined;
}

/** Stores the prices of a rule for the mini-program. A snapshot never changes, so that what shows is what was synced. */
export const pushRate = async (ctx: Context, station: PricedStation, { rateRuleId, display, version }: RateChoice): Promise<PushedRate> => {
  const { stationId, timezone: zone, currency } = station;
  const chosen = await chooseTariff(ctx, station, rateRuleId);
  if (!chosen) return throwRefusal(stationTagRefusals, 'rate.none');
  const frozen = await freezeTariff(ctx.db, { rateRuleId: chosen.rateRuleId, zone, currency, atMs: ctx.now.getTime() });
  if (!frozen) return throwRefusal(stationTagRefusals, 'rate.none');
  const patch = { rateSnapshotId: frozen.snapshotId, ratePushedAt: ctx.now, rateDisplay: display ?? station.rateDisplay };
  const { rateDigest, rateRuleIds } = await ctx.rows(stationTag).change(stationId, patch, version ?? undefined);
  const mixed = rateRuleIds.length > 1 ? 1 : 0;
  return {
    pushedAt: ctx.now.toISOString(),
    digest: rateDigest ?? '',
    mixed,
    warning: mixed ? ctx.say(stationTagRefusals['rate.pilesDiffer']) : null,
  };
};
