import { sql } from 'kysely';
import { pileProtocol } from '#domains/network/resources.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CommandReply, DeviceCommand } from '#engines/protocol/device.ts';
import { commandResult } from '#engines/protocol/codes.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Tx } from '#kit/db/index.ts';
import type { Deps } from '#kit/server/context/deps.ts';
import { enqueueCommand } from '../command/enqueue.server.ts';
import { lacking, wantedRates } from './wanted.server.ts';
import type { RatedPile, RatesDraft } from './wanted.server.ts';
import { commandStat } from '../command/command.ts';

/** A month that begins so soon is told beforehand, so that a pile has it when its clock turns; the daily look comes at least once before. */
const AHEAD_MS = 2 * 86_400_000;
/** Longer than any command waits and runs. */
const OPEN_MAX_MS = 15 * 60_000;
const { native } = valuesOf(pileProtocol);

export interface TellingRates {
  /** Left out: all piles. */
  readonly cpCodes?: readonly string[];
  readonly rateRuleId?: string;
  readonly nowMs: number;
  readonly requestedBy: string;
  readonly because: string;
}

/**
 * Sends the prices of this month, and of one that is about to begin, to piles that do not keep them yet. Only to those that are online: the others
 * are told when they come. OCPP has no message for prices. Answers how many commands were written.
 */
export const tellRates = async (tx: Tx, asked: TellingRates): Promise<number> => {
  let told = 0;
  for (const { cpCodes, rates } of await wantedRates(tx, await listening(tx, asked), [asked.nowMs, asked.nowMs + AHEAD_MS])) {
    if (typeof rates === 'string') continue;
    for (const cpCode of await unasked(tx, await lacking(tx, cpCodes, rates), { rates, nowMs: asked.nowMs })) {
      await enqueueCommand(tx, { cpCode, command: rates, requestedBy: asked.requestedBy, because: asked.because });
      told += 1;
    }
  }
  return told;
};

/** Piles that have just come are told what they do not keep; answers one for each, as `batched` wants. */
export const greetWithRates = async (deps: Deps, cpCodes: readonly string[]): Promise<readonly null[]> => {
  await inSystem(deps.database, (tx) => tellRates(tx, { cpCodes, nowMs: deps.clock().getTime(), requestedBy: 'session', because: 'rates' }));
  return cpCodes.map(() => null);
};

/** Prices that a pile has taken, or has already, are those it keeps. */
export const keepTakenRates = async (
  tx: Tx,
  {
    cpCode,
    command,
    reply,
    atMs,
  }: { readonly cpCode: string; readonly command: DeviceCommand; readonly reply: CommandReply | undefined; readonly atMs: number },
): Promise<void> => {
  if (command.cmd !== 'setRateRule' || !reply || !TAKEN.includes(reply.result)) return;
  const { commandId: _itsOwn, ...content } = command;
  await sql`insert into pile_rate (cp_code, month, tenant_id, content, taken_at)
    select cp_code, ${command.month}, tenant_id, ${JSON.stringify(content)}::jsonb, ${new Date(atMs)} from pile where cp_code = ${cpCode}
    on conflict (cp_code, month) do update set content = excluded.content, taken_at = excluded.taken_at where pile_rate.taken_at <= excluded.taken_at`.execute(
    tx,
  );
};
/** Done, and exists. */
const TAKEN: readonly number[] = [commandResult.success, commandResult.exists];

const listening = async (tx: Tx, { cpCodes, rateRuleId }: TellingRates): Promise<readonly RatedPile[]> => {
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

/** Without those that are being told the very same. */
const unasked = async (
  tx: Tx,
  cpCodes: readonly string[],
  { rates, nowMs }: { readonly rates: RatesDraft; readonly nowMs: number },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ cpCode: string }>`select c as cp_code from unnest(${cpCodes}::text[]) c
    where not exists (select from device_command d where d.cp_code = c and d.create_time > ${new Date(nowMs - OPEN_MAX_MS)} and d.stat < ${sql.lit(commandStat.items.completed.value)}
      and d.payload - 'commandId' = ${JSON.stringify(rates)}::jsonb)`.execute(tx);
  return rows.map(({ cpCode }) => cpCode);
};
