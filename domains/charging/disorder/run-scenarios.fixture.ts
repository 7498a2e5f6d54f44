import { orderState } from '#engines/order/codes.ts';
import { isDeepStrictEqual } from 'node:util';
import { addPilesWithCards } from './disorder-testbed.fixture.ts';
import type { DisorderTestbed } from './disorder-testbed.fixture.ts';
import { outcomeOf } from './outcome.fixture.ts';
import type { Outcome } from './outcome.fixture.ts';
import { runPiles } from './run-piles.fixture.ts';
import { scenarioOf } from './scenario.fixture.ts';
import { disorderedSteps, orderedSteps } from './steps.fixture.ts';

/** The result of some scenarios, each run by two piles: once in order and once in disorder. */
export interface ScenarioResults {
  readonly orders: number;
  readonly messageCount: number;
  readonly disorderedMessageCount: number;
  readonly logins: number;
  readonly settledCents: bigint;
  /** How often a timer set an order aside for a while, in disorder. */
  readonly flagCount: number;
  /** Seeds whose final rows differ, or that were answered wrongly, with the difference. */
  readonly problems: readonly string[];
}

/** `beginMs` must not be before the end of an earlier run on the same testbed. Also returns when this run ended. */
export const runScenarios = async (
  testbed: DisorderTestbed,
  seeds: readonly number[],
  beginMs: number,
): Promise<ScenarioResults & { readonly endMs: number }> => {
  const pairs = seeds.map((seed) => {
    const scenario = scenarioOf(seed, beginMs);
    const actor = (letter: string) => ({ cpCode: `${letter}${seed}`, card: `${letter}${String(seed).padStart(9, '0')}` });
    return {
      scenario,
      ordered: { actor: actor('C'), steps: orderedSteps(scenario) },
      disordered: { actor: actor('W'), steps: disorderedSteps(scenario) },
    };
  });
  const runs = pairs.flatMap(({ scenario, ordered, disordered }) =>
    [ordered, disordered].map((run) => ({ ...run, scenario, protocol: scenario.protocol })),
  );
  await addPilesWithCards(
    testbed,
    runs.map(({ actor, scenario }) => ({
      actor,
      station: scenario.station,
      protocol: scenario.protocol === 'native' ? 1 : 2,
      walletCents: scenario.walletCents,
    })),
  );
  const problems = [...(await runPiles(testbed, runs, { fromMs: beginMs, toMs: Math.max(...pairs.map(({ scenario }) => scenario.endMs)) }))];
  let settledCents = 0n;
  let orders = 0;
  for (const { scenario, ordered, disordered } of pairs) {
    const [expected, actual] = [await outcomeOf(testbed.query, ordered.actor), await outcomeOf(testbed.query, disordered.actor)];
    problems.push(...differences(scenario.seed, expected, actual));
    orders += expected.orders.length;
    settledCents += sumOf(expected);
  }
  const steps = pairs.flatMap(({ disordered }) => disordered.steps);
  return {
    orders,
    problems,
    settledCents,
    flagCount: await flagsOf(
      testbed,
      pairs.map(({ disordered }) => disordered.actor.cpCode),
    ),
    messageCount: pairs.reduce((sum, { ordered }) => sum + ordered.steps.length, 0),
    disorderedMessageCount: steps.filter((step) => step.do === 'send').length,
    logins: steps.filter((step) => step.do === 'login').length,
    endMs: testbed.clock.ms,
  };
};

const sumOf = ({ orders }: Outcome): bigint =>
  orders.reduce<bigint>((sum, row) => sum + BigInt(String(Object.entries(row).find(([name]) => name === 'billing_amount')?.[1] ?? 0)), 0n);

const flagsOf = async ({ query }: DisorderTestbed, piles: readonly string[]): Promise<number> => {
  const [row] = await query<{ count: number }>(
    `select count(*)::int4 as count from order_fact join charging_order using (charging_order_id) where kind = 'flagOpened' and cp_code = any($1::text[])`,
    [piles],
  );
  return row?.count ?? 0;
};

/** Energy that flowed although its start was refused waits for a person who names the payer (docs/decisions/0060-refused-starts.md). */
const awaitsPayer = (row: ReadonlyMap<string, unknown>): boolean =>
  row.get('order_state') === orderState.abnormal && row.get('abnormal_reason') === 'startRefused';

const differences = (seed: number, expected: Outcome, actual: Outcome): readonly string[] => {
  const problems = (['orders', 'consumeRecords', 'postings', 'balances'] as const).flatMap((part) =>
    isDeepStrictEqual(expected[part], actual[part]) ? [] : [`seed ${seed}, ${part}: ${firstDifference(expected[part], actual[part])}`],
  );
  const unsettled = expected.orders
    .map((row) => new Map(Object.entries(row)))
    .filter((row) => row.get('order_state') !== orderState.settled && !awaitsPayer(row));
  return unsettled.length === 0 ? problems : [...problems, `seed ${seed}: ${unsettled.length} orders are not settled even in order`];
};

const firstDifference = (expected: readonly object[], actual: readonly object[]): string => {
  if (expected.length !== actual.length) return `${expected.length} rows in order, ${actual.length} in disorder`;
  for (const [index, row] of expected.entries()) {
    const actualRow = new Map(Object.entries(actual[index] ?? {}));
    const parts = Object.entries(row).filter(([name, value]) => !isDeepStrictEqual(value, actualRow.get(name)));
    if (parts.length > 0)
      return `row ${index}: ${parts.map(([name, value]) => `${name} ${JSON.stringify(value)} in order, ${JSON.stringify(actualRow.get(name))} in disorder`).join('; ')}`;
  }
  return 'somewhere';
};
