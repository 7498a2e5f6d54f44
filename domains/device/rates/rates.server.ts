import { sql } from 'kysely';
import { entityState } from '#engines/entity/codes.ts';
import { acceptedResults } from '#engines/protocol/codes.ts';
import { pile, pileProtocol } from '#domains/network/resources.ts';
import { pilePolicyRefusals } from '#domains/tariff/resources.ts';
import type { SendRatesToPiles } from '#domains/tariff/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { Tx } from '#kit/db/index.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { splitIds } from '#kit/server/crud/split-ids.ts';
import { kitRefusals, kitWords } from '#kit/server/refusals.ts';
import { implement } from '#kit/server/context/route.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { rateStateOf } from './rates.rules.ts';
import { ratesApi, ratesRefusals } from './rates.ts';
import type { PileRate } from './rates.ts';
import { sendRates } from './send-rates.server.ts';
import { withoutRates, requiredRates } from './required-rates.server.ts';
import type { RequiredRates } from './required-rates.server.ts';
import { commandStat } from '../command/command.ts';

const { native } = valuesOf(pileProtocol);

/** Sends rates to piles after a change of tariffs. */
export const sendRatesToPiles: SendRatesToPiles = async (ctx, selection) => {
  await sendRates(ctx.db, { ...selection, nowMs: ctx.now.getTime(), requestedBy: ctx.viewer.username, because: 'rates' });
};

export const rateRoutes = implement(ratesApi, {
  rateStates: async (ctx, input) => {
    const piles = await pilesOf(ctx, input.cpCodes);
    const ratedPiles = piles.flatMap(({ cpCode, rateRuleId, rateRuleNo, protocol, timezone }) =>
      protocol === native && rateRuleId !== null ? [{ cpCode, rateRuleId, rateRuleNo: rateRuleNo ?? '', zone: timezone }] : [],
    );
    const storedByCode = await storedRates(ctx.db, await requiredRates(ctx.db, ratedPiles, [ctx.now.getTime()]));
    const deliveryByCode = await deliveriesOf(
      ctx.db,
      ratedPiles.map(({ cpCode }) => cpCode),
    );
    return piles.map((row): PileRate => {
      const { untellable = null, isStored = false } = storedByCode.get(row.cpCode) ?? {};
      const { isOnline = false, lastCommand = null, remark = null, takenAt = null } = deliveryByCode.get(row.cpCode) ?? {};
      const facts = {
        hasPolicy: row.rateRuleId !== null,
        isNative: row.protocol === native,
        isSendable: untellable === null,
        isStored,
        isOnline,
        lastCommand,
      };
      return {
        cpCode: row.cpCode,
        cpName: row.cpName,
        rateRuleName: row['rateRuleId_dictText'] ?? null,
        rateRuleNo: row.rateRuleNo,
        rateState: rateStateOf(facts),
        untellable,
        remark: lastCommand === 'failed' && !isStored ? remark : null,
        takenAt: isStored ? takenAt : null,
      };
    });
  },
  syncRateRule: async (ctx, input) => {
    const piles = await pilesOf(ctx, input.cpCodes);
    if (new Set(piles.map((row) => row.stationId)).size > 1) throwRefusal(pilePolicyRefusals, 'policy.sameStation');
    const disused = piles.find((row) => row.cpStat === entityState.disused);
    if (disused) throwRefusal(deviceRefusals, 'device.disused', { name: disused.cpName });
    const nativePiles = piles.filter((row) => row.protocol === native);
    if (nativePiles.length === 0) throwRefusal(ratesRefusals, 'rates.unsupported');
    const pileWithoutPolicy = nativePiles.find((row) => row.rateRuleId === null);
    if (pileWithoutPolicy) throwRefusal(ratesRefusals, 'rates.noPolicy', { name: pileWithoutPolicy.cpName });
    const cpCodes = nativePiles.map(({ cpCode }) => cpCode);
    // An operator who sends rates by hand doubts what the piles have confirmed, so that is deleted. Piles that are offline are sent their rates when
    // they log in.
    await sql`delete from pile_rate where cp_code = any(${cpCodes}::text[])`.execute(ctx.db);
    await sendRatesToPiles(ctx, { cpCodes });
    return ctx.say(kitWords.changed);
  },
});

const pilesOf = async (ctx: Context, cpCodes: string) => {
  const codes = splitIds(cpCodes);
  const piles = await ctx.rows(pile).findMany(codes);
  if (piles.length !== codes.length) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
  return piles.toSorted((a, b) => codes.indexOf(a.cpCode) - codes.indexOf(b.cpCode));
};

/** For each pile whether it stores the rates it should, or why they cannot be sent. */
const storedRates = async (tx: Tx, required: readonly RequiredRates[]) => {
  const result = new Map<string, Pick<PileRate, 'untellable'> & { readonly isStored: boolean }>();
  for (const { cpCodes, rates } of required) {
    const untellable = typeof rates === 'string' ? rates : null;
    const pilesWithoutRates = typeof rates === 'string' ? cpCodes : await withoutRates(tx, cpCodes, rates);
    for (const cpCode of cpCodes) result.set(cpCode, { untellable, isStored: !pilesWithoutRates.includes(cpCode) });
  }
  return result;
};

interface RateDelivery {
  readonly isOnline: boolean;
  readonly lastCommand: 'open' | 'failed' | null;
  readonly remark: string | null;
  readonly takenAt: string | null;
}

/** Whether each pile is online, and the result of the last rates it was sent. */
const deliveriesOf = async (tx: Tx, cpCodes: readonly string[]): Promise<ReadonlyMap<string, RateDelivery>> => {
  const { rows } = await sql<
    Omit<RateDelivery, 'lastCommand' | 'takenAt'> & { cpCode: string; stat: number | null; result: number | null; takenAt: Date | null }
  >`select s.cp_code,
      s.online as is_online, c.stat, c.result, c.remark, (select max(t.taken_at) from pile_rate t where t.cp_code = s.cp_code) as taken_at
    from pile_state s left join lateral (select stat, result, remark from device_command d where d.cp_code = s.cp_code and d.cmd = 'setRateRule'
      order by d.create_time desc limit 1) c on true where s.cp_code = any(${cpCodes}::text[])`.execute(tx);
  return new Map(
    rows.map(({ cpCode, isOnline, stat, result, remark, takenAt }) => [
      cpCode,
      {
        isOnline,
        lastCommand:
          stat === null
            ? null
            : stat < commandStat.items.completed.value
              ? 'open'
              : result !== null && acceptedResults.includes(result)
                ? null
                : 'failed',
        remark,
        takenAt: takenAt?.toISOString() ?? null,
      },
    ]),
  );
};
