import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { literals } from '#kit/db/literals.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { commandStat, replyResult } from './command.ts';

const { notExecuted, running, completed } = valuesOf(commandStat);

export interface ParameterOfPile {
  readonly cpCode: string;
  readonly paramNo: number;
  /** 0: the pile as a whole. */
  readonly gunNumber: number;
}

/** Of two values for the same parameter the pile needs only the later one, so an earlier command that still waits ends. */
export const voidWaitingParameter = async (tx: Tx, { cpCode, paramNo, gunNumber }: ParameterOfPile, now: Date): Promise<void> => {
  await sql`update device_command set stat = ${sql.lit(completed)}, result = ${sql.lit(replyResult.items.failure.value)}, remark = 'void', completed_at = ${now}
    where cp_code = ${cpCode} and stat = ${sql.lit(notExecuted)} and param_no = ${paramNo} and gun_number = ${gunNumber}`.execute(tx);
};

export interface UnansweredParameter {
  readonly paramNo: number;
  readonly gunNumber: number;
  readonly value: string;
}

/** The values that are on their way to a pile: waiting, or sent and not answered yet. */
export const unansweredParameters = async (tx: Tx, cpCode: string): Promise<readonly UnansweredParameter[]> => {
  const { rows } = await sql<{ paramNo: number | null; gunNumber: number | null; value: string | null }>`
    select param_no, gun_number, payload->>'value' as value from device_command
    where cp_code = ${cpCode} and param_no is not null and stat in (${literals([notExecuted, running])})`.execute(tx);
  return rows.map(({ paramNo, gunNumber, value }) => ({ paramNo: paramNo ?? 0, gunNumber: gunNumber ?? 0, value: value ?? '' }));
};
