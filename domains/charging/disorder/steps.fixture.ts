import { seededRandom } from '#engines/tariff/oracle/random.ts';
import type { Random } from '#engines/tariff/oracle/random.ts';
import type { Scenario, ScriptedMessage } from './scenario.fixture.ts';

/** A change of a pile's connection, or a message sent through it. */
export type PileStep =
  | { readonly do: 'cut' | 'login'; readonly atMs: number }
  | {
      readonly do: 'send';
      readonly atMs: number;
      readonly message: ScriptedMessage;
      /** Marked as stored while offline. */
      readonly stored: boolean;
      /** Sent by the previous session after the new one has begun. */
      readonly isStale: boolean;
      /** Handled at the same time as the next one. */
      readonly isTogether: boolean;
    };
type SendStep = Extract<PileStep, { readonly do: 'send' }>;

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
/** A live message later than this counts as one of a wrong clock; only a stored message may be this late. */
const LIVE_MAX_MS = 4 * MINUTE_MS;

export const orderedSteps = ({ messages }: Scenario): readonly PileStep[] => messages.map((message) => sendStep(message, message.atMs));

const sendStep = (message: ScriptedMessage, atMs: number, options: Partial<SendStep> = {}): SendStep => ({
  do: 'send',
  atMs,
  message,
  stored: false,
  isStale: false,
  isTogether: false,
  ...options,
});

/** The same messages, but late, repeated, in another order, and over connections that break. */
export const disorderedSteps = (scenario: Scenario): readonly PileStep[] => {
  const random = seededRandom(scenario.seed + 1_000_003);
  const orders = scenario.charges.map((_charge, order) => scenario.messages.filter((message) => message.order === order));
  return orders.flatMap((messages) => disorderedStepsOfOrder(messages, { random, scenario })).toSorted((a, b) => a.atMs - b.atMs);
};

interface DisorderInput {
  readonly random: Random;
  readonly scenario: Scenario;
}
interface TimeSpan {
  readonly fromMs: number;
  readonly toMs: number;
}

const disorderedStepsOfOrder = (messages: readonly ScriptedMessage[], input: DisorderInput): readonly PileStep[] => {
  const { random } = input;
  const gaps = gapsOf(messages, random);
  const firstSends = messages.flatMap((message) => firstSend(message, gaps, input));
  const complete = input.scenario.isSteady ? firstSends : endRecordLast(firstSends);
  const repeats = [...complete.flatMap((step) => repeatsOf(step, input)), ...gaps.flatMap((gap) => resendAfterGap(complete, gap, random))];
  const steps = [...complete, ...repeats.map((step) => moveAfterGaps(step, gaps, random))].map((step) => ({
    ...step,
    isTogether: random.chance(0.1) && mayRunConcurrently(step),
  }));
  return [
    ...steps,
    ...gaps.flatMap((gap): PileStep[] => [
      ...(random.chance(0.8) ? [{ do: 'cut' as const, atMs: gap.fromMs }] : []),
      { do: 'login' as const, atMs: gap.toMs },
    ]),
  ];
};

/** Up to two breaks between the start and some minutes after the end. */
const gapsOf = (messages: readonly ScriptedMessage[], random: Random): readonly TimeSpan[] => {
  const from = (messages.find(({ kind }) => kind === 'start')?.atMs ?? messages[0]?.atMs ?? 0) + 15 * SECOND_MS;
  const to = (messages.at(-1)?.atMs ?? from) + 8 * MINUTE_MS;
  const middle = from + Math.floor((to - from) / 2);
  const gap = (begin: number, end: number): TimeSpan => {
    const fromMs = begin + random.below(Math.max(1, end - begin - 150 * SECOND_MS));
    return { fromMs, toMs: fromMs + (5 + random.below(140)) * SECOND_MS };
  };
  return [...(random.chance(0.5) ? [gap(from, middle)] : []), ...(random.chance(0.5) ? [gap(middle, to)] : [])];
};

const firstSend = (message: ScriptedMessage, gaps: readonly TimeSpan[], { random, scenario }: DisorderInput): readonly SendStep[] => {
  const delayMs = delayOf(message, { random, scenario });
  const step = sendStep(message, message.atMs + delayMs, { stored: isDurable(message) && delayMs > LIVE_MAX_MS });
  const isCut = gaps.some((gap) => within(step.atMs, gap));
  // A message that a pile does not store is lost with its connection, if the split does not need it.
  if (isCut && message.kind === 'sample' && scenario.isSteady && scenario.protocol === 'native' && random.chance(0.7)) return [];
  return [moveAfterGaps(step, gaps, random)];
};

const delayOf = (message: ScriptedMessage, { random, scenario }: DisorderInput): number => {
  if (message.kind === 'started' && random.chance(0.4)) return random.below(12 * MINUTE_MS);
  if (message.kind === 'report' && random.chance(0.5)) return random.below(20 * MINUTE_MS);
  if (message.kind === 'sample' && random.chance(0.5)) return random.below(scenario.protocol === 'native' ? 2 * MINUTE_MS : 15 * MINUTE_MS);
  return 0;
};

/** Moves a step behind the breaks of the connection: what was due inside one is sent, marked as stored, soon after the next login. */
const moveAfterGaps = (step: SendStep, gaps: readonly TimeSpan[], random: Random): SendStep => {
  const gap = gaps.find((candidate) => within(step.atMs, candidate));
  if (!gap) return step;
  return moveAfterGaps({ ...step, atMs: gap.toMs + 1 + random.below(10 * SECOND_MS), stored: isDurable(step.message) }, gaps, random);
};

const within = (atMs: number, { fromMs, toMs }: TimeSpan): boolean => atMs >= fromMs && atMs <= toMs;
const isDurable = ({ kind }: ScriptedMessage): boolean => kind === 'started' || kind === 'report';
/** A plug-in and a start request wait for their answers. */
const mayRunConcurrently = ({ message }: SendStep): boolean => message.kind !== 'plugged' && message.kind !== 'start';

/** The split needs every sample, so the end record comes after the last of them. */
const endRecordLast = (steps: readonly SendStep[]): readonly SendStep[] => {
  const lastMs = Math.max(...steps.map(({ atMs, message }) => (message.kind === 'sample' ? atMs : 0)));
  return steps.map((step) =>
    step.message.kind === 'report' && step.atMs <= lastMs ? { ...step, atMs: lastMs + 15 * SECOND_MS, stored: true } : step,
  );
};

const repeatsOf = (step: SendStep, { random, scenario }: DisorderInput): readonly SendStep[] => {
  if (!random.chance(0.3) || step.message.kind === 'plugged') return [];
  const { message } = step;
  if (isDurable(message)) return [sendStep(message, step.atMs + random.below(90 * MINUTE_MS), { stored: true, isStale: random.chance(0.1) })];
  if (message.kind === 'sample')
    return [
      sendStep(
        message,
        scenario.protocol === 'native'
          ? Math.min(step.atMs + random.below(LIVE_MAX_MS), message.atMs + LIVE_MAX_MS)
          : step.atMs + random.below(90 * MINUTE_MS),
      ),
    ];
  if (message.kind === 'start' && scenario.protocol === 'ocpp16') return [sendStep(message, step.atMs + random.below(90 * MINUTE_MS))];
  return [sendStep(message, step.atMs + random.below(8 * SECOND_MS))];
};

/** The last message before a break was stored by the platform but not answered, so it is sent again. */
const resendAfterGap = (steps: readonly SendStep[], gap: TimeSpan, random: Random): readonly SendStep[] => {
  const last = steps
    .filter((step) => step.atMs < gap.fromMs && (isDurable(step.message) || step.message.kind === 'sample'))
    .toSorted((a, b) => b.atMs - a.atMs)[0];
  if (!last || (last.message.kind === 'sample' && gap.toMs > last.message.atMs + LIVE_MAX_MS - 20 * SECOND_MS)) return [];
  return [sendStep(last.message, gap.toMs + 1 + random.below(5 * SECOND_MS), { stored: isDurable(last.message) })];
};
