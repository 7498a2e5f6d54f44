import type { PileTimeline, TimelineItem } from './pile-timeline.ts';

/** A row of the axis. Guns have one for their orders and one for their exceptions, which may overlap. */
export interface Lane {
  readonly kind: 'pileState' | 'gunOrders' | 'gunExceptions' | 'commands';
  readonly gunNumber: number;
  readonly items: readonly TimelineItem[];
}

/** The rows of a pile: itself, each gun, its commands. Exceptions of a gun have a row only where there are any. */
export const lanesOf = ({ gunCount, items }: Pick<PileTimeline, 'gunCount' | 'items'>): readonly Lane[] => {
  const guns = Array.from({ length: gunCount }, (_none, at) => at + 1);
  const ofKind = (kind: TimelineItem['kind'], gunNumber: number) => items.filter((item) => item.kind === kind && item.gunNumber === gunNumber);
  const all: readonly Lane[] = [
    { kind: 'pileState', gunNumber: 0, items: ofKind('exception', 0) },
    ...guns.flatMap((gunNumber): Lane[] => [
      { kind: 'gunOrders', gunNumber, items: ofKind('order', gunNumber) },
      { kind: 'gunExceptions', gunNumber, items: ofKind('exception', gunNumber) },
    ]),
    { kind: 'commands', gunNumber: 0, items: items.filter(({ kind }) => kind === 'command') },
  ];
  return all.filter((lane) => lane.kind !== 'gunExceptions' || lane.items.length > 0);
};

/** Where an item begins on the axis and how long it is, in hundredths of the axis. What lasts reaches to its end. */
export const placeOf = ({ at, end }: Pick<TimelineItem, 'at' | 'end'>, axis: Pick<PileTimeline, 'from' | 'to'>) => {
  const [from, to] = [Date.parse(axis.from), Date.parse(axis.to)];
  const within = (ms: number): number => (Math.min(Math.max(ms, from), to) - from) / (to - from);
  const begin = within(Date.parse(at));
  const length = within(end === null ? to : Date.parse(end)) - begin;
  return { left: round(begin * 100), width: round(length * 100) };
};
const round = (value: number): number => Math.round(value * 100) / 100;

/** Times that are written below the axis, and where they stand. */
export const ticksOf = (
  { from, to }: Pick<PileTimeline, 'from' | 'to'>,
  count: number,
): readonly { readonly at: string; readonly left: number }[] => {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  return Array.from({ length: count + 1 }, (_none, index) => ({
    at: new Date(fromMs + ((toMs - fromMs) * index) / count).toISOString(),
    left: round((100 * index) / count),
  }));
};
