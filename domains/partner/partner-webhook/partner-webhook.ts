import { choice, choices, count, id, instant, longText, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '#domains/network/resources.ts';
import { hookEvent } from './partner-webhook.codes.ts';

/** Where a partner's program hears of its charges and of guns. Messages are signed with the keys of the account. */
export const partnerWebhook = resource({
  name: 'partnerWebhook',
  path: '/partner/partnerWebhook',
  table: 'partner_webhook',
  key: 'partnerWebhookId',
  title: 'hookName',
  scope: { tenant: 'tenantId', agent: 'hidden', station: 'hidden' },
  fields: {
    partnerWebhookId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    accessConfigId: onAdd(ref('accessConfig', { filter: 'equals' })),
    hookName: text({ min: 2, max: 60, filter: 'contains' }),
    hookUrl: longText({ min: 1, max: 500 }),
    hookEvents: choices(hookEvent, { min: 1, max: 2 }),
    state: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    lastOkTime: readOnly(optional(instant())),
    /** What the receiver answered last. */
    lastAnswer: readOnly(optional(text({ max: 300 }))),
    /** Failed attempts in a row. */
    failStreak: readOnly(count()),
    /** Nothing is sent before. */
    pausedUntil: readOnly(optional(instant())),
  },
});

const { exportTemplate: _template, importExcel: _import, ...standard } = crud(partnerWebhook);

export const partnerWebhookApi = {
  ...standard,
  add: { ...standard.add, proof: 'keys' as const },
  edit: { ...standard.edit, proof: 'keys' as const },
  ...stateApi(partnerWebhook, choice(entityState)),
  /** Sends a message that tells nothing. */
  sendTest: endpoint({
    method: 'POST',
    path: `${partnerWebhook.path}/sendTest`,
    allow: 'partnerWebhook:edit',
    input: { id: id() },
    output: words(),
  }),
};
