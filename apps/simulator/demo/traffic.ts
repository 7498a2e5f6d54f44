import type { Rng } from '#engines/protocol/codec/kind.ts';
import { startRequestResult } from '#engines/protocol/codes.ts';
import { exponentialWait, pickWeighted, wholeBetween } from '../model/random.ts';
import { pause, type Cancel, type Time } from '../time.ts';
import { NO_ANSWER, type Permission } from '../pile/facts.ts';
import type { Pile } from '../pile/pile.ts';
import type { StationPlan } from './data/places.ts';
import { comments } from './data/comments.ts';
import type { PhoneCharge } from './phone.ts';
import type { Driver } from './steps/people.ts';
import { planVisit, unknownAccount, methodsOf, type Visit } from './visits.ts';

/** A pile of the fleet with its station. */
export interface PlacedPile {
  readonly pile: Pile;
  readonly station: StationPlan;
}

/** The platform's calls that the traffic needs. Each throws if it is refused. */
export interface DriverApi {
  /** Returns the number of the order. */
  remoteStart(visit: Visit, at: GunPlace): Promise<string>;
  remoteStop(orderNo: string): Promise<void>;
  recharge(driver: Driver): Promise<void>;
  canPayByPhone(at: GunPlace): boolean;
  /** Pays at the page of drivers, a customer with a phone number from the wallet; the charge then begins by itself. */
  payByPhone(driver: Driver, at: GunPlace): Promise<PhoneCharge>;
}

interface GunPlace {
  readonly cpCode: string;
  readonly gunNumber: number;
}

export interface TrafficOptions {
  readonly placedPiles: readonly PlacedPile[];
  readonly drivers: readonly Driver[];
  readonly driverApi: DriverApi;
  readonly time: Time;
  readonly rng: Rng;
  /** The mean time between arrivals. */
  readonly arrivalEveryMs: number;
  /** Cars that arrive at the beginning. */
  readonly rush: { readonly cars: number; readonly withinMs: number };
  readonly log: (line: string) => void;
}

/** Lets cars arrive, charge and leave. Returns a function that stops it. */
export const runTraffic = (options: TrafficOptions): Cancel => {
  const { time, rng, rush } = options;
  const busyDrivers = new Set<Driver>();
  const takenGuns = new Set<string>();
  let isRunning = true;
  let cancel: Cancel = () => undefined;
  const arrive = (): void => {
    if (!isRunning) return;
    const freeGun = chooseGun(options, takenGuns);
    const driver = freeGun && chooseDriver(options, { ...freeGun, busy: busyDrivers });
    if (!freeGun || !driver) return;
    busyDrivers.add(driver);
    takenGuns.add(freeGun.key);
    void runVisit(options, { ...freeGun, visit: planVisit(rng, { driver, pile: freeGun.pile }) })
      .catch((error: unknown) => options.log(`a visit at ${freeGun.key} broke off: ${error instanceof Error ? error.message : String(error)}`))
      .finally(() => {
        busyDrivers.delete(driver);
        takenGuns.delete(freeGun.key);
      });
  };
  const next = (): void => {
    cancel = time.after(exponentialWait(rng, options.arrivalEveryMs), () => {
      arrive();
      next();
    });
  };
  for (let car = 0; car < rush.cars; car += 1) time.after((rush.withinMs * car) / rush.cars, arrive);
  next();
  return () => {
    isRunning = false;
    cancel();
  };
};

interface FreeGun extends PlacedPile {
  readonly gunNumber: number;
  readonly key: string;
}

const chooseGun = ({ placedPiles, rng }: TrafficOptions, takenGuns: ReadonlySet<string>): FreeGun | undefined => {
  const guns = placedPiles
    .filter(({ pile }) => pile.connection.live)
    .flatMap((placed) =>
      placed.pile.guns
        .filter((gun) => gun.phase === 'idle' && !takenGuns.has(keyOf(placed.pile, gun.number)))
        .map((gun) => [placed.station.weight, { ...placed, gunNumber: gun.number, key: keyOf(placed.pile, gun.number) }] as const),
    );
  return pickWeighted(rng, guns);
};

const keyOf = (pile: Pile, gunNumber: number): string => `${pile.facts.cpCode}/${gunNumber}`;

/** Drivers who can start at the pile itself or by their phone come more often than those who have to telephone, and cars that report their VIN most often of all. */
const chooseDriver = (
  { drivers, rng }: TrafficOptions,
  { pile, station, busy }: PlacedPile & { readonly busy: ReadonlySet<Driver> },
): Driver | undefined =>
  pickWeighted(
    rng,
    drivers.filter((driver) => driver.tenant === station.tenant && !busy.has(driver)).map((driver) => [likelihood(driver, pile), driver] as const),
  );

const likelihood = (driver: Driver, pile: Pile): number => {
  const methods = methodsOf(driver, pile);
  if (methods.includes('vin')) return 10;
  return driver.by === 'phone' || methods.some((method) => method !== 'platform') ? 4 : 1;
};

type VisitAtGun = FreeGun & { readonly visit: Visit };

/** One visit from arrival to departure. */
const runVisit = async (options: TrafficOptions, visitAtGun: VisitAtGun): Promise<void> => {
  const { time, rng } = options;
  const { pile, gunNumber, visit } = visitAtGun;
  const { driver } = visit;
  const vin = driver.vin === '' ? `LX${String(wholeBetween(rng, 1e14, 9e14))}` : driver.vin;
  pile.plug(gunNumber, { model: driver.model, vin: pile.facts.kind === 'dc' ? vin : '', socPercent: visit.socPercent, batteryC: 24 });
  await pause(time, visit.beforeMs);
  const gun = pile.gun(gunNumber);
  if (gun && visit.failure !== 0) gun.failNextStart = visit.failure;
  const isStarted = await start(options, visitAtGun);
  if (isStarted) {
    await finishCharge(options, visitAtGun);
    await pause(time, visit.lingerMs);
  } else {
    await pause(time, REFUSED_MS);
  }
  if (gun) gun.failNextStart = 0;
  pile.unplug(gunNumber);
};

/** Starts a charge by the visit's method; true when the gun starts it. */
const start = async (options: TrafficOptions, { pile, gunNumber, visit }: VisitAtGun): Promise<boolean> => {
  const { driver, method } = visit;
  if (method === 'platform') {
    try {
      await startFromAfar(options, { pile, gunNumber, visit });
    } catch (error) {
      options.log(`start from afar at ${keyOf(pile, gunNumber)} was refused: ${error instanceof Error ? error.message : String(error)}`);
      return false;
    }
    return pile
      .waitFor((target) => target.gun(gunNumber)?.session !== null, REMOTE_MS)
      .then(
        () => true,
        () => false,
      );
  }
  const permission = await requestStart(options, { pile, gunNumber, visit });
  if (permission.result === INSUFFICIENT) {
    await options.driverApi.recharge(driver);
    return (await requestStart(options, { pile, gunNumber, visit })).result === startRequestResult.success;
  }
  if (permission.result !== startRequestResult.success && visit.mistake === 'none' && permission.result !== NO_ANSWER) {
    options.log(`start at ${keyOf(pile, gunNumber)} by ${method} was refused: ${permission.result}`);
  }
  return permission.result === startRequestResult.success;
};

/** By the operator, or by the driver's own phone, with which it is stopped too. */
const startFromAfar = async (
  { driverApi, rng, time }: TrafficOptions,
  { pile, gunNumber, visit }: Pick<VisitAtGun, 'pile' | 'gunNumber' | 'visit'>,
) => {
  const at = { cpCode: pile.facts.cpCode, gunNumber };
  if (!driverApi.canPayByPhone(at) || rng() >= PHONE_SHARE) return void (await driverApi.remoteStart(visit, at));
  const charge = await driverApi.payByPhone(visit.driver, at);
  // The charge may be over by then.
  time.after(visit.endAfterMs, () => void charge.stop().catch(() => undefined));
  const comment = rng() < COMMENT_SHARE ? pickWeighted(rng, comments) : undefined;
  // A charge that has failed or is not settled by then cannot be commented on.
  if (comment) time.after(visit.endAfterMs + COMMENT_AFTER_MS, () => void charge.comment(comment).catch(() => undefined));
  // Some want an invoice; there is none for a charge that cost nothing.
  if (rng() < INVOICE_SHARE) time.after(visit.endAfterMs + INVOICE_AFTER_MS, () => void charge.askInvoice().catch(() => undefined));
};

const requestStart = (options: TrafficOptions, { pile, gunNumber, visit }: Pick<VisitAtGun, 'pile' | 'gunNumber' | 'visit'>): Promise<Permission> => {
  const { driver, method, wish, mistake } = visit;
  const account = mistake === 'unknownCard' ? unknownAccount(options.rng) : driver.account;
  const password = mistake === 'wrongPassword' ? '000000' : driver.password;
  const request = { account, ...wish, ...(password !== undefined && { password }) };
  switch (method) {
    case 'vin':
      return pile.startByVin(gunNumber, wish);
    case 'phone':
      return pile.startByPhone(gunNumber, request);
    case 'password':
      return pile.startByPassword(gunNumber, request);
    default:
      return pile.startByCard(gunNumber, request);
  }
};

/** Waits until the charge has ended, or ends it as the visit says. */
const finishCharge = async (options: TrafficOptions, { pile, gunNumber, visit }: VisitAtGun): Promise<void> => {
  const { time } = options;
  const session = (): string | undefined => pile.gun(gunNumber)?.session?.key;
  const key = session();
  if (key === undefined) return;
  const hasEnded = (): boolean => session() !== key;
  const untilMs = time.nowMs() + (visit.ending === 'goal' ? STAY_MAX_MS : visit.endAfterMs);
  while (!hasEnded() && time.nowMs() < untilMs) await pause(time, CHECK_MS);
  if (hasEnded()) return;
  if (visit.ending === 'unplug') return pile.unplug(gunNumber);
  const orderNo = pile.gun(gunNumber)?.session?.orderNo ?? '';
  if (visit.ending === 'remote' && orderNo !== '') {
    await options.driverApi.remoteStop(orderNo).catch((error: unknown) => options.log(`remote stop of ${orderNo} was refused: ${String(error)}`));
    for (let checks = 0; checks < STOP_CHECKS && !hasEnded(); checks += 1) await pause(time, CHECK_MS);
  }
  if (!hasEnded()) pile.stop(gunNumber);
};

/** Result of a start request: not enough money. */
const INSUFFICIENT = startRequestResult.insufficient;
/** How many of the drivers who start neither at the pile nor by their car pay by phone. */
const PHONE_SHARE = 0.6;
/** How many of them say afterwards what they think of the station, and how long after the charge. */
const COMMENT_SHARE = 0.5;
const COMMENT_AFTER_MS = 40_000;
const INVOICE_SHARE = 0.5;
/** By then the bill is settled. */
const INVOICE_AFTER_MS = 20_000;
const REFUSED_MS = 15_000;
const REMOTE_MS = 30_000;
const CHECK_MS = 1_000;
const STOP_CHECKS = 30;
/** The longest stay. */
const STAY_MAX_MS = 50 * 60_000;
