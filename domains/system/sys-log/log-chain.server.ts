import { sql } from 'kysely';
import { microsOf } from '#kit/server/chain/chain.ts';
import type { SealedChain } from '#kit/server/chain/chain.ts';

/** Another column is added at the end and as a chain of another version, or every old row would look changed. */
const columns = [
  'id',
  'tenant_id',
  'log_type',
  'operate_type',
  'outcome',
  'user_id',
  'username',
  'realname',
  'noun',
  'act',
  'log_content',
  'reason',
  'object_id',
  'object_name',
  'object_count',
  'ip',
  'device',
  'user_agent',
  'method',
  'request_url',
  'request_param',
  'changes',
  'cost_time',
] as const;

/** The log of operations: no row of it is changed, taken out or put in afterwards without a trace. */
export const logChain: SealedChain = {
  purpose: 'audit-seal',
  file: 'heads',
  rows: 'sys_log',
  seals: 'sys_log_seal',
  sealer: 'sys_log_sealer',
  id: 'id',
  at: 'create_time',
  parts: sql`array[${microsOf('l.create_time')}, ${sql.join(columns.map((name) => sql`${sql.ref(`l.${name}`)}::text`))}]`,
  // The constant of this program, not what the database says.
  keepDays: 185,
  idsBack: 100_000,
};
