import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { RawBuilder } from 'kysely';

/** What signatures over heads are for. */
export const SEAL_PURPOSE = 'audit-seal';

/** A row of the log as the chain sees it: every column as text, in an order that never changes. */
export interface SealedRow {
  readonly id: string;
  readonly tenant: string;
  readonly at: Date;
  readonly parts: readonly (string | null)[];
}

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

/** The columns to select for `hashOfRow`, over `sys_log` as `l`. */
export const sealedColumns = (): RawBuilder<unknown> => sql`l.id::text as id, l.tenant_id::text as tenant, l.create_time as at,
  array[(extract(epoch from l.create_time) * 1000000)::int8::text, ${sql.join(columns.map((name) => sql`${sql.ref(`l.${name}`)}::text`))}] as parts`;

export const hashOfRow = ({ parts }: Pick<SealedRow, 'parts'>): Buffer => createHash('sha256').update(JSON.stringify(parts)).digest();

/** Nothing stands before the first seal. */
export const FIRST_HEAD = Buffer.alloc(32);

/** The head that follows from the one before: whoever changes, adds or takes away a row of the past needs another one ever after. */
export const nextHead = (before: Uint8Array, seal: { readonly tenantId: string; readonly sealNo: string; readonly rowHashes: Uint8Array }): Buffer =>
  createHash('sha256').update(before).update(`${seal.tenantId}\n${seal.sealNo}\n`).update(seal.rowHashes).digest();

/** What a signature covers. */
export const signedText = (seal: {
  readonly tenantId: string;
  readonly sealNo: string;
  readonly ids: readonly string[];
  readonly head: Uint8Array;
  readonly fromTime: Date;
  readonly toTime: Date;
  readonly sealedAt: Date;
}): string =>
  JSON.stringify([
    seal.tenantId,
    seal.sealNo,
    seal.ids.join(),
    Buffer.from(seal.head).toString('hex'),
    seal.fromTime.toISOString(),
    seal.toTime.toISOString(),
    seal.sealedAt.toISOString(),
  ]);
