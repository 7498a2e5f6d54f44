import { choice, day, decimal, id, instant, money, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { personal } from '#kit/fields/personal.ts';
import { mainPartType, phoneOfUser } from '#domains/customer/resources.ts';
import { crud } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { privilegeCardUseState } from '../privilege-card/privilege-card.codes.ts';

/** A held privilege card at an order: reserved when the order begins, and what became of it. */
export const privilegeCardUse = resource({
  name: 'privilegeCardUse',
  sensitivity: 'money',
  path: '/op/privilegeCardUse',
  table: 'privilege_card_use',
  view: 'privilege_card_use_view',
  key: 'privilegeCardUseId',
  title: 'mainPartName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId', customer: 'custId' },
  softDelete: false,
  fields: {
    privilegeCardUseId: readOnly(id()),
    privilegeCardHoldId: readOnly(id({ filter: 'equals' })),
    privilegeCardId: readOnly(ref('privilegeCard', { filter: 'equals' })),
    cardName: readOnly(text({ max: 30 })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    /** Where the order is. */
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    mainPartId: readOnly(id()),
    mainPartNo: readOnly(personal(text({ max: 64, filter: 'equals' }), phoneOfUser)),
    mainPartName: readOnly(text({ max: 60 })),
    custId: readOnly(optional(ref('customer', { filter: 'equals' }))),
    state: readOnly(choice(privilegeCardUseState, { filter: 'equals' })),
    /** Why it was not used or was given back: a word of the bill, such as `otherBetter`. */
    reason: readOnly(optional(text({ max: 40 }))),
    /** The local day that its limits of a day count. */
    useDay: readOnly(day()),
    /** The energy for which it could count (null: all), and did. */
    energyLimit: readOnly(optional(decimal({ scale: 4, unit: 'kWh' }))),
    chargingElec: readOnly(decimal({ scale: 4, unit: 'kWh' })),
    /** What it took off. */
    preferentialAmount: readOnly(money()),
    chargingOrderId: readOnly(id()),
    chargingOrderNo: readOnly(text({ max: 32, filter: 'equals' })),
    /** Who bears it, as in the books: `tenant`, or `agent:7`. */
    funder: readOnly(text({ max: 40 })),
    useTime: readOnly(optional(instant())),
    currency: readOnly(text({ max: 3 })),
  },
});

const { list, queryById, exportXls } = crud(privilegeCardUse);

export const privilegeCardUseApi = { list, queryById, ...personalApi(privilegeCardUse), exportXls };
