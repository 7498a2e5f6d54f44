import { choice, decimal, id, instant, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { limitSource, limitState } from './power-limit.codes.ts';

const limitPower = decimal({ scale: 1, min: 0, max: 100_000, unit: 'kW' });
const happened = () => readOnly(optional(instant()));

/** A limit of a site for a time, and the proof of when it was obeyed. A limit of several sites is a row of each. */
export const powerLimit = resource({
  name: 'powerLimit',
  path: '/power/powerLimit',
  table: 'power_limit',
  key: 'powerLimitId',
  title: 'reason',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'receivedTime', order: 'desc' },
  softDelete: false,
  fields: {
    powerLimitId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    powerControlId: readOnly(ref('powerControl', { filter: 'equals' })),
    limitSource: readOnly(choice(limitSource, { filter: 'equals' })),
    /** What the grid delivers to all piles of the site together. */
    limitPower: readOnly(limitPower),
    beginTime: readOnly(instant()),
    endTime: readOnly(instant()),
    reason: readOnly(text({ max: 200 })),
    limitState: readOnly(choice(limitState, { filter: 'equals' })),
    receivedTime: readOnly(instant({ filter: 'between', sort: true })),
    /** The dispatcher first counted it. */
    appliedTime: happened(),
    /** Everything that was sent and not proven to be over was first within it. */
    obeyedTime: happened(),
    /** It was first passed after that. */
    brokenTime: happened(),
    /** It ceased to count. */
    closedTime: happened(),
    closeUser: readOnly(optional(text({ max: 64 }))),
  },
});

const { list, queryById, exportXls } = crud(powerLimit);

export const powerLimitApi = {
  list,
  queryById,
  exportXls,
  /** Limits a site from now on until a time. It replaces the limit that an operator has set before, and is never above that of the power control. */
  set: endpoint({
    method: 'POST',
    path: `${powerLimit.path}/set`,
    allow: 'powerLimit:set',
    proof: 'remote',
    idempotent: true,
    input: { powerControlId: id(), stationId: id(), limitPower, endTime: instant(), reason: text({ min: 2, max: 200 }) },
    output: words(),
  }),
  /** Ends an operator's limit before its time. */
  end: endpoint({
    method: 'POST',
    path: `${powerLimit.path}/end`,
    allow: 'powerLimit:set',
    proof: 'remote',
    idempotent: true,
    input: { id: id() },
    output: words(),
  }),
};
