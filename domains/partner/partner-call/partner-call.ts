import { choice, count, id, instant, longText, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

export const partnerCallOutcome = codeTable({
  dictCode: 'partner_call_outcome',
  title: ['调用结果', '呼叫結果', 'Result of a call'],
  items: {
    answered: { value: 1, words: ['成功', '成功', 'Answered'], tone: 'good' },
    refused: { value: 2, words: ['被拒绝', '被拒絕', 'Refused'], tone: 'warn' },
    failed: { value: 3, words: ['出错', '出錯', 'Failed'], tone: 'bad' },
  },
});

/** A call of a partner's program. */
export const partnerCall = resource({
  name: 'partnerCall',
  path: '/partner/partnerCall',
  table: 'partner_call',
  key: 'partnerCallId',
  title: 'callPath',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    partnerCallId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    accessConfigId: readOnly(ref('accessConfig', { filter: 'equals' })),
    callTime: readOnly(instant({ filter: 'between' })),
    callMethod: readOnly(text({ max: 8 })),
    /** Below the address of the open API, without the query. */
    callPath: readOnly(text({ max: 300, filter: 'contains' })),
    /** JSON of the declared inputs; others are masked. */
    callInput: readOnly(optional(longText({ max: 2_000 }))),
    httpStatus: readOnly(count({ filter: 'equals' })),
    /** The code of the problem, such as `partner.signature`. */
    problemCode: readOnly(optional(text({ max: 60, filter: 'equals' }))),
    callOutcome: readOnly(choice(partnerCallOutcome, { filter: 'equals' })),
    tookMs: readOnly(count({ unit: 'ms' })),
    remoteAddress: readOnly(text({ max: 60, filter: 'equals' })),
    /** How often the same was refused in this minute. */
    repeatCount: readOnly(count()),
  },
});

const { list, queryById, exportXls } = crud(partnerCall);

export const partnerCallApi = { list, queryById, exportXls };
