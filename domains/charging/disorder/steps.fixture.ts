import { seededRandom } from '#engines/tariff/oracle/random.ts';
import type { Random } from '#engines/tariff/oracle/random.ts';
import type { Scenario, ScriptedMessage } from './scenario.fixture.ts';

/** What happens to a pile's connection, or what comes through it. */
export type Step =
  | { readonly do: 'cut' | 'login'; readonly atMs: number }
  | {
      readonly do: 'tell';
      readonly atMs: number;
      readonly word: ScriptedMessage;
      /** Marked as kept while offline. */
      readonly stored: boolean;
      /** Comes from the session before, after the new one has begun. */
      readonly isStale: boolean;
      /** Is handled side by side with the next one. */
      readonly isTogether: boolean;
    };
type TellStep = Extract<Step, { readonly do: 'tell' }>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** Beyond this a live message would be taken for one of a wrong clock: only a stored one may come so late. */
const LIVE_MAX_MS = 4 * MINUTE_MS;

export const inOrder = ({ words }: Scenario): readonly Step[] => words.map((word) => told(word, word.atMs));

const told = (word: ScriptedMessage, atMs: number, more: Partial<TellStep> = {}): TellStep => ({
  do: 'tell',
  atMs,
  word,
  stored: false,
  isStale: false,
  isTogether: false,
  ...more,
});

/** The same words late, twice, in another order, over connections that break. */
export const disturbed = (scenario: Scenario): readonly Step[] => {
  const random = seededRandom(scenario.seed + 1_000_003);
  const orders = scenario.charges.map((_charge, order) => scenario.words.filter((word) => word.order === order));
  return orders.flatMap((words) => disturbedOrder(words, { random, scenario })).toSorted((a, b) => a.atMs - b.atMs);
};

interface DisorderInput {
  readonly random: Random;
  readonly scenario: Scenario;
}
interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const disturbedOrder = (words: readonly ScriptedMessage[], storm: DisorderInput): readonly Step[] => {
  const { random } = storm;
  const gaps = gapsOf(words, random);
  const first = words.flatMap((word) => firstTelling(word, gaps, storm));
  const whole = storm.scenario.isSteady ? first : reportLast(first);
  const again = [...whole.flatMap((tell) => repeated(tell, storm)), ...gaps.flatMap((gap) => unanswered(whole, gap, random))];
  const all = [...whole, ...again.map((tell) => outOf(tell, gaps, random))].map((tell) => ({
    ...tell,
    isTogether: random.chance(0.1) && mayCross(tell),
  }));
  return [
    ...all,
    ...gaps.flatMap((gap): Step[] => [
      ...(random.chance(0.8) ? [{ do: 'cut' as const, atMs: gap.fromMs }] : []),
      { do: 'login' as const, atMs: gap.toMs },
    ]),
  ];
};

/** Up to two breaks between the start and some minutes after the end. */
const gapsOf = (words: readonly ScriptedMessage[], random: Random): readonly TimeSpan[] => {
  const from = (words.find(({ kind }) => kind === 'start')?.atMs ?? words[0]?.atMs ?? 0) + 15 * SECOND_MS;
  const to = (words.at(-1)?.atMs ?? from) + 8 * MINUTE_MS;
  const middle = from + Math.floor((to - from) / 2);
  const gap = (begin: number, end: number): TimeSpan => {
    const fromMs = begin + random.below(Math.max(1, end - begin - 150 * SECOND_MS));
    return { fromMs, toMs: fromMs + (5 + random.below(140)) * SECOND_MS };
  };
  return [...(random.chance(0.5) ? [gap(from, middle)] : []), ...(random.chance(0.5) ? [gap(middle, to)] : [])];
};

const firstTelling = (word: ScriptedMessage, gaps: readonly TimeSpan[], { random, scenario }: DisorderInput): readonly TellStep[] => {
  const late = lateness(word, { random, scenario });
  const tell = told(word, word.atMs + late, { stored: isDurable(word) && late > LIVE_MAX_MS });
  const isCut = gaps.some((gap) => within(tell.atMs, gap));
  // What a pile does not keep is lost with its connection, where the split does not need it.
  if (isCut && word.kind === 'sample' && scenario.isSteady && scenario.protocol === 'native' && random.chance(0.7)) return [];
  return [outOf(tell, gaps, random)];
};

const lateness = (word: ScriptedMessage, { random, scenario }: DisorderInput): number => {
  if (word.kind === 'started' && random.chance(0.4)) return random.below(12 * MINUTE_MS);
  if (word.kind === 'report' && random.chance(0.5)) return random.below(20 * MINUTE_MS);
  if (word.kind === 'sample' && random.chance(0.5)) return random.below(scenario.protocol === 'native' ? 2 * MINUTE_MS : 15 * MINUTE_MS);
  return 0;
};

/** Behind the breaks: what was to be told inside one is told, as stored, soon after the next login. */
const outOf = (tell: TellStep, gaps: readonly TimeSpan[], random: Random): TellStep => {
  const gap = gaps.find((each) => within(tell.atMs, each));
  if (!gap) return tell;
  return outOf({ ...tell, atMs: gap.toMs + 1 + random.below(10 * SECOND_MS), stored: isDurable(tell.word) }, gaps, random);
};

const within = (atMs: number, { fromMs, toMs }: TimeSpan): boolean => atMs >= fromMs && atMs <= toMs;
const isDurable = ({ kind }: ScriptedMessage): boolean => kind === 'started' || kind === 'report';
/** Plugging in and asking are things one waits for. */
const mayCross = ({ word }: TellStep): boolean => word.kind !== 'plugged' && word.kind !== 'start';

/** The split needs every sample: the record ends the order after the last of them. */
const reportLast = (tells: readonly TellStep[]): readonly TellStep[] => {
  const lastMs = Math.max(...tells.map(({ atMs, word }) => (word.kind === 'sample' ? atMs : 0)));
  return tells.map((tell) => (tell.word.kind === 'report' && tell.atMs <= lastMs ? { ...tell, atMs: lastMs + 15 * SECOND_MS, stored: true } : tell));
};

const repeated = (tell: TellStep, { random, scenario }: DisorderInput): readonly TellStep[] => {
  if (!random.chance(0.3) || tell.word.kind === 'plugged') return [];
  const { word } = tell;
  if (isDurable(word)) return [told(word, tell.atMs + random.below(90 * MINUTE_MS), { stored: true, isStale: random.chance(0.1) })];
  if (word.kind === 'sample')
    return [
      told(
        word,
        scenario.protocol === 'native'
          ? Math.min(tell.atMs + random.below(LIVE_MAX_MS), word.atMs + LIVE_MAX_MS)
          : tell.atMs + random.below(90 * MINUTE_MS),
      ),
    ];
  if (word.kind === 'start' && scenario.protocol === 'ocpp16') return [told(word, tell.atMs + random.below(90 * MINUTE_MS))];
  return [told(word, tell.atMs + random.below(8 * SECOND_MS))];
};

/** The last thing heard before a break was kept and not answered: it is said again. */
const unanswered = (tells: readonly TellStep[], gap: TimeSpan, random: Random): readonly TellStep[] => {
  const last = tells
    .filter((tell) => tell.atMs < gap.fromMs && (isDurable(tell.word) || tell.word.kind === 'sample'))
    .toSorted((a, b) => b.atMs - a.atMs)[0];
  if (!last || (last.word.kind === 'sample' && gap.toMs > last.word.atMs + LIVE_MAX_MS - 20 * SECOND_MS)) return [];
  return [told(last.word, gap.toMs + 1 + random.below(5 * SECOND_MS), { stored: isDurable(last.word) })];
};
