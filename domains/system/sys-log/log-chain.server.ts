import { sql } from 'kysely';
import { microsOf } from '#kit/server/chain/chain.ts';
import type { SealedChain } from '#kit/server/chain/chain.ts';

/** A new column would make every old row look changed, so it is added at the end, in a new version of the chain. */
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

/** The chain of the operation log, with which rows that are changed, removed or inserted later are detected. */
export const logChain: SealedChain = {
  purpose: 'audit-seal',
  file: 'heads',
  rows: 'sys_log',
  seals: 'sys_log_seal',
  sealer: 'sys_log_sealer',
  id: 'id',
  at: 'create_time',
  parts: sql`array[${microsOf('l.create_time')}, ${sql.join(columns.map((name) => sql`${sql.ref(`l.${name}`)}::text`))}]`,
  // A constant of the program, which the database cannot change.
  keepDays: 185,
  idsBack: 100_000,
};
