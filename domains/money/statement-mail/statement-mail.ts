import { messageState } from '#domains/system/resources.ts';
import { choice, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';

/** The mails of monthly statements: each one that was written, to whom, and what became of it. Author and time of a row are those of the request. */
export const statementMail = resource({
  name: 'statementMail',
  path: '/money/sseStatementMail',
  table: 'statement_mail',
  key: 'messageId',
  title: 'statementMonth',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    messageId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    custId: readOnly(ref('customer', { filter: 'equals' })),
    statementId: readOnly(id({ filter: 'equals' })),
    /** `2026-03`. */
    statementMonth: readOnly(text({ max: 7, filter: 'equals' })),
    receiver: readOnly(personal(text({ max: 100 }), { kind: 'mailbox' })),
    mailState: readOnly(choice(messageState, { filter: 'equals' })),
    mailTime: readOnly(optional(instant())),
    mailFailure: readOnly(optional(text({ max: 300 }))),
  },
});

const { list, queryById, exportXls } = crud(statementMail);

export const statementMailApi = { list, queryById, ...personalApi(statementMail), exportXls };
