import { id, readOnly, ref } from '#kit/fields/field.ts';
import { resource } from '#kit/resource/resource.ts';

/** The scope of `charge_sum`, for statements that read it. It is listed by the nouns over it. */
export const chargeSum = resource({
  name: 'chargeSum',
  path: '/statistics/chargeSum',
  table: 'charge_sum',
  key: 'chargeSumId',
  title: 'chargeSumId',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: { chargeSumId: readOnly(id()), tenantId: readOnly(ref('tenant')), agentId: readOnly(ref('agent')), stationId: readOnly(ref('station')) },
});
