import { choice, readOnly, id, longText, optional, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { pileCode } from '#domains/network/resources.ts';
import { mainPartType } from '../party/party.codes.ts';

/** A card or car that is bound to a pile: it may be used only at such piles and at the stations to which it is bound. */
export const pileBinding = resource({
  name: 'pileBinding',
  path: '/customer/pileBinding',
  table: 'pile_binding',
  view: 'pile_binding_view',
  key: 'pileBindingId',
  title: 'account',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    pileBindingId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(ref('pile', { code: true, filter: 'equals' })),
    /** 2 card, 4 car. */
    mainPartType: readOnly(choice(mainPartType, { filter: 'equals' })),
    /** The card's number or the car's VIN. */
    account: readOnly(text({ max: 32 })),
    holder: readOnly(optional(text({ max: 60 }))),
    icCardId: readOnly(optional(ref('card', { filter: 'equals' }))),
    carId: readOnly(optional(ref('car', { filter: 'equals' }))),
  },
});

const { list, delete: unbind, deleteBatch } = crud(pileBinding);
const keys = optional(longText({ max: 8_000 }));

export const pileBindingApi = {
  list: { ...list, allow: 'pile:list' },
  delete: { ...unbind, allow: 'pile:edit' },
  deleteBatch: { ...deleteBatch, allow: 'pile:edit' },
  /** Binds cards and cars to a pile; what is bound already stays. */
  bind: endpoint({
    method: 'POST',
    path: `${pileBinding.path}/bind`,
    allow: 'pile:edit',
    input: { cpCode: pileCode, icCardIds: keys, carIds: keys },
    output: words(),
  }),
};
