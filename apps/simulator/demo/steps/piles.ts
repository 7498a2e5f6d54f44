import { encryptionMode as encryptionModes, securityProfile, type EncryptionMode } from '#engines/protocol/codes.ts';
import { entityState } from '#engines/entity/codes.ts';
import { unencryptedExceptionApi } from '#domains/device/resources.ts';
import { pileApi, pileProfileApi } from '#domains/network/resources.ts';
import { pilePolicyApi } from '#domains/tariff/resources.ts';
import type { Api } from '../api.ts';
import { stations, type PileGroup, type RuleKey, type StationPlan, type TenantKey } from '../data/places.ts';
import { mapConcurrently, ensure, type SkippedCallback } from '../ensure.ts';
import type { DemoIds } from './places.ts';

/** A pile of the demo, with the secret it logs in with. */
export interface StandingPile extends Omit<PileGroup, 'count'> {
  readonly cpCode: string;
  readonly station: StationPlan;
  readonly secret: string;
  readonly encryptionMode: EncryptionMode;
}

type PlannedPile = Omit<StandingPile, 'secret'>;

interface PileSetup {
  readonly places: DemoIds;
  readonly ruleId: (key: RuleKey) => string;
  readonly crcId: (tenant: TenantKey) => string;
  readonly onSkipped: SkippedCallback;
}

/** Creates forty piles with prices and secrets of this run, and enables them. What operators have changed since stays as it is. */
export const setUpPiles = async (api: Api, { places, ruleId, crcId, onSkipped }: PileSetup): Promise<readonly StandingPile[]> => {
  const planned = stations.flatMap(plannedAt);
  const rows = await ensure(
    api,
    { ...pileApi, nameOf: (row) => row.cpCode },
    {
      planned,
      onSkipped,
      nameOf: ({ cpCode }) => cpCode,
      draftOf: (plan) => draftOf(plan, { stationId: places.stationId(plan.station), crcId: crcId(plan.station.tenant) }),
    },
  );
  const plans = planned.filter(({ cpCode }) => rows.find(cpCode));
  await setRules(
    api,
    plans.filter(({ cpCode }) => rows.get(cpCode).rateRuleId === null),
    ruleId,
  );
  const unencrypted = plans
    .filter(({ protocol, encryptionMode }) => protocol !== 'ocpp16' && encryptionMode === encryptionModes.none)
    .map(({ cpCode }) => cpCode);
  await api.call(unencryptedExceptionApi.allowPlain, {
    cpCodes: unencrypted.join(','),
    addresses: LOOPBACK,
    reason: 'demo: an old pile that knows no encryption',
  });
  // A pile that was never online was not set up completely.
  const incomplete = plans.filter(({ cpCode }) => rows.get(cpCode).lastSeen === null && rows.get(cpCode).cpStat !== ENABLED);
  await mapConcurrently(incomplete, async ({ cpCode, kind }) => {
    await api.call(pileProfileApi.edit, profileOf(cpCode, kind));
    await api.call(pileApi.changeState, { entityId: cpCode, setState: ENABLED });
  });
  return mapConcurrently(plans, async (plan) => ({
    ...plan,
    secret: (await api.call(pileApi.renewSecret, { cpCode: plan.cpCode })).encryptionSecret,
  }));
};

const ENABLED = entityState.enabled;
/** The demo's piles connect from this machine. */
const LOOPBACK = '127.0.0.0/8, ::1';

const plannedAt = (station: StationPlan): readonly PlannedPile[] => {
  const groups = station.piles.flatMap(({ count, ...group }) => Array.from({ length: count }, () => group));
  return groups.map((group, index): PlannedPile => ({
    ...group,
    station,
    cpCode: `${station.code}-${String(index + 1).padStart(2, '0')}`,
    // One old single-phase pile at each station supports no encryption.
    encryptionMode:
      group.protocol !== 'ocpp16' && !(group.kind === 'ac1' && index === groups.length - 1) ? encryptionModes.aes : encryptionModes.none,
  }));
};

const cpTypes = { dc: 1, ac1: 2, ac3: 3 } as const;
const protocols = { native: 1, 'v1.0': 1, ocpp16: 2 } as const;
const kindNames = {
  huadong: { dc: '直流', ac1: '单相交流', ac3: '三相交流' },
  rhein: { dc: 'DC', ac1: 'AC', ac3: 'AC' },
} as const;

const draftOf = (plan: PlannedPile, { stationId, crcId }: { readonly stationId: string; readonly crcId: string }) => {
  const { cpCode, kind, kilowatt, gunCount, protocol, encryptionMode, station } = plan;
  const number = cpCode.slice(-2);
  const kindName = kindNames[station.tenant][kind];
  return {
    cpCode,
    stationId,
    cpName: station.tenant === 'huadong' ? `${number}号${kindName}桩 ${kilowatt}kW` : `${kindName} ${number} · ${kilowatt} kW`,
    cpType: cpTypes[kind],
    protocol: protocols[protocol],
    gunCount,
    cpPower: kilowatt.toFixed(1),
    cpV: kind === 'dc' ? '1000.0' : kind === 'ac1' ? '230.0' : '400.0',
    cpI: kind === 'dc' ? (kilowatt > 150 ? '400.0' : '250.0') : '32.0',
    cpTime: station.place.buildDate,
    encryptionMode,
    // DC piles can be reserved.
    canBeReservation: kind === 'dc' ? 1 : 0,
    crcId: kind === 'dc' ? crcId : null,
    exterOperate: 1,
    checkAccount: 1,
    accountMinAmount: '1.00',
    insertSelfStart: 0,
    securityProfile: securityProfile.basic,
  } as const;
};

/** Intervals of reports at which curves can be watched. */
const profileOf = (cpCode: string, kind: PileGroup['kind']) => ({
  cpCode,
  manufacturer: 'ChargeOps Simulator',
  moduleCount: kind === 'dc' ? 6 : 0,
  chargingInterval: 5,
  bmsHandshakeInterval: 60,
  bmsParameterInterval: 60,
  bmsChargingInterval: 15,
  bmsEndInterval: 60,
});

/** Sets the rules of piles, with one call for each station and rule. */
const setRules = async (api: Api, plans: readonly PlannedPile[], ruleId: (key: RuleKey) => string): Promise<void> => {
  const groups = new Map<string, { readonly rule: RuleKey; readonly codes: string[] }>();
  for (const { station, kind, cpCode } of plans) {
    const rule = kind === 'dc' ? station.rule : station.acRule;
    const group = groups.get(`${station.key} ${rule}`) ?? { rule, codes: [] };
    groups.set(`${station.key} ${rule}`, group);
    group.codes.push(cpCode);
  }
  await mapConcurrently([...groups.values()], ({ rule, codes }) =>
    api.call(pilePolicyApi.setRateRule, { cpCodes: codes.join(','), rateRuleId: ruleId(rule) }),
  );
};
