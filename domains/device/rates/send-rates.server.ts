import { sql } from 'kysely';
import { pileProtocol } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { acceptedResults } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import type { CommandEffects } from '../command/command-effects.server.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { withoutRates, requiredRates } from './required-rates.server.ts';
import type { RatedPile } from './required-rates.server.ts';
import { withoutOpenCommand } from '../command/open-command.server.ts';

/**
 * A month that begins within this time is sent beforehand, so that a pile has its rates when its clock enters it; the daily job runs at least once in
 * that time.
 */
const AHEAD_MS = 2 * 86_400_000;
const { native } = valuesOf(pileProtocol);

export interface RatesRequest {
  /** Left out, all piles. */
  readonly cpCodes?: readonly string[];
  readonly rateRuleId?: string;
  readonly nowMs: number;
  readonly requestedBy: string;
  readonly because: string;
}

/**
 * Sends the rates of this month, and of one that is about to begin, to piles that do not store them yet. Only piles that are online are sent them;
 * the others follow when they log in. OCPP has no message for rates. Returns the number of commands written.
 */
export const sendRates = async (tx: Tx, request: RatesRequest): Promise<number> => {
  let sentCount = 0;
  for (const { cpCodes, rates } of await requiredRates(tx, await onlinePiles(tx, request), [request.nowMs, request.nowMs + AHEAD_MS])) {
    if (typeof rates === 'string') continue;
    for (const cpCode of await withoutOpenCommand(tx, await withoutRates(tx, cpCodes, rates), { command: rates, nowMs: request.nowMs })) {
      await enqueueCommand(tx, { cpCode, command: rates, requestedBy: request.requestedBy, because: request.because });
      sentCount += 1;
    }
  }
  return sentCount;
};

/** Sends rates to piles that have just logged in; returns one value for each, as `batched` requires. */
export const sendRatesOnLogin = async (deps: Deps, cpCodes: readonly string[]): Promise<readonly null[]> => {
  await inSystem(deps.database, (tx) => sendRates(tx, { cpCodes, nowMs: deps.clock().getTime(), requestedBy: 'session', because: 'rates' }));
  return cpCodes.map(() => null);
};

/** Rates that a pile has accepted, or already had, count as stored in it. */
const storeAcceptedRates: CommandEffects['settled'] = async (tx, { pile: { cpCode }, command, settlement }) => {
  if (command.cmd !== 'setRateRule' || settlement.outcome !== 'answered' || !acceptedResults.includes(settlement.reply.result)) return;
  const { atMs } = settlement;
  const { commandId: _id, ...content } = command;
  await sql`insert into pile_rate (cp_code, month, tenant_id, content, taken_at)
    select cp_code, ${command.month}, tenant_id, ${JSON.stringify(content)}::jsonb, ${new Date(atMs)} from pile where cp_code = ${cpCode}
    on conflict (cp_code, month) do update set content = excluded.content, taken_at = excluded.taken_at where pile_rate.taken_at <= excluded.taken_at`.execute(
    tx,
  );
};
export const rateEffects: CommandEffects = { settled: storeAcceptedRates };

const onlinePiles = async (tx: Tx, { cpCodes, rateRuleId }: RatesRequest): Promise<readonly RatedPile[]> => {
  const { rows } = await sql<
    Omit<RatedPile, 'rateRuleId'> & { rateRuleId: bigint }
  >`select p.cp_code, p.rate_rule_id, r.rate_rule_no, s.timezone as zone
    from pile p join rate_rule r on r.rate_rule_id = p.rate_rule_id join station s on s.station_id = p.station_id join pile_state d on d.cp_code = p.cp_code
    where p.protocol = ${native} and not p.is_delete and d.online
      ${cpCodes ? sql`and p.cp_code = any(${cpCodes}::text[])` : sql``} ${rateRuleId === undefined ? sql`` : sql`and p.rate_rule_id = ${rateRuleId}`}`.execute(
    tx,
  );
  return rows.map((row) => ({ ...row, rateRuleId: String(row.rateRuleId) }));
};
