import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { pilePolicyRefusals } from '#domains/tariff/resources.ts';
import type { TellPiles } from '#domains/tariff/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { refuse } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { rateStateOf } from './rates.rules.ts';
import { ratesApi, ratesRefusals } from './rates.ts';
import type { PileRate } from './rates.ts';
import { tellRates } from './tell-rates.server.ts';
import { lacking, wantedRates } from './wanted.server.ts';
import type { WantedRates } from './wanted.server.ts';
import { commandStat } from '../command/command.ts';

const { native } = valuesOf(pileProtocol);

/** What tariffs ask for when they have changed. */
export const tellPiles: TellPiles = async (ctx, which) => {
  await tellRates(ctx.db, { ...which, nowMs: ctx.now.getTime(), requestedBy: ctx.viewer.username, because: 'rates' });
};

export const rateRoutes = implement(ratesApi, {
  rateStates: async (ctx, input) => {
    const piles = await pilesOf(ctx, input.cpCodes);
    const rated = piles.flatMap(({ cpCode, rateRuleId, rateRuleNo, protocol, timezone }) =>
      protocol === native && rateRuleId !== null ? [{ cpCode, rateRuleId, rateRuleNo: rateRuleNo ?? '', zone: timezone }] : [],
    );
    const now = await standings(ctx.db, await wantedRates(ctx.db, rated, [ctx.now.getTime()]));
    const told = await toldOf(
      ctx.db,
      rated.map(({ cpCode }) => cpCode),
    );
    return piles.map((row): PileRate => {
      const { untellable = null, isKept = false } = now.get(row.cpCode) ?? {};
      const { isOnline = false, last = null, remark = null, takenAt = null } = told.get(row.cpCode) ?? {};
      const facts = {
        hasPolicy: row.rateRuleId !== null,
        isNative: row.protocol === native,
        isTellable: untellable === null,
        isKept,
        isOnline,
        last,
      };
      return {
        cpCode: row.cpCode,
        cpName: row.cpName,
        rateRuleName: row['rateRuleId_dictText'] ?? null,
        rateRuleNo: row.rateRuleNo,
        rateState: rateStateOf(facts),
        untellable,
        remark: last === 'failed' && !isKept ? remark : null,
        takenAt: isKept ? takenAt : null,
      };
    });
  },
  syncRateRule: async (ctx, input) => {
    const piles = await pilesOf(ctx, input.cpCodes);
    if (new Set(piles.map((row) => row.stationId)).size > 1) refuse(pilePolicyRefusals, 'policy.sameStation');
    const disused = piles.find((row) => row.cpStat === entityState.disused);
    if (disused) refuse(ratesRefusals, 'rates.disused', { name: disused.cpName });
    const speaking = piles.filter((row) => row.protocol === native);
    if (speaking.length === 0) refuse(ratesRefusals, 'rates.unsupported');
    const without = speaking.find((row) => row.rateRuleId === null);
    if (without) refuse(ratesRefusals, 'rates.noPolicy', { name: without.cpName });
    const cpCodes = speaking.map(({ cpCode }) => cpCode);
    // Whoever asks doubts what the piles have said, so that is forgotten; those that are offline are told when they come.
    await sql`delete from pile_rate where cp_code = any(${cpCodes}::text[])`.execute(ctx.db);
    await tellPiles(ctx, { cpCodes });
    return ctx.say(kitWords.changed);
  },
});

const pilesOf = async (ctx: Context, cpCodes: string) => {
  const codes = splitIds(cpCodes);
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) refuse(kitRefusals, 'missing', {}, { status: 404 });
  return piles.toSorted((one, other) => codes.indexOf(one.cpCode) - codes.indexOf(other.cpCode));
};

/** Of each pile whether it keeps what it should, or why that cannot be told. */
const standings = async (tx: Tx, wanted: readonly WantedRates[]) => {
  const found = new Map<string, Pick<PileRate, 'untellable'> & { readonly isKept: boolean }>();
  for (const { cpCodes, rates } of wanted) {
    const untellable = typeof rates === 'string' ? rates : null;
    const without = typeof rates === 'string' ? cpCodes : await lacking(tx, cpCodes, rates);
    for (const cpCode of cpCodes) found.set(cpCode, { untellable, isKept: !without.includes(cpCode) });
  }
  return found;
};

interface RateDelivery {
  readonly isOnline: boolean;
  readonly last: 'open' | 'failed' | null;
  readonly remark: string | null;
  readonly takenAt: string | null;
}

/** How piles are, and what came of the last prices they were sent. */
const toldOf = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, RateDelivery>> => {
  const { rows } = await sql<
    Omit<RateDelivery, 'last' | 'takenAt'> & { cpCode: string; stat: number | null; result: number | null; takenAt: Date | null }
  >`select s.cp_code,
      s.online as is_online, c.stat, c.result, c.remark, (select max(t.taken_at) from pile_rate t where t.cp_code = s.cp_code) as taken_at
    from pile_state s left join lateral (select stat, result, remark from device_command d where d.cp_code = s.cp_code and d.cmd = 'setRateRule'
      order by d.create_time desc limit 1) c on true where s.cp_code = any(${cpCodes}::text[])`.execute(tx);
  return new Map(
    rows.map(({ cpCode, isOnline, stat, result, remark, takenAt }) => [
      cpCode,
      {
        isOnline,
        last:
          stat === null
            ? null
            : stat < commandStat.items.completed.value
              ? 'open'
              : result === commandResult.success || result === commandResult.exists
                ? null
                : 'failed',
        remark,
        takenAt: takenAt?.toISOString() ?? null,
      },
    ]),
  );
};
