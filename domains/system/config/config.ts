import { count, id, json, optional, ref, text } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';

/** A setting as the page shows it. */
export interface SettingRow {
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly hint: string | null;
  /** The declaration: its kind draws the input, its bounds judge it. */
  readonly field: Field;
  readonly scope: 'platform' | 'tenant';
  /** What holds now, as the wire writes it; null for a secret and for nothing. */
  readonly value: unknown;
  readonly initial: string | number | null;
  /** Where the value comes from. */
  readonly from: 'default' | 'platform' | 'tenant';
  /** Of a secret: whether there is one. */
  readonly hasSecret: boolean;
  /** Of the value set at this level; 0 when none is. */
  readonly version: number;
  readonly updateBy: string | null;
  readonly updateTime: string | Date | null;
}

export interface SettingChange {
  readonly id: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly changedBy: string;
  readonly changedTime: string | Date;
  /** When that was set which this change went back to. */
  readonly restores: string | Date | null;
}

/** What stands for a secret in answers and in the history. */
export const MASK = '••••••';

const tenantId = optional(ref('tenant'));
const key = text({ min: 1, max: 100 });

export const configApi = {
  /** What the asker may set: for the platform, or for one tenant. */
  list: endpoint({ method: 'GET', path: '/sys/config/list', allow: 'config:list', input: { tenantId }, output: opaque<readonly SettingRow[]>() }),
  edit: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: '/sys/config/edit',
    proof: 'keys',
    allow: 'config:edit',
    input: { key, tenantId, value: optional(json<unknown>()), readVersion: optional(count()) },
    output: words(),
  }),
  /** Back to what holds above: the platform's value, or the program's. */
  reset: endpoint({ method: 'POST', path: '/sys/config/reset', allow: 'config:edit', proof: 'keys', input: { key, tenantId }, output: words() }),
  /** As one change of the history left it; a value that may no longer be set is refused. */
  restore: endpoint({
    method: 'POST',
    path: '/sys/config/restore',
    proof: 'keys',
    allow: 'config:edit',
    input: { key, tenantId, id: id(), readVersion: optional(count()) },
    output: words(),
  }),
  history: endpoint({
    method: 'GET',
    path: '/sys/config/history',
    allow: 'config:list',
    input: { key, tenantId },
    output: opaque<readonly SettingChange[]>(),
  }),
};
