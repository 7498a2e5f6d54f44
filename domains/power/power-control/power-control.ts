import { choice, count, day, decimal, id, longText, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '#domains/network/resources.ts';

export const powerControl = resource({
  name: 'powerControl',
  path: '/power/ssePowerControl',
  table: 'power_control',
  view: 'power_control_view',
  key: 'powerControlId',
  title: 'ruleName',
  scope: { tenant: 'tenantId', agent: 'shared', station: 'shared' },
  usable: { field: 'controlState', is: entityState.items.enabled.value },
  fields: {
    powerControlId: readOnly(id()),
    tenantId: onAdd(ref('tenant', { filter: 'equals' })),
    ruleName: text({ unique: ['tenantId'], min: 2, max: 60, filter: 'contains' }),
    /** Of all its piles in one station together; empty for no such limit. */
    maxControlPower: optional(decimal({ scale: 1, min: 1, max: 100_000, unit: 'kW' })),
    startTime: optional(day()),
    /** The first day on which it no longer applies. */
    endTime: optional(day()),
    controlState: readOnly(choice(entityState, { filter: 'equals' })),
    monthCount: readOnly(count({ max: 12 })),
    pileCount: readOnly(count()),
    remark: optional(longText({ max: 255 })),
  },
});

export const powerControlApi = { ...crud(powerControl), ...stateApi(powerControl, choice(entityState)) };
