import type { Rng } from '#engines/protocol/codec/kind.ts';
import { startRequestResult } from '#engines/protocol/codes.ts';
import { waitOf, weighted, wholeBetween } from '../model/chance.ts';
import { pause, type Cancel, type Time } from '../time.ts';
import { NO_ANSWER, type Permission } from '../pile/facts.ts';
import type { Pile } from '../pile/pile.ts';
import type { StationPlan } from './data/places.ts';
import type { Driver } from './steps/people.ts';
import { planVisit, someoneUnknown, waysOf, type Visit } from './visits.ts';

/** A pile of the fleet and where it stands. */
export interface PlacedPile {
  readonly pile: Pile;
  readonly station: StationPlan;
}

/** Calls of the platform's HTTP API that the traffic needs. Each throws when it is refused. */
export interface DriverApi {
  /** Answers the order's number. */
  remoteStart(visit: Visit, at: { readonly cpCode: string; readonly gunNumber: number }): Promise<string>;
  remoteStop(orderNo: string): Promise<void>;
  recharge(driver: Driver): Promise<void>;
}

export interface TrafficOptions {
  readonly stands: readonly PlacedPile[];
  readonly drivers: readonly Driver[];
  readonly desk: DriverApi;
  readonly time: Time;
  readonly rng: Rng;
  /** A car comes every so often on average. */
  readonly everyMs: number;
  /** Cars that come within the first moments. */
  readonly rush: { readonly cars: number; readonly withinMs: number };
  readonly say: (line: string) => void;
}

/** Cars that come, charge and drive away. Ends when called. */
export const playTraffic = (options: TrafficOptions): Cancel => {
  const { time, rng, rush } = options;
  const busy = new Set<Driver>();
  const taken = new Set<string>();
  let open = true;
  let cancel: Cancel = () => undefined;
  const arrive = (): void => {
    if (!open) return;
    const place = freePlace(options, taken);
    const driver = place && freeDriver(options, { ...place, busy });
    if (!place || !driver) return;
    busy.add(driver);
    taken.add(place.key);
    void stay(options, { ...place, visit: planVisit(rng, { driver, pile: place.pile }) })
      .catch((error: unknown) => options.say(`a visit at ${place.key} broke off: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        busy.delete(driver);
        taken.delete(place.key);
      });
  };
  const next = (): void => {
    cancel = time.after(waitOf(rng, options.everyMs), () => {
      arrive();
      next();
    });
  };
  for (let car = 0; car < rush.cars; car += 1) time.after((rush.withinMs * car) / rush.cars, arrive);
  next();
  return () => {
    open = false;
    cancel();
  };
};

interface FreeGun extends PlacedPile {
  readonly gunNumber: number;
  readonly key: string;
}

const freePlace = ({ stands, rng }: TrafficOptions, taken: ReadonlySet<string>): FreeGun | undefined => {
  const places = stands
    .filter(({ pile }) => pile.line.live)
    .flatMap((stand) =>
      stand.pile.guns
        .filter((gun) => gun.phase === 'idle' && !taken.has(keyOf(stand.pile, gun.number)))
        .map((gun) => [stand.station.weight, { ...stand, gunNumber: gun.number, key: keyOf(stand.pile, gun.number) }] as const),
    );
  return weighted(rng, places);
};

const keyOf = (pile: Pile, gunNumber: number): string => `${pile.facts.cpCode}/${gunNumber}`;

/** Whoever can start at the pile itself comes more often than those who have to telephone; a car that tells its VIN most of all. */
const freeDriver = (
  { drivers, rng }: TrafficOptions,
  { pile, station, busy }: PlacedPile & { readonly busy: ReadonlySet<Driver> },
): Driver | undefined =>
  weighted(
    rng,
    drivers.filter((driver) => driver.tenant === station.tenant && !busy.has(driver)).map((driver) => [likelihood(driver, pile), driver] as const),
  );

const likelihood = (driver: Driver, pile: Pile): number => {
  const ways = waysOf(driver, pile);
  if (ways.includes('vin')) return 10;
  return ways.some((way) => way !== 'platform') ? 4 : 1;
};

type VisitAtGun = FreeGun & { readonly visit: Visit };

/** One visit from arriving to driving away. */
const stay = async (options: TrafficOptions, stayed: VisitAtGun): Promise<void> => {
  const { time, rng } = options;
  const { pile, gunNumber, visit } = stayed;
  const { driver } = visit;
  const vin = driver.vin === '' ? `LX${String(wholeBetween(rng, 1e14, 9e14))}` : driver.vin;
  pile.plug(gunNumber, { model: driver.model, vin: pile.facts.kind === 'dc' ? vin : '', socPercent: visit.socPercent, batteryC: 24 });
  await pause(time, visit.beforeMs);
  const gun = pile.gun(gunNumber);
  if (gun && visit.failure !== 0) gun.failNextStart = visit.failure;
  const started = await start(options, stayed);
  if (started) {
    await endOf(options, stayed);
    await pause(time, visit.lingerMs);
  } else {
    await pause(time, REFUSED_MS);
  }
  if (gun) gun.failNextStart = 0;
  pile.unplug(gunNumber);
};

/** Starts in the visit's way; true when the gun takes it up. */
const start = async (options: TrafficOptions, { pile, gunNumber, visit }: VisitAtGun): Promise<boolean> => {
  const { driver, way } = visit;
  if (way === 'platform') {
    try {
      await options.desk.remoteStart(visit, { cpCode: pile.facts.cpCode, gunNumber });
    } catch (error) {
      options.say(`remote start at ${keyOf(pile, gunNumber)} was refused: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
    return pile
      .waitFor((each) => each.gun(gunNumber)?.session !== null, REMOTE_MS)
      .then(
        () => true,
        () => false,
      );
  }
  const permission = await askAtPile(options, { pile, gunNumber, visit });
  if (permission.result === POOR) {
    await options.desk.recharge(driver);
    return (await askAtPile(options, { pile, gunNumber, visit })).result === startRequestResult.success;
  }
  if (permission.result !== startRequestResult.success && visit.mistake === 'none' && permission.result !== NO_ANSWER) {
    options.say(`start at ${keyOf(pile, gunNumber)} by ${way} was refused: ${permission.result}`);
  }
  return permission.result === startRequestResult.success;
};

const askAtPile = (options: TrafficOptions, { pile, gunNumber, visit }: Pick<VisitAtGun, 'pile' | 'gunNumber' | 'visit'>): Promise<Permission> => {
  const { driver, way, wish, mistake } = visit;
  const account = mistake === 'unknownCard' ? someoneUnknown(options.rng) : driver.account;
  const password = mistake === 'wrongPassword' ? '000000' : driver.password;
  const asked = { account, ...wish, ...(password !== undefined && { password }) };
  switch (way) {
    case 'vin':
      return pile.startByVin(gunNumber, wish);
    case 'phone':
      return pile.startByPhone(gunNumber, asked);
    case 'password':
      return pile.startByPassword(gunNumber, asked);
    default:
      return pile.startByCard(gunNumber, asked);
  }
};

/** Waits until the charge has ended, or ends it in the visit's way. */
const endOf = async (options: TrafficOptions, { pile, gunNumber, visit }: VisitAtGun): Promise<void> => {
  const { time } = options;
  const session = (): string | undefined => pile.gun(gunNumber)?.session?.key;
  const key = session();
  if (key === undefined) return;
  const gone = (): boolean => session() !== key;
  const untilMs = time.nowMs() + (visit.ending === 'goal' ? STAY_MAX_MS : visit.endAfterMs);
  while (!gone() && time.nowMs() < untilMs) await pause(time, LOOK_MS);
  if (gone()) return;
  if (visit.ending === 'unplug') return pile.unplug(gunNumber);
  const orderNo = pile.gun(gunNumber)?.session?.orderNo ?? '';
  if (visit.ending === 'remote' && orderNo !== '') {
    await options.desk.remoteStop(orderNo).catch((error: unknown) => options.say(`remote stop of ${orderNo} was refused: ${String(error)}`));
    for (let looks = 0; looks < STOP_LOOKS && !gone(); looks += 1) await pause(time, LOOK_MS);
  }
  if (!gone()) pile.stop(gunNumber);
};

/** Request-start result 2: not enough money. */
const POOR = startRequestResult.insufficient;
const REFUSED_MS = 15_000;
const REMOTE_MS = 30_000;
const LOOK_MS = 1_000;
const STOP_LOOKS = 30;
/** Nobody stays longer. */
const STAY_MAX_MS = 50 * 60_000;
