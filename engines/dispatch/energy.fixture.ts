import type { Random } from '../order/history.fixture.ts';
import type { AllocationMode } from './allocation/site.ts';
import { dispatched, inputOf } from './safety/safety.fixture.ts';
import { newSite, type DispatchedGun, type DispatchEvent, type DispatchInput, type DispatchState } from './safety/state.ts';
import { step } from './safety/step.ts';

export const SITE_GUNS = 20;
export const SITE_LIMIT_HW = 4_000;
const RATED_HW = 1_200;
const DAY_S = 86_400;

/** A car at one gun: when it comes and must leave, what it wants, and the most that it takes. */
interface Car {
  readonly place: number;
  readonly fromS: number;
  readonly toS: number;
  readonly wantedHwS: number;
  readonly mostHw: number;
}

/** A day of a site that often wants more than its limit. */
export const anyCars = (random: Random): readonly Car[] =>
  Array.from({ length: SITE_GUNS }, (_one, place) => place).flatMap((place) => {
    const cars: Car[] = [];
    for (let fromS = random.below(3_600); fromS < DAY_S - 7_200;) {
      const mostHw = random.pick([500, 800, 1_200]);
      const stayS = 1_800 + random.below(5_400);
      cars.push({ place, fromS, toS: fromS + stayS, wantedHwS: mostHw * (600 + random.below(1_500)), mostHw });
      fromS += stayS + 300 + random.below(3_600);
    }
    return cars;
  });

/**
 * The most energy that anybody could deliver to these cars who knows the whole day beforehand: the maximum flow from the cars through the stretches
 * between arrivals and departures. It shares no line with the engine.
 */
export const mostEnergyHwS = (cars: readonly Car[]): number => {
  const bounds = [...new Set(cars.flatMap(({ fromS, toS }) => [fromS, toS]))].sort((one, other) => one - other);
  const stretches = bounds.slice(1).map((toS, index) => ({ fromS: bounds[index] ?? 0, toS }));
  const [source, sink] = [cars.length + stretches.length, cars.length + stretches.length + 1];
  const flow = new FlowNetwork(sink + 1);
  for (const [index, car] of cars.entries()) {
    flow.connect(source, index, car.wantedHwS);
    for (const [stretch, { fromS, toS }] of stretches.entries())
      if (car.fromS <= fromS && toS <= car.toS) flow.connect(index, cars.length + stretch, car.mostHw * (toS - fromS));
  }
  for (const [stretch, { fromS, toS }] of stretches.entries()) flow.connect(cars.length + stretch, sink, SITE_LIMIT_HW * (toS - fromS));
  return flow.maximum(source, sink);
};

/** Dinic's algorithm. An edge and its reverse lie beside each other, so `edge ^ 1` is the other of the two. */
class FlowNetwork {
  private readonly ends: number[] = [];
  private readonly left: number[] = [];
  private readonly edges: readonly number[][];

  constructor(nodes: number) {
    this.edges = Array.from({ length: nodes }, () => []);
  }

  connect(from: number, to: number, capacity: number): void {
    this.edges[from]?.push(this.ends.push(to) - 1);
    this.left.push(capacity);
    this.edges[to]?.push(this.ends.push(from) - 1);
    this.left.push(0);
  }

  maximum(source: number, sink: number): number {
    let total = 0;
    for (;;) {
      const depth = this.depths(source);
      if (depth[sink] === -1) return total;
      const next = this.edges.map(() => 0);
      for (let pushed = Infinity; pushed > 0; total += pushed) pushed = this.push({ at: source, sink, most: Infinity }, depth, next);
    }
  }

  private depths(source: number): readonly number[] {
    const depth: number[] = this.edges.map((_edges, node) => (node === source ? 0 : -1));
    const queue = [source];
    for (const node of queue)
      for (const edge of this.edges[node] ?? []) {
        const end = this.ends[edge]!;
        if (this.left[edge]! <= 0 || depth[end] !== -1) continue;
        depth[end] = depth[node]! + 1;
        queue.push(end);
      }
    return depth;
  }

  private push(way: { readonly at: number; readonly sink: number; readonly most: number }, depth: readonly number[], next: number[]): number {
    const { at, sink, most } = way;
    if (at === sink) return most;
    const edges = this.edges[at]!;
    for (; next[at]! < edges.length; next[at]! += 1) {
      const edge = edges[next[at]!]!;
      const end = this.ends[edge]!;
      if (this.left[edge]! <= 0 || depth[end] !== depth[at]! + 1) continue;
      const pushed = this.push({ at: end, sink, most: Math.min(most, this.left[edge]!) }, depth, next);
      if (pushed <= 0) continue;
      this.left[edge]! -= pushed;
      this.left[edge ^ 1]! += pushed;
      return pushed;
    }
    return 0;
  }
}

/** What sharing evenly in each second delivers, when each demand is known at once. */
export const evenlySharedHwS = (cars: readonly Car[]): number => {
  const left = new Map(cars.map((car) => [car, car.wantedHwS]));
  let energy = 0;
  for (let second = 0; second < DAY_S; second += 1) {
    const here = presentAt(cars, left, second).toSorted((one, other) => wantOf(one, left) - wantOf(other, left));
    let free = SITE_LIMIT_HW;
    for (const [index, car] of here.entries()) {
      const power = Math.min(wantOf(car, left), free / (here.length - index));
      free -= power;
      energy += power;
      left.set(car, (left.get(car) ?? 0) - power);
    }
  }
  return energy;
};
const presentAt = (cars: readonly Car[], left: ReadonlyMap<Car, number>, second: number): readonly Car[] =>
  cars.filter((car) => car.fromS <= second && second < car.toS && (left.get(car) ?? 0) > 0);
const wantOf = (car: Car, left: ReadonlyMap<Car, number>): number => Math.min(car.mostHw, left.get(car) ?? 0);

/** The same day with the engine, which knows only the present; in the mode `departure`, also when each car wants to leave. Every pile obeys at once. */
export const dispatchedDay = (cars: readonly Car[], mode: AllocationMode) => {
  const guns = Array.from({ length: SITE_GUNS }, (_one, place) =>
    dispatched(`g${place}`, {
      ratedHw: RATED_HW,
      caps: [{ kind: 'rated', powerHw: RATED_HW }],
      demandHw: 0,
      failSafeHw: SITE_LIMIT_HW / SITE_GUNS,
    }),
  );
  const left = new Map(cars.map((car) => [car, car.wantedHwS]));
  const laxityMs = (car: Car | undefined, second: number): number => (car ? (car.toS - second - (left.get(car) ?? 0) / car.mostHw) * 1_000 : 0);
  let state: DispatchState = newSite(inputOf(SITE_LIMIT_HW, guns, { mode }), 0);
  let [energyHwS, commands, mostHw, gunMinutes] = [0, 0, 0, 0];
  const take = (event: DispatchEvent, nowMs: number): void => {
    const next = step(state, event, nowMs);
    state = next.state;
    commands += next.commands.length;
    for (const { kind, gunId, ...sent } of next.commands)
      if (kind === 'set' && 'epoch' in sent) take({ kind: 'reply', gunId, epoch: sent.epoch, commandId: sent.commandId, isDone: true }, nowMs);
  };
  for (const { pileId } of guns) take({ kind: 'login', pileId, epoch: 1 }, 0);
  for (let second = 1; second < DAY_S; second += 1) {
    const here = new Map(presentAt(cars, left, second).map((car) => [car.place, car]));
    gunMinutes += here.size / 60;
    if (second % 10 === 0) for (const { pileId } of guns) take({ kind: 'heard', pileId, epoch: 1, sinceMs: second * 1_000 }, second * 1_000);
    const input = (): DispatchInput => ({
      ...state.input,
      guns: guns.map((each, place) => withCar(each, here.get(place), laxityMs(here.get(place), second))),
    });
    if (second % 5 === 0) take({ kind: 'input', input: input() }, second * 1_000);
    take({ kind: 'tick' }, second * 1_000);
    let siteHw = 0;
    for (const [place, car] of here) {
      const powerHw = Math.min(car.mostHw, state.guns.get(`g${place}`)?.confirmed?.powerHw ?? 0, left.get(car) ?? 0);
      siteHw += powerHw;
      left.set(car, (left.get(car) ?? 0) - powerHw);
    }
    energyHwS += siteHw;
    mostHw = Math.max(mostHw, siteHw);
  }
  return { energyHwS, commandsAMinute: commands / gunMinutes, mostHw };
};

const withCar = (gun: DispatchedGun, car: Car | undefined, laxityMs: number): DispatchedGun =>
  car ? { ...gun, demandHw: car.mostHw, queue: { ...gun.queue, pluggedAtMs: car.fromS, laxityMs } } : gun;
