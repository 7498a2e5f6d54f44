import { choice, count, readOnly, id, instant, longText, money, onAdd, optional, phone, ref, secret, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { endpoint, rowOf, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { yesNo } from '#domains/system/resources.ts';
import { cardState } from './card.codes.ts';

/**
 * A card's identifier as a reader sends it, or a contract id (eMAID): the characters of OCPP's identifier strings, in any case. OCPP
 * 1.6 piles can send 20 characters.
 */
const cardNumber = text({ min: 4, max: 32, filter: 'contains', pattern: { source: '^[A-Za-z0-9*_=:+|@.-]+$', problem: 'badPattern' } });
/** A card's password, typed at a pile. */
const cardPassword = text({ min: 6, max: 16, pattern: { source: '^[0-9]+$', problem: 'badPattern' } });

export const card = resource({
  name: 'card',
  sensitivity: 'personal',
  path: '/customer/sseIcCard',
  table: 'ic_card',
  view: 'ic_card_view',
  key: 'icCardId',
  title: 'icCardNo',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  fields: {
    icCardId: readOnly(id({ filter: 'equals' })),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    agentId: optional(ref('agent', { filter: 'equals' })),
    icCardNo: onAdd({ ...cardNumber, unique: ['tenantId'], rule: 'ic_card_no' }),
    custId: optional(ref('customer', { filter: 'equals' })),
    cardPeople: optional(text({ max: 60, filter: 'contains' })),
    cardPhone: optional(phone({ filter: 'contains' })),
    cardCarNo: optional(text({ max: 20 })),
    cardPwd: secret(onAdd(optional(cardPassword))),
    hasPwd: readOnly(choice(yesNo)),
    cardState: readOnly(choice(cardState, { filter: 'equals', initial: cardState.items.normal.value })),
    /** It cannot start a charge afterwards; without a value it has no limit. */
    validUntil: optional(instant()),
    canDiscount: choice(yesNo, { initial: 1 }),
    useFundsPool: readOnly(choice(yesNo)),
    currency: readOnly(text({ max: 3 })),
    cardBalance: readOnly(money()),
    availableBal: readOnly(money()),
    cardAlarmMoney: optional(money({ min: 0, max: 100_000_000, query: true })),
    errorCount: readOnly(count({ max: 99, query: true })),
    lastErrorTime: readOnly(optional(instant())),
    /** The card that replaced this one. */
    newIcCardNo: readOnly(optional(text({ max: 32 }))),
  },
});

const reason = optional(longText({ max: 255 }));

export const cardApi = {
  ...crud(card),
  ...personalApi(card),
  changeState: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${card.path}/changeState`,
    allow: 'card:edit',
    input: { entityId: id(), setState: choice(cardState), csrReason: reason },
    output: words(),
  }),
  changeStatBatch: endpoint({
    method: 'POST',
    alsoMethod: 'GET',
    changes: true,
    path: `${card.path}/changeStatBatch`,
    allow: 'card:edit',
    input: { ids: longText({ min: 1, max: 8_000 }), stat: choice(cardState), csrReason: reason },
    output: words(),
  }),
  /** Sets or removes a card's password and resets the count of wrong ones. */
  resetPwd: endpoint({
    method: 'POST',
    path: `${card.path}/resetPwd`,
    allow: 'card:password',
    input: { icCardId: id(), cardPwd: optional(cardPassword), csrReason: reason },
    output: words(),
  }),
};

/**
 * Moves a card's balance, bindings and holder to a new card and voids the old one. It is declared here because the card page calls
 * it; the money domain implements it, because the balance moves in the same transaction.
 */
export const reapplyCardEndpoint = endpoint({
  method: 'POST',
  path: `${card.path}/reapply`,
  allow: 'card:reapply',
  proof: 'money',
  idempotent: true,
  input: { icCardId: id(), newIcCardNo: cardNumber, csrReason: longText({ min: 1, max: 255 }) },
  output: rowOf(card.fields),
});
