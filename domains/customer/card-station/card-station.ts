import { readOnly, id, longText, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';

/** A station a card may be used at. A card without any may be used at every station of its tenant. */
export const cardStation = resource({
  name: 'cardStation',
  path: '/customer/sseIcCardStation',
  table: 'ic_card_station',
  view: 'ic_card_station_view',
  key: 'icCardStationId',
  title: 'stationName',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    icCardStationId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    stationName: readOnly(text({ max: 60 })),
    icCardId: readOnly(ref('card', { filter: 'equals' })),
  },
});

const { list, delete: unbind, deleteBatch } = crud(cardStation);

export const cardStationApi = {
  list: { ...list, allow: 'card:list' },
  delete: { ...unbind, allow: 'card:edit' },
  deleteBatch: { ...deleteBatch, allow: 'card:edit' },
  /** Binds each card to each station; existing bindings are kept. */
  bind: endpoint({
    method: 'POST',
    path: `${cardStation.path}/bind`,
    allow: 'card:edit',
    input: { icCardIds: longText({ min: 1, max: 8_000 }), stationIds: longText({ min: 1, max: 8_000 }) },
    output: words(),
  }),
};
