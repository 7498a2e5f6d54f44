import { isDeepStrictEqual } from 'node:util';
import { hire } from './arena.fixture.ts';
import type { DisorderTestbed } from './arena.fixture.ts';
import { outcomeOf } from './outcome.fixture.ts';
import type { Outcome } from './outcome.fixture.ts';
import { play } from './play.fixture.ts';
import { scenarioOf } from './scenario.fixture.ts';
import { disturbed, inOrder } from './steps.fixture.ts';

/** What came of some seeds, each lived through twice by two piles: in order and in disorder. */
export interface StormResult {
  readonly orders: number;
  readonly told: number;
  readonly disturbedTold: number;
  readonly logins: number;
  readonly settledCents: bigint;
  /** Times that a timer gave an order up for a while, in disorder. */
  readonly flagged: number;
  /** Seeds whose final rows differ, or that were answered wrongly, with how. */
  readonly problems: readonly string[];
}

/** `beginMs` must not lie before the end of an earlier storm in the same arena. Answers also when it was over. */
export const storm = async (arena: DisorderTestbed, seeds: readonly number[], beginMs: number): Promise<StormResult & { readonly endMs: number }> => {
  const pairs = seeds.map((seed) => {
    const scenario = scenarioOf(seed, beginMs);
    const actor = (letter: string) => ({ cpCode: `${letter}${seed}`, card: `${letter}${String(seed).padStart(9, '0')}` });
    return { scenario, calm: { actor: actor('C'), steps: inOrder(scenario) }, wild: { actor: actor('W'), steps: disturbed(scenario) } };
  });
  const runs = pairs.flatMap(({ scenario, calm, wild }) => [calm, wild].map((run) => ({ ...run, scenario, protocol: scenario.protocol })));
  await hire(
    arena,
    runs.map(({ actor, scenario }) => ({
      actor,
      station: scenario.station,
      protocol: scenario.protocol === 'native' ? 1 : 2,
      walletCents: scenario.walletCents,
    })),
  );
  const problems = [...(await play(arena, runs, { fromMs: beginMs, toMs: Math.max(...pairs.map(({ scenario }) => scenario.endMs)) }))];
  let settledCents = 0n;
  let orders = 0;
  for (const { scenario, calm, wild } of pairs) {
    const [expected, found] = [await outcomeOf(arena.query, calm.actor), await outcomeOf(arena.query, wild.actor)];
    problems.push(...differences(scenario.seed, expected, found));
    orders += expected.orders.length;
    settledCents += sumOf(expected);
  }
  const steps = pairs.flatMap(({ wild }) => wild.steps);
  return {
    orders,
    problems,
    settledCents,
    flagged: await flagsOf(
      arena,
      pairs.map(({ wild }) => wild.actor.cpCode),
    ),
    told: pairs.reduce((sum, { calm }) => sum + calm.steps.length, 0),
    disturbedTold: steps.filter((step) => step.do === 'tell').length,
    logins: steps.filter((step) => step.do === 'login').length,
    endMs: arena.clock.ms,
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

const differences = (seed: number, expected: Outcome, found: Outcome): readonly string[] => {
  const problems = (['orders', 'consumed', 'postings', 'balances'] as const).flatMap((part) =>
    isDeepStrictEqual(expected[part], found[part]) ? [] : [`seed ${seed}, ${part}: ${firstDifference(expected[part], found[part])}`],
  );
  const open = expected.orders.filter((row) => Object.entries(row).some(([name, value]) => name === 'order_state' && value !== 4));
  return open.length === 0 ? problems : [...problems, `seed ${seed}: ${open.length} orders are not settled even in order`];
};

const firstDifference = (expected: readonly object[], found: readonly object[]): string => {
  if (expected.length !== found.length) return `${expected.length} rows in order, ${found.length} in disorder`;
  for (const [place, row] of expected.entries()) {
    const other = new Map(Object.entries(found[place] ?? {}));
    const parts = Object.entries(row).filter(([name, value]) => !isDeepStrictEqual(value, other.get(name)));
    if (parts.length > 0)
      return `row ${place}: ${parts.map(([name, value]) => `${name} ${JSON.stringify(value)} in order, ${JSON.stringify(other.get(name))} in disorder`).join('; ')}`;
  }
  return 'somewhere';
};
