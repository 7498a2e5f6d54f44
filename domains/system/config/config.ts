import { count, id, json, optional, ref, text } from '#kit/fields/field.ts';
import type { Field } from '#kit/fields/field.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';

/** A setting as the page shows it. */
export interface SettingRow {
  readonly key: string;
  readonly group: string;
  readonly name: string;
  readonly hint: string | null;
  /** The declared field, which decides the input and the validation. */
  readonly field: Field;
  readonly scope: 'platform' | 'tenant';
  /** The current value on the wire; null for a secret and for no value. */
  readonly value: unknown;
  readonly initial: string | number | null;
  /** The origin of the value. */
  readonly from: 'default' | 'platform' | 'tenant';
  /** For a secret: whether it has a value. */
  readonly hasSecret: boolean;
  /** The version of the value at this level; 0 without one. */
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
  /** The time of the earlier change that this change restored. */
  readonly restores: string | Date | null;
}

/** Replaces a secret in answers and in the history. */
export const MASK = '••••••';

const tenantId = optional(ref('tenant'));
const key = text({ min: 1, max: 100 });

export const configApi = {
  /** The settings that the viewer may change, of the platform or of one tenant. */
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
  /** Deletes the value, so that the platform's value or the default applies. */
  reset: endpoint({ method: 'POST', path: '/sys/config/reset', allow: 'config:edit', proof: 'keys', input: { key, tenantId }, output: words() }),
  /** Restores the value after an earlier change; a value that is no longer allowed is refused. */
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
