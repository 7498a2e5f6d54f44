import { choice, id, instant, optional, readOnly, ref, secret, text } from '#kit/fields/field.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

export const powerKeyValidity = codeTable({
  dictCode: 'power_key_validity',
  title: ['密钥状态', '金鑰狀態', 'State of a key'],
  items: {
    valid: { value: 1, words: ['有效', '有效', 'Valid'], tone: 'good' },
    revoked: { value: 0, words: ['已吊销', '已吊銷', 'Revoked'], tone: 'plain' },
  },
});

const keyName = text({ min: 2, max: 60, filter: 'contains' });

/** A key with which a grid operator may limit the piles of one power control, and nothing else. It is shown once. */
export const powerKey = resource({
  name: 'powerKey',
  path: '/power/powerKey',
  table: 'power_key',
  key: 'powerKeyId',
  title: 'keyName',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  softDelete: false,
  fields: {
    powerKeyId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    powerControlId: readOnly(ref('powerControl', { filter: 'equals' })),
    keyName: readOnly(keyName),
    /** The last letters of the key. */
    keyHint: readOnly(text({ max: 8 })),
    keyDigest: readOnly(secret(text({ max: 64 }))),
    isValid: readOnly(choice(powerKeyValidity, { filter: 'equals' })),
    expireTime: readOnly(optional(instant())),
    revokeTime: readOnly(optional(instant())),
    lastUsedTime: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(powerKey);

export const powerKeyApi = {
  list,
  queryById,
  exportXls,
  /** A new key, shown once. A key is rotated by a second one: issue it, let the grid operator change over, and revoke the first. */
  issue: endpoint({
    method: 'POST',
    path: `${powerKey.path}/issue`,
    allow: 'powerKey:issue',
    proof: 'keys',
    input: { powerControlId: id(), keyName, expireTime: optional(instant()) },
    output: rowOf({ powerKey: text({ max: 80 }) }),
  }),
  revoke: endpoint({ method: 'POST', path: `${powerKey.path}/revoke`, allow: 'powerKey:issue', input: { id: id() }, output: words() }),
};
