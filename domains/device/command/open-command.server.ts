import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import { commandStat } from './command.ts';
import type { CommandDraft } from './enqueue.server.ts';

/** Longer than any command waits and runs. */
const OPEN_MAX_MS = 15 * 60_000;

/** Leaves out the piles that are being sent the same command already. */
export const withoutOpenCommand = async (
  tx: Tx,
  cpCodes: readonly string[],
  { command, nowMs }: { readonly command: CommandDraft; readonly nowMs: number },
): Promise<readonly string[]> => {
  const { rows } = await sql<{ cpCode: string }>`select c as cp_code from unnest(${cpCodes}::text[]) c
    where not exists (select from device_command d where d.cp_code = c and d.create_time > ${new Date(nowMs - OPEN_MAX_MS)} and d.stat < ${sql.lit(commandStat.items.completed.value)}
      and d.payload - 'commandId' = ${JSON.stringify(command)}::jsonb)`.execute(tx);
  return rows.map(({ cpCode }) => cpCode);
};
