import type { DeviceEvent } from '#engines/protocol/device.ts';
import type { OrderEvent } from './admit.ts';
import { gun, MIN, endRecord, S, sample, START_METER, startResult, T0 } from './order.fixture.ts';

/** A seeded source of numbers: equal seeds give equal histories. */
export const randomOf = (seed: number) => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    below: (limit: number): number => Math.floor(next() * limit),
    chance: (share: number): boolean => next() < share,
    pick: <T>(list: readonly T[]): T => list[Math.floor(next() * list.length)]!,
  };
};
export type Random = ReturnType<typeof randomOf>;

/** An event of a pile and its instant. Durable events are repeated until they are answered; the others are sent once. */
export interface TimedEvent {
  readonly atMs: number;
  readonly event: OrderEvent;
  readonly durable: boolean;
}

export const scenarios = [
  'plain',
  'plain',
  'plain',
  'startFails',
  'refuses',
  'noStartResult',
  'noSamples',
  'recalledTwice',
  'contradicts',
  'wrongCheckCode',
  'meterBackward',
] as const;

/** What really happened during one order, as its pile would report it. */
export const randomHistory = (random: Random): { readonly scenario: (typeof scenarios)[number]; readonly events: readonly TimedEvent[] } => {
  const scenario = random.pick(scenarios);
  const startAtMs = T0 + (5 + random.below(50)) * S;
  const stopAtMs = startAtMs + (2 + random.below(90)) * MIN;
  const powerW = 5_000 + random.below(50_000);
  const energyAt = (atMs: number): number => Math.floor((powerW * 10 * (atMs - startAtMs)) / 3_600_000);
  const events: TimedEvent[] = [];
  const say = (atMs: number, event: OrderEvent & DeviceEvent, durable: boolean): void => void events.push({ atMs, event, durable });
  const reply = (result: number): void =>
    void events.push({ atMs: T0 + 3 * S, event: { kind: 'startReply', commandId: 'C000000000000001', result }, durable: false });

  if (scenario === 'refuses') {
    reply(1);
    return { scenario, events };
  }
  if (random.chance(0.7)) reply(0);
  if (scenario === 'startFails') {
    say(startAtMs, startResult({ startResult: random.pick([1, 2, 3, 161, 213]), startAtMs }), true);
    say(startAtMs + S, gun(8, startAtMs + S), false);
    return { scenario, events };
  }
  if (scenario !== 'noStartResult') say(startAtMs, startResult({ startAtMs, startResult: scenario === 'contradicts' ? 161 : 0 }), true);
  if (scenario !== 'noSamples')
    for (let atMs = startAtMs + 15 * S; atMs < stopAtMs; atMs += 4 * MIN)
      say(atMs, sample(atMs, energyAt(atMs), { soc: 20 + Math.floor((atMs - startAtMs) / (2 * MIN)) }), false);
  for (let atMs = stopAtMs + S; atMs < stopAtMs + 15 * MIN; atMs += 4 * MIN) say(atMs, gun(7, atMs), false);
  const energyDwh = energyAt(stopAtMs);
  const record = endRecord({
    startAtMs,
    stopAtMs,
    energyDwh,
    stopMeterDwh: START_METER + energyDwh,
    stopReason: random.pick([1, 3, 6, 160]),
    ...(scenario === 'meterBackward' ? { stopMeterDwh: START_METER - 1 } : {}),
    ...(scenario === 'wrongCheckCode' ? { checkCode: 'wrong' } : {}),
  });
  say(stopAtMs + S, record, true);
  if (scenario === 'recalledTwice') {
    say(stopAtMs + 2 * MIN, { ...record, orderType: 3, digest: 'digest-recalled', fromStore: true }, true);
    say(stopAtMs + 3 * MIN, { ...record, orderType: 3, digest: 'digest-recalled', fromStore: true }, true);
  }
  return { scenario, events };
};

/** The arrival of one event at the platform. */
export interface EventArrival {
  readonly atMs: number;
  readonly event: OrderEvent;
}

/** All events arrive at once and in order. */
export const inOrder = (events: readonly TimedEvent[]): readonly EventArrival[] =>
  events.map(({ atMs, event }) => ({ atMs: atMs + 200, event })).toSorted((a, b) => a.atMs - b.atMs);

/** Events are lost (unless they are durable), late, doubled and out of order. An event that arrives later than a retry is marked as stored. */
export const disorderly = (events: readonly TimedEvent[], random: Random): readonly EventArrival[] => {
  const arrivals: EventArrival[] = [];
  for (const { atMs, event, durable } of events) {
    if (!durable && random.chance(0.3) && event.kind !== 'startReply') continue;
    const times = random.pick([1, 1, 2, 3]);
    for (let time = 0; time < times; time += 1) {
      const delayMs = durable ? random.below(random.pick([S, MIN, 40 * MIN])) : random.below(random.pick([S, 4 * MIN]));
      arrivals.push({ atMs: atMs + delayMs, event: 'fromStore' in event && delayMs > 30 * S ? { ...event, fromStore: true } : event });
    }
  }
  return arrivals.toSorted((a, b) => a.atMs - b.atMs);
};
