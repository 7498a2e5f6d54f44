import path from 'node:path';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { seedOf } from '../model/random.ts';
import { demoMeterDwh } from '../past/network.ts';
import { createPile } from '../pile/create.ts';
import { fileStore } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { dialsOf, type Settings } from '../settings.ts';
import { pause, realTime } from '../time.ts';
import { ApiRefusal, signIn, type Api } from './api.ts';
import { createDriverApi } from './driver-api.ts';
import { setUpNetwork, type Network } from './set-up.ts';
import { runTraffic, type PlacedPile } from './traffic.ts';
import { keepCarWaiting, WAITING_PILE } from './waiting-car.ts';
import { runIncidents } from './incidents.ts';

/** A running demo. */
export interface Demo {
  /** Switches every pile off. This ends what charges; the piles report it when the demo runs again. */
  stop(): void;
}

/**
 * Sets up what is missing of the demo network, connects its piles and lets cars charge. Calls `onStanding` when it is set up. Throws `SetUpError`, or when the platform does not answer.
 */
export const runDemo = async (settings: Settings, log: (line: string) => void, onStanding: () => void = () => undefined): Promise<Demo> => {
  const api = await signInWhenReady(settings);
  const begunMs = Date.now();
  const network = await setUpNetwork(api, { settings, log: (line) => log(`demo: ${line}`) });
  log(`demo: ${network.piles.length} piles and ${network.drivers.length} customers stand after ${((Date.now() - begunMs) / 1_000).toFixed(1)} s`);
  onStanding();
  const placedPiles = connect(network, settings);
  const piles = placedPiles.map(({ pile }) => pile);
  const rng = seededRng(seedOf('street', settings.seed));
  const time = realTime;
  const waiting = piles.find(({ facts }) => facts.cpCode === WAITING_PILE);
  const stopWaiting = waiting ? keepCarWaiting(waiting, { time, rng }) : () => undefined;
  const stopTraffic = runTraffic({
    placedPiles: placedPiles.filter(({ pile }) => pile !== waiting),
    drivers: network.drivers,
    driverApi: createDriverApi(api, { url: settings.url, payAddresses: network.payAddresses }),
    time,
    rng,
    arrivalEveryMs: ARRIVAL_MS,
    rush: { cars: RUSH_CARS, withinMs: RUSH_MS },
    log: (line) => log(`demo: ${line}`),
  });
  const stopIncidents = runIncidents(
    piles.filter((pile) => pile !== waiting),
    { time, rng },
  );
  const summaryTimer = setInterval(() => log(`demo: ${summary(piles)}`), SUMMARY_MS);
  time.after(FIRST_SUMMARY_MS, () => log(`demo: ${summary(piles)}`));
  return {
    stop: () => {
      clearInterval(summaryTimer);
      stopWaiting();
      stopTraffic();
      stopIncidents();
      for (const pile of piles) pile.switchOff();
    },
  };
};

/** With sessions of some minutes this keeps about a dozen guns busy. */
const ARRIVAL_MS = 40_000;
const RUSH_CARS = 15;
const RUSH_MS = 30_000;
const FIRST_SUMMARY_MS = 45_000;
const SUMMARY_MS = 10 * 60_000;
/** The platform may still be starting. */
const READY_MAX_MS = 60_000;
const RETRY_MS = 1_000;

/** Signs in as soon as the platform answers. */
const signInWhenReady = async ({ url, password }: Settings): Promise<Api> => {
  const untilMs = Date.now() + READY_MAX_MS;
  for (;;) {
    try {
      return await signIn({ url, username: 'admin', password });
    } catch (error) {
      if (error instanceof ApiRefusal && error.status < 500) throw error;
      if (Date.now() > untilMs) throw new Error(`nobody answers at ${url}`, { cause: error });
      await pause(realTime, RETRY_MS);
    }
  }
};

const connect = ({ piles, installation }: Network, settings: Settings): readonly PlacedPile[] => {
  const dials = dialsOf(settings);
  const folder = path.join(settings.memoryFolder, String(seedOf(installation, 0)));
  return piles.map(({ cpCode, protocol, kind, kilowatt, gunCount, secret, encryptionMode, station }, index): PlacedPile => {
    const pile = createPile({
      cpCode,
      protocol,
      kind,
      gunCount,
      secret,
      encryptionMode,
      ratedW: kilowatt * 1_000,
      dial: dials[protocol],
      seed: settings.seed,
      mainHw: `CO-${kind.toUpperCase()}-${kilowatt}`,
      mainSw: `2.${index % 3}.${(index * 7) % 10}`,
      store: fileStore(folder, cpCode),
      firstMeterDwh: demoMeterDwh(cpCode),
    });
    // A few piles at a time, as after a restart.
    realTime.after(index * CONNECT_STEP_MS, () => pile.open());
    return { pile, station };
  });
};

const CONNECT_STEP_MS = 40;

const summary = (piles: readonly Pile[]): string => {
  const guns = piles.flatMap((pile) => pile.guns);
  const live = piles.filter((pile) => pile.connection.live).length;
  const charging = guns.filter((gun) => gun.phase === 'charging').length;
  const waiting = piles.reduce((sum, pile) => sum + pile.memory.records.length, 0);
  return `${live} of ${piles.length} piles online, ${charging} of ${guns.length} guns charging${waiting > 0 ? `, ${waiting} records not yet acknowledged` : ''}`;
};
