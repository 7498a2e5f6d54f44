import { choice, count, decimal, id, instant, json, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import type { EncodedCardTerms } from '#engines/marketing/card-terms.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { yesNo } from '#domains/system/resources.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, opaque, words } from '#kit/resource/endpoint.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { privilegeCardHoldState, privilegeCardSource } from '../privilege-card/privilege-card.codes.ts';

const energy = () => readOnly(optional(decimal({ scale: 4, unit: 'kWh' })));

/** A privilege card that somebody has bought or been given, with its terms and limits of that moment. */
export const privilegeCardHold = resource({
  name: 'privilegeCardHold',
  sensitivity: 'money',
  path: '/op/privilegeCardHold',
  table: 'privilege_card_hold',
  view: 'privilege_card_hold_view',
  key: 'privilegeCardHoldId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'hidden', customer: 'custId' },
  softDelete: false,
  fields: {
    privilegeCardHoldId: readOnly(id()),
    privilegeCardId: readOnly(ref('privilegeCard', { filter: 'equals' })),
    cardName: readOnly(text({ max: 30 })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    mainPartId: readOnly(id()),
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    mainPartName: readOnly(text({ max: 60 })),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    state: readOnly(choice(privilegeCardHoldState, { filter: 'equals' })),
    ordinal: readOnly(count()),
    source: readOnly(choice(privilegeCardSource, { filter: 'equals' })),
    /** What it takes off and where, as it was got. */
    terms: readOnly(json<EncodedCardTerms>()),
    beginsAt: readOnly(instant()),
    /** Not included. */
    expiresAt: readOnly(instant()),
    orderLimit: energy(),
    dayLimit: energy(),
    quota: energy(),
    dayTimes: readOnly(optional(count())),
    timesLimit: readOnly(optional(count())),
    /** The price, what of it is earned, and what went back. */
    paidAmount: readOnly(money()),
    earnedAmount: readOnly(money()),
    refundAmount: readOnly(money()),
    /** What it was used for. */
    timesUsed: readOnly(count()),
    energyUsed: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    savedAmount: readOnly(money()),
    /** The order that uses it now. */
    chargingOrderNo: readOnly(optional(text({ max: 32 }))),
    /** Who bears what it takes off, as in the books: `tenant`, or `agent:7`. */
    funder: readOnly(text({ max: 40 })),
    currency: readOnly(text({ max: 3 })),
    endReason: readOnly(optional(text({ max: 200 }))),
    endTime: readOnly(optional(instant())),
  },
});

const { list, queryById, exportXls } = crud(privilegeCardHold);
const { path } = privilegeCardHold;

export const privilegeCardHoldApi = {
  list,
  queryById,
  ...personalApi(privilegeCardHold),
  exportXls,
  /** What goes back of a sold card if it is ended now, as a decimal text. */
  refundQuote: endpoint({
    method: 'GET',
    path: `${path}/refundQuote`,
    allow: 'privilegeCardHold:list',
    input: { privilegeCardHoldId: id() },
    output: opaque<{ readonly refundAmount: string; readonly currency: string }>(),
  }),
  /** Ends a card for its holder. With `refund`, the unused rest of what was paid goes back to the wallet that paid it. */
  end: endpoint({
    method: 'POST',
    path: `${path}/end`,
    proof: 'money',
    allow: 'privilegeCardHold:end',
    idempotent: true,
    input: { privilegeCardHoldId: id(), reason: optional(text({ max: 200 })), refund: choice(yesNo, { initial: 1 }) },
    bulk: { row: 'privilegeCardHoldId', shared: ['reason', 'refund'] },
    output: words(),
  }),
};
