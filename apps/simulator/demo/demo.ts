import path from 'node:path';
import { seededRng } from '#engines/protocol/codec/random.ts';
import { seedOf } from '../model/chance.ts';
import { createPile } from '../pile/create.ts';
import { fileStore } from '../pile/memory.ts';
import type { Pile } from '../pile/pile.ts';
import { dialsOf, type Settings } from '../settings.ts';
import { pause, realTime } from '../time.ts';
import { ApiRefusal, signIn, type Api } from './api.ts';
import { createDesk } from './desk.ts';
import { setUpNetwork, type Network } from './set-up.ts';
import { playTraffic, type PlacedPile } from './traffic.ts';
import { playWeather } from './weather.ts';

/** A demo that plays until it is stopped. */
export interface Demo {
  /** Switches every pile off. What charges has ended with that, and is told when the demo plays again. */
  stop(): void;
}

/** Sets up the demo network where it is missing, connects its piles and plays. Throws `SetUpError`, or when nobody answers. */
export const playDemo = async (settings: Settings, say: (line: string) => void): Promise<Demo> => {
  const api = await reach(settings);
  const begunMs = Date.now();
  const network = await setUpNetwork(api, { password: settings.password, say: (line) => say(`demo: ${line}`) });
  say(`demo: ${network.piles.length} piles and ${network.drivers.length} customers stand after ${((Date.now() - begunMs) / 1_000).toFixed(1)} s`);
  const stands = connect(network, settings);
  const piles = stands.map(({ pile }) => pile);
  const rng = seededRng(seedOf('street', settings.seed));
  const time = realTime;
  const endTraffic = playTraffic({
    stands,
    drivers: network.drivers,
    desk: createDesk(api),
    time,
    rng,
    everyMs: ARRIVAL_MS,
    rush: { cars: RUSH_CARS, withinMs: RUSH_MS },
    say: (line) => say(`demo: ${line}`),
  });
  const endWeather = playWeather(piles, { time, rng });
  const tell = setInterval(() => say(`demo: ${summary(piles)}`), SUMMARY_MS);
  time.after(FIRST_SUMMARY_MS, () => say(`demo: ${summary(piles)}`));
  return {
    stop: () => {
      clearInterval(tell);
      endTraffic();
      endWeather();
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
/** The platform may be starting. */
const REACH_MS = 60_000;
const KNOCK_MS = 1_000;

/** Signs in as soon as somebody answers. */
const reach = async ({ url, password }: Settings): Promise<Api> => {
  const untilMs = Date.now() + REACH_MS;
  for (;;) {
    try {
      return await signIn({ url, username: 'admin', password });
    } catch (error) {
      if (error instanceof ApiRefusal && error.status < 500) throw error;
      if (Date.now() > untilMs) throw new Error(`nobody answers at ${url}`, { cause: error });
      await pause(realTime, KNOCK_MS);
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
    });
    // A few at a time, as after any restart.
    realTime.after(index * CONNECT_STEP_MS, () => pile.open());
    return { pile, station };
  });
};

const CONNECT_STEP_MS = 40;

const summary = (piles: readonly Pile[]): string => {
  const guns = piles.flatMap((pile) => pile.guns);
  const live = piles.filter((pile) => pile.line.live).length;
  const charging = guns.filter((gun) => gun.phase === 'charging').length;
  const waiting = piles.reduce((sum, pile) => sum + pile.memory.records.length, 0);
  return `${live} of ${piles.length} piles online, ${charging} of ${guns.length} guns charging${waiting > 0 ? `, ${waiting} records not yet taken` : ''}`;
};
