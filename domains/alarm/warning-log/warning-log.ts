import { choice, count, id, instant, longText, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { accountType, warningAccountType } from '../channel/channel.codes.ts';
import { exceptionLevel } from '../exception-conf/exception-conf.ts';
import { suppressedReason, warningKindTable, warningStat } from './warning-log.codes.ts';

/** Each message to an account: what was sent, when, and what the provider answered. */
export const warningLog = resource({
  name: 'warningLog',
  sensitivity: 'personal',
  path: '/alarm/warningLog',
  table: 'warning_log',
  key: 'warningLogId',
  title: 'warningMsg',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    warningLogId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    stationId: readOnly(optional(ref('station', { filter: 'equals' }))),
    exceptionRecordId: readOnly(optional(id({ filter: 'equals' }))),
    incidentId: readOnly(optional(id({ filter: 'equals' }))),
    warningConfId: readOnly(optional(ref('warningConf'))),
    warningAccountId: readOnly(optional(ref('warningAccount', { filter: 'equals' }))),
    warningKind: readOnly(choice(warningKindTable, { filter: 'equals' })),
    /** 1 for the first message to this account about this exception. */
    ordinal: readOnly(count()),
    exceptionLevel: readOnly(optional(choice(exceptionLevel, { filter: 'equals' }))),
    warningMsg: readOnly(longText({ max: 4_000 })),
    warningAccountType: readOnly(choice(warningAccountType, { filter: 'equals' })),
    areaCode: readOnly(optional(text({ max: 4 }))),
    warningAccount: readOnly(
      personal(text({ max: 1_000 }), { kind: 'contact', when: { field: 'warningAccountType', is: [accountType.sms, accountType.mail] } }),
    ),
    warningStat: readOnly(choice(warningStat, { filter: 'equals' })),
    suppressedReason: readOnly(optional(choice(suppressedReason, { filter: 'equals' }))),
    /** When the provider accepted it. */
    warningTime: readOnly(optional(instant({ filter: 'between' }))),
    /** When it is sent, or tried again. */
    dueTime: readOnly(optional(instant())),
    attempts: readOnly(count()),
    providerAnswer: readOnly(optional(longText({ max: 400 }))),
  },
});

const { list, queryById, exportXls } = crud(warningLog);

export const warningLogApi = {
  list,
  queryById,
  exportXls,
  ...personalApi(warningLog),
  /** Sends a message that has come to an end once more, to the same account. */
  resend: endpoint({
    method: 'POST',
    path: `${warningLog.path}/resend`,
    allow: 'warningLog:resend',
    input: { id: id() },
    output: words(),
  }),
};
