import { mainPartType } from '#engines/order/codes.ts';
import type { Party } from '#domains/customer/resources.ts';
import { partyCode } from '#domains/money/server.ts';
import { pileProtocol } from '#domains/network/resources.ts';
import type { PastPlace } from '#domains/charging/server.ts';
import { carModels } from '#apps/simulator/model/car.ts';
import { seedOf } from '#apps/simulator/model/random.ts';
import { demoMeterDwh } from '#apps/simulator/past/network.ts';
import type { PastDriver, PastGun, PastNetwork, PastStation } from '#apps/simulator/past/network.ts';
import { pastPlaces } from '#apps/simulator/past/places.ts';

/** The network in the words of the simulation. */
export const networkOf = (places: readonly PastPlace[], parties: readonly Party[]): PastNetwork => {
  const stations = [...new Map(places.map((place) => [place.stationId, place])).values()].map(({ stationId, tenantId, zone, stationName }) => ({
    stationId,
    tenantId,
    zone,
    ...pastPlaces(stationName),
  }));
  const homes = homesOf(stations, parties);
  return {
    stations,
    guns: places.map(gunOf),
    drivers: parties.map((party, index) => driverOf(party, { index, area: homes.get(partyCode(party.wallet)) ?? '' })),
  };
};

/** The area in which whoever draws on a wallet charges: the areas of a tenant have equally many wallets. */
const homesOf = (stations: readonly PastStation[], parties: readonly Party[]): ReadonlyMap<string, string> => {
  const homes = new Map<string, string>();
  for (const tenantId of new Set(stations.map((station) => station.tenantId))) {
    const areas = [...new Set(stations.filter((station) => station.tenantId === tenantId).map(({ area }) => area))];
    const wallets = [...new Set(parties.filter((party) => party.tenantId === tenantId).map(({ wallet }) => partyCode(wallet)))];
    for (const [index, wallet] of wallets.entries()) homes.set(wallet, areas[index % areas.length] ?? '');
  }
  return homes;
};

const gunOf = ({ stationId, cpCode, gunNumber, cpType, protocol, ratedPowerW, gunCount }: PastPlace): PastGun => ({
  stationId,
  cpCode,
  gunNumber,
  kind: ({ 1: 'dc', 2: 'ac1', 3: 'ac3' } as const)[cpType] ?? 'ac1',
  protocol: protocol === pileProtocol.items.ocpp16.value ? 'ocpp16' : 'native',
  maxW: ratedPowerW / gunCount,
  lastMeterDwh: demoMeterDwh(cpCode),
});

const driverOf = (party: Party, { index, area }: { readonly index: number; readonly area: string }): PastDriver => {
  const { mainPartType: type, mainPartId, tenantId, custId } = party;
  const key = partyKey(party);
  return {
    key,
    tenantId,
    area,
    by: kinds[type],
    vin: type === mainPartType.agentCustomer ? '' : (party.carVin ?? vinOf(key)),
    model: carModels[(index + Number(mainPartId)) % carModels.length] ?? firstModel(),
    // The cards and cars of companies charge daily.
    weight: type === mainPartType.agentCustomer ? 4 : custId !== null && type !== mainPartType.phoneUser ? 3 : 2,
    isShared: type === mainPartType.agentCustomer,
  };
};

const kinds = {
  [mainPartType.phoneUser]: 'phone',
  [mainPartType.icCard]: 'card',
  [mainPartType.agentCustomer]: 'company',
  [mainPartType.vehicleVin]: 'car',
} as const;

const firstModel = () => {
  const [model] = carModels;
  if (!model) throw new Error('there is no model of car');
  return model;
};

export const partyKey = ({ mainPartType: type, mainPartId }: Pick<Party, 'mainPartType' | 'mainPartId'>): string => `${type}:${mainPartId}`;

/** The car of a card or a phone: the same each time. */
const vinOf = (key: string): string => `LX${String(seedOf(key, 7)).padStart(15, '0')}`;
