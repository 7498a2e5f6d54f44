import { startRequestResult } from '#engines/protocol/codes.ts';
import { strategyType as strategies } from '#engines/order/codes.ts';
import { requestAndStart } from '../pile/start-at-pile.ts';
import { falseReports } from '../pile/facts.ts';
import { ramStore } from '../pile/memory.ts';
import type { MessageFaults } from '../pile/faults.ts';
import type { Pile } from '../pile/pile.ts';
import { pause } from '../time.ts';
import { carModels, type Car } from '../model/car.ts';
import type { Visitor } from '../fleet/fleet.ts';
import { resultOf, goOnline, allAcknowledged, type Scenario } from './context.ts';

/** One charge by card, from plugging in to the record. */
const card: Scenario = async (context) => {
  const pile = await goOnline(await context.pile(0));
  const result = await start(pile, await context.visitor(0), { strategyType: strategies.byEnergy, strategyValE2: 20 });
  await pile.waitFor((each) => each.gun(1)?.session === null, 180_000);
  await allAcknowledged([pile]);
  pile.unplug(1);
  return resultOf([pile], `start answered ${result}`, result === startRequestResult.success);
};

/** The network is cut during a charge; the charge ends offline and its record waits. */
const disconnect: Scenario = async (context) => {
  const pile = await goOnline(await context.pile(0));
  await start(pile, await context.visitor(0));
  await waitForCharging(pile);
  pile.cut(6_000);
  await pause(pile.time, 2_000);
  pile.stop(1);
  await allAcknowledged([pile]);
  return resultOf([pile], 'cut while charging, ended offline');
};

/** The power fails before the end record is made. */
const powerCut: Scenario = async (context) => {
  const pile = await goOnline(await context.pile(0));
  await start(pile, await context.visitor(0));
  await waitForCharging(pile);
  pile.cutPower(4_000);
  await pause(pile.time, 5_000);
  await allAcknowledged([pile]);
  return resultOf([pile], 'power cut while charging');
};

/** Five charges while messages are duplicated, delayed, reordered and cut, each followed by a time without faults. */
const disorder: Scenario = async (context) => {
  const conditions: { now: MessageFaults } = { now: {} };
  const pile = await goOnline(await context.pile(0, { conditions }));
  for (let n = 0; n < 5; n += 1) {
    conditions.now = { duplicate: 0.3, reorder: 0.2, delay: 0.3, delayMs: [50, 1_500], cut: 0.01 };
    await start(pile, await context.visitor(n));
    await pause(pile.time, 5_000);
    pile.stop(1);
    pile.unplug(1);
    conditions.now = {};
    await allAcknowledged([pile]);
  }
  return resultOf([pile], 'five charges in bad conditions');
};

/** The pile's clock is two hours ahead. */
const wrongClock: Scenario = async (context) => {
  const pile = await goOnline(await context.pile(0, { clockErrorMs: 7_200_000 }));
  await start(pile, await context.visitor(0));
  await waitForCharging(pile);
  pile.stop(1);
  await allAcknowledged([pile]);
  return resultOf([pile], 'clock two hours ahead');
};

/** One charge for each kind of false report. The platform may refuse them for ever, so only the start is judged. */
const reportFalsehoods: Scenario = async (context) => {
  const results: string[] = [];
  for (const [n, falseReport] of falseReports.entries()) {
    const pile = await goOnline(await context.pile(n));
    const result = await start(pile, await context.visitor(n));
    await waitForCharging(pile);
    pile.setFalseReport(1, falseReport);
    pile.stop(1);
    await pause(pile.time, 1_500);
    const waiting = pile.memory.records.some(({ kind }) => kind === 'end');
    results.push(`${falseReport}: start ${result}, record ${waiting ? 'not acknowledged' : 'acknowledged'}`);
    context.log(results.at(-1) ?? '');
    pile.close();
  }
  return { ok: true, journal: [], summary: results.join('; ') };
};

/** A second device logs in under the same code while the first one is online. */
const secondDevice: Scenario = async (context) => {
  const first = await goOnline(await context.pile(0));
  const second = await context.pile(0, { store: ramStore() });
  second.open();
  await pause(first.time, 8_000);
  const summary = `first ${first.connection.live ? 'stays' : 'lost'}, second ${second.connection.live ? 'let in' : 'kept out'}`;
  second.close();
  return resultOf([first], summary, first.connection.live && !second.connection.live);
};

/** Many piles connect again at the same instant and start at once. */
const massReconnect: Scenario = async (context) => {
  const piles = await Promise.all(Array.from({ length: RECONNECT_PILES }, (_, n) => context.pile(n, { timings: { firstMs: 1, longestMs: 2_000 } })));
  await Promise.all(piles.map((pile) => goOnline(pile)));
  for (const pile of piles) pile.cut(AWAY_MS);
  const begunMs = context.time.nowMs();
  await Promise.all(piles.map((pile) => pile.waitFor((each) => each.connection.live, 60_000)));
  const backMs = context.time.nowMs() - begunMs - AWAY_MS;
  const results = await Promise.all(piles.map(async (pile, n) => start(pile, await context.visitor(n))));
  await Promise.all(piles.map(waitForCharging));
  for (const pile of piles) pile.stop(1);
  await allAcknowledged(piles);
  const refused = results.filter((result) => result !== startRequestResult.success).length;
  return resultOf(piles, `${RECONNECT_PILES} piles back in ${backMs} ms, ${refused} starts refused`, refused === 0);
};

/** One pile connects again 100 times without a pause, while another keeps working. */
const frequentReconnects: Scenario = async (context) => {
  const otherPile = await goOnline(await context.pile(0));
  const pile = await context.pile(1, { timings: { firstMs: 1, longestMs: 1, loginRetryMs: 1 } });
  pile.open();
  let acceptedCount = 0;
  for (let attempt = 0; attempt < 100; attempt += 1) {
    await pause(pile.time, 30);
    if (pile.connection.live) acceptedCount += 1;
    pile.cut(1);
  }
  pile.close();
  const result = await start(otherPile, await context.visitor(0));
  await waitForCharging(otherPile);
  otherPile.stop(1);
  await allAcknowledged([otherPile]);
  return resultOf(
    [otherPile],
    `let in ${acceptedCount} times of 100; the other pile's start answered ${result}`,
    result === startRequestResult.success,
  );
};

/** Every scenario by its name on the command line. */
export const scenarios: Readonly<Record<string, Scenario>> = {
  card,
  disconnect,
  'power-cut': powerCut,
  disorder,
  'wrong-clock': wrongClock,
  lies: reportFalsehoods,
  twin: secondDevice,
  storm: massReconnect,
  restless: frequentReconnects,
};

const RECONNECT_PILES = 50;
const AWAY_MS = 500;

const start = async (pile: Pile, visitor: Visitor, wish: { strategyType?: number; strategyValE2?: number } = {}): Promise<number> => {
  pile.plug(1, anyCar(visitor.by === 'vin' ? visitor.account : ''));
  return (await requestAndStart(pile, 1, { ...visitor, ...wish })).result;
};

/** Waits until current has flowed for a moment. */
const waitForCharging = async (pile: Pile): Promise<void> => {
  await pile.waitFor((each) => each.gun(1)?.phase !== 'starting', 30_000);
  await pause(pile.time, 3_000);
};

const anyCar = (vin: string): Car => {
  const [model] = carModels;
  if (!model) throw new Error('there is no model of car');
  return { model, vin, socPercent: 30, batteryC: 24 };
};
