import { startRequestResult } from '#engines/protocol/codes.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { askAndStart } from '../pile/ask.ts';
import { lies } from '../pile/facts.ts';
import { ramStore } from '../pile/memory.ts';
import type { Disturbance } from '../pile/faults.ts';
import type { Pile } from '../pile/pile.ts';
import { pause } from '../time.ts';
import { carModels, type Car } from '../model/car.ts';
import type { Visitor } from '../fleet/fleet.ts';
import { finding, live, settled, type Scenario } from './stage.ts';

/** One charge by card, from plugging in to the record. */
const card: Scenario = async (stage) => {
  const pile = await live(await stage.pile(0));
  const result = await start(pile, await stage.visitor(0), { strategyType: strategies.byEnergy, strategyValE2: 20 });
  await pile.waitFor((each) => each.gun(1)?.session === null, 180_000);
  await settled([pile]);
  pile.unplug(1);
  return finding([pile], `start answered ${result}`, result === startRequestResult.success);
};

/** The network is cut in the middle; the charge ends without it and its record waits. */
const disconnect: Scenario = async (stage) => {
  const pile = await live(await stage.pile(0));
  await start(pile, await stage.visitor(0));
  await charging(pile);
  pile.cut(6_000);
  await pause(pile.time, 2_000);
  pile.stop(1);
  await settled([pile]);
  return finding([pile], 'cut while charging, ended offline');
};

/** The power goes before the end record is made. */
const powerCut: Scenario = async (stage) => {
  const pile = await live(await stage.pile(0));
  await start(pile, await stage.visitor(0));
  await charging(pile);
  pile.cutPower(4_000);
  await pause(pile.time, 5_000);
  await settled([pile]);
  return finding([pile], 'power cut while charging');
};

/** Five charges in weather that doubles, delays, swaps and cuts what is said, and the same in quiet afterwards. */
const disorder: Scenario = async (stage) => {
  const weather: { now: Disturbance } = { now: {} };
  const pile = await live(await stage.pile(0, { weather }));
  for (let n = 0; n < 5; n += 1) {
    weather.now = { duplicate: 0.3, reorder: 0.2, delay: 0.3, delayMs: [50, 1_500], cut: 0.01 };
    await start(pile, await stage.visitor(n));
    await pause(pile.time, 5_000);
    pile.stop(1);
    pile.unplug(1);
    weather.now = {};
    await settled([pile]);
  }
  return finding([pile], 'five charges in bad weather');
};

/** The pile's clock is two hours ahead. */
const wrongClock: Scenario = async (stage) => {
  const pile = await live(await stage.pile(0, { clockErrorMs: 7_200_000 }));
  await start(pile, await stage.visitor(0));
  await charging(pile);
  pile.stop(1);
  await settled([pile]);
  return finding([pile], 'clock two hours ahead');
};

/** One charge for each lie a pile can tell; the platform may refuse them for ever, so only the start is judged. */
const liar: Scenario = async (stage) => {
  const told: string[] = [];
  for (const [n, lie] of lies.entries()) {
    const pile = await live(await stage.pile(n));
    const result = await start(pile, await stage.visitor(n));
    await charging(pile);
    pile.lie(1, lie);
    pile.stop(1);
    await pause(pile.time, 1_500);
    const waiting = pile.memory.records.some(({ kind }) => kind === 'end');
    told.push(`${lie}: start ${result}, record ${waiting ? 'not taken' : 'taken'}`);
    stage.say(told.at(-1) ?? '');
    pile.close();
  }
  return { ok: true, journal: [], words: told.join('; ') };
};

/** A second device signs in under the same code while the first one lives. */
const twin: Scenario = async (stage) => {
  const first = await live(await stage.pile(0));
  const second = await stage.pile(0, { store: ramStore() });
  second.open();
  await pause(first.time, 8_000);
  const words = `first ${first.line.live ? 'stays' : 'lost'}, second ${second.line.live ? 'let in' : 'kept out'}`;
  second.close();
  return finding([first], words, first.line.live && !second.line.live);
};

/** Many piles come back at the same instant and start at once. */
const storm: Scenario = async (stage) => {
  const piles = await Promise.all(Array.from({ length: STORM }, (_, n) => stage.pile(n, { manners: { firstMs: 1, longestMs: 2_000 } })));
  await Promise.all(piles.map((pile) => live(pile)));
  for (const pile of piles) pile.cut(AWAY_MS);
  const begunMs = stage.time.nowMs();
  await Promise.all(piles.map((pile) => pile.waitFor((each) => each.line.live, 60_000)));
  const backMs = stage.time.nowMs() - begunMs - AWAY_MS;
  const results = await Promise.all(piles.map(async (pile, n) => start(pile, await stage.visitor(n))));
  await Promise.all(piles.map(charging));
  for (const pile of piles) pile.stop(1);
  await settled(piles);
  const refused = results.filter((result) => result !== startRequestResult.success).length;
  return finding(piles, `${STORM} piles back in ${backMs} ms, ${refused} starts refused`, refused === 0);
};

/** One pile reconnects 100 times without a pause, while another goes on. */
const restless: Scenario = async (stage) => {
  const good = await live(await stage.pile(0));
  const pile = await stage.pile(1, { manners: { firstMs: 1, longestMs: 1, refusedMs: 1 } });
  pile.open();
  let seen = 0;
  for (let turn = 0; turn < 100; turn += 1) {
    await pause(pile.time, 30);
    if (pile.line.live) seen += 1;
    pile.cut(1);
  }
  pile.close();
  const result = await start(good, await stage.visitor(0));
  await charging(good);
  good.stop(1);
  await settled([good]);
  return finding([good], `let in ${seen} times of 100; the other pile's start answered ${result}`, result === startRequestResult.success);
};

/** Every scenario by its name on the command line. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  card,
  disconnect,
  'power-cut': powerCut,
  disorder,
  'wrong-clock': wrongClock,
  lies: liar,
  twin,
  storm,
  restless,
};

const STORM = 50;
const AWAY_MS = 500;

const start = async (pile: Pile, visitor: Visitor, wish: { strategyType?: number; strategyValE2?: number } = {}): Promise<number> => {
  pile.plug(1, someCar(visitor.by === 'vin' ? visitor.account : ''));
  return (await askAndStart(pile, 1, { ...visitor, ...wish })).result;
};

/** Until current has flowed for a moment. */
const charging = async (pile: Pile): Promise<void> => {
  await pile.waitFor((each) => each.gun(1)?.phase !== 'starting', 30_000);
  await pause(pile.time, 3_000);
};

const someCar = (vin: string): Car => {
  const [model] = carModels;
  if (!model) throw new Error('there is no model of car');
  return { model, vin, socPercent: 30, batteryC: 24 };
};
