import { choice, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { securityCriticality } from './security-event.codes.ts';

/** The newest events of a pile that are kept, so that no pile can fill the table. */
export const EVENTS_PER_PILE_MAX = 1_000;
const TEXT_LENGTH_MAX = 255;

/** Security events that piles reported. The gateway writes them. */
export const securityEvent = resource({
  name: 'securityEvent',
  path: '/device/sseSecurityEvent',
  table: 'security_event',
  key: 'securityEventId',
  title: 'eventType',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'receivedAt', order: 'desc' },
  fields: {
    securityEventId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    /** The word of OCPP, or one of the vendor. */
    eventType: readOnly(text({ max: TEXT_LENGTH_MAX, filter: 'equals' })),
    criticality: readOnly(choice(securityCriticality, { filter: 'equals' })),
    techInfo: readOnly(optional(text({ max: TEXT_LENGTH_MAX }))),
    /** By the clock of the pile. */
    occurredAt: readOnly(instant()),
    receivedAt: readOnly(instant({ filter: 'between', sort: true })),
  },
});

const { list, queryById, exportXls } = crud(securityEvent);

export const securityEventApi = { list, queryById, exportXls };
