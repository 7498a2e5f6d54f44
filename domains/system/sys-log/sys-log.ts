import { choice, count, readOnly, id, json, optional, ref, text } from '#kit/fields/field.ts';
import type { ChainProof } from '#kit/resource/chain.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { logOutcome, logType, operateType } from './sys-log.codes.ts';

/** One field of a changed row. Codes and references have their texts as well. */
export interface ChangedField {
  readonly name: string;
  readonly before: unknown;
  readonly after: unknown;
  readonly beforeText?: string;
  readonly afterText?: string;
  /** The label of the field, in the viewer's language. */
  readonly label?: string;
}

/** One row that a call wrote, or of which it revealed personal data. */
export interface ChangedRow {
  readonly noun: string;
  /** `look`: nothing was written, but personal data was revealed. */
  readonly kind: 'add' | 'edit' | 'delete' | 'look';
  readonly id: string;
  readonly name: string;
  readonly fields: readonly ChangedField[];
  readonly nounText?: string;
}

const readOnlyText = (options: Parameters<typeof text>[0] = {}) => readOnly(text(options));

/** A sign-in or an operation in the log. Only the program writes it. */
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
  /** The nouns by which the log can be filtered. */
  nouns: endpoint({
    method: 'GET',
    path: '/sys/log/nouns',
    allow: 'sysLog:list',
    input: {},
    output: opaque<readonly { readonly value: string; readonly text: string }[]>(),
  }),
  verify: endpoint({ method: 'POST', path: '/sys/log/verify', allow: 'sysLog:verify', noTransaction: true, input: {}, output: opaque<ChainProof>() }),
};
