import { choice, readOnly, id, longText, money, onAdd, optional, phone, ref, text } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { personal } from '#kit/fields/personal.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { custLanguage, custState, custType } from './customer.codes.ts';

/**
 * Who holds a wallet with a tenant: a person, whose phone number is the account, or a company with cards and cars. An agent
 * sees the customers it has recruited; the others belong to the tenant alone.
 */
export const customer = resource({
  name: 'customer',
  sensitivity: 'personal',
  path: '/customer/sseCustomer',
  table: 'customer',
  view: 'customer_view',
  key: 'custId',
  title: 'custName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  fields: {
    custId: readOnly(id({ filter: 'equals' })),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    agentId: optional(ref('agent', { filter: 'equals' })),
    custName: text({ min: 1, max: 60, filter: 'contains' }),
    custType: onAdd(choice(custType, { filter: 'equals', initial: custType.items.personal.value })),
    custState: readOnly(choice(custState, { filter: 'equals', initial: custState.items.enabled.value })),
    custPhone: phone({ filter: 'contains' }),
    custDirector: optional(text({ max: 60 })),
    /** With an address, the customer gets a statement of each month. */
    custMail: optional(personal(text({ max: 100, pattern: patterns.email }), { kind: 'mailbox' })),
    custLanguage: choice(custLanguage, { initial: custLanguage.items.zhCN.value }),
    vipInfoId: optional(ref('vipLevel', { filter: 'equals' })),
    useFundsPool: choice(yesNo, { filter: 'equals', initial: 0 }),
    currency: readOnly(text({ max: 3 })),
    custBalance: readOnly(money()),
    availableBal: readOnly(money()),
    alarmAmount: optional(money({ min: 0, max: 100_000_000, query: true })),
    custMemo: optional(longText({ max: 255 })),
  },
});

export const customerApi = { ...crud(customer), ...personalApi(customer), ...stateApi(customer, choice(custState)) };
