import { choice, count, readOnly, id, json, optional, ref, text } from '#kit/fields/field.ts';
import type { ChainProof } from '#kit/resource/chain.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { logOutcome, logType, operateType } from './sys-log.codes.ts';

/** One field of a changed row. Texts stand beside values that are codes or references. */
export interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly beforeText?: string;
  readonly afterText?: string;
  /** What the noun calls it, in the reader's language. */
  readonly label?: string;
}

/** One row that a call wrote, or of which it showed what others see in part. */
export interface ChangedRow {
  readonly noun: string;
  /** `look`: nothing was written, and the fields were read in full. */
  readonly kind: 'add' | 'edit' | 'delete' | 'look';
  readonly id: string;
  readonly name: string;
  readonly fields: readonly ChangedField[];
  readonly nounText?: string;
}

const readOnlyText = (options: Parameters<typeof text>[0] = {}) => readOnly(text(options));

/** A sign-in or an operation as the log keeps it. Nobody writes it by hand. */
export const sysLog = resource({
  name: 'sysLog',
  sensitivity: 'personal',
  path: '/sys/log',
  table: 'sys_log',
  view: 'sys_log_view',
  key: 'id',
  title: 'logContent',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  softDelete: false,
  fields: {
    id: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    logType: readOnly(choice(logType, { filter: 'equals' })),
    operateType: readOnly(choice(operateType, { filter: 'equals' })),
    outcome: readOnly(choice(logOutcome, { filter: 'equals' })),
    userId: readOnly(optional(id())),
    username: readOnlyText({ filter: 'contains' }),
    realname: readOnlyText(),
    noun: readOnlyText({ filter: 'equals' }),
    act: readOnlyText(),
    logContent: readOnlyText({ filter: 'contains' }),
    reason: readOnly(optional(text({}))),
    objectId: readOnly(optional(text({ filter: 'equals' }))),
    objectName: readOnly(optional(text({ filter: 'contains' }))),
    objectCount: readOnly(count()),
    ip: readOnlyText({ filter: 'contains' }),
    device: readOnlyText(),
    userAgent: readOnlyText(),
    method: readOnlyText(),
    requestUrl: readOnlyText({ filter: 'contains' }),
    requestParam: readOnly(optional(json<Readonly<Record<string, unknown>>>())),
    changes: readOnly(optional(json<readonly ChangedRow[]>())),
    costTime: readOnly(count({ unit: 'ms' })),
  },
});

const { list, queryById, exportXls } = crud(sysLog);
export const sysLogApi = {
  list,
  queryById,
  exportXls,
  /** The nouns the log can be narrowed to. */
  nouns: endpoint({
    method: 'GET',
    path: '/sys/log/nouns',
    allow: 'sysLog:list',
    input: {},
    output: opaque<readonly { readonly value: string; readonly text: string }[]>(),
  }),
  verify: endpoint({ method: 'POST', path: '/sys/log/verify', allow: 'sysLog:verify', noTransaction: true, input: {}, output: opaque<ChainProof>() }),
};
