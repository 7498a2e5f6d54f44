import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, readOnly, id, image, longText, optional, phone, ref, text, zone } from '#kit/fields/field.ts';
import { patterns } from '#kit/fields/patterns.ts';
import { crud, stateApi } from '#kit/resource/crud.ts';
import { personalApi } from '#kit/resource/rights/personal-data.ts';
import { resource } from '#kit/resource/resource.ts';
import { entityState } from '../entity-state.ts';

export const agentType = codeTable({
  dictCode: 'agent_type',
  title: ['运营商类型', '營運商類型', 'Agent type'],
  items: {
    own: { value: 1, words: ['自营', '自營', 'Own'] },
    franchise: { value: 2, words: ['加盟', '加盟', 'Franchise'] },
    partner: { value: 3, words: ['合作', '合作', 'Partner'] },
  },
});

export const agent = resource({
  name: 'agent',
  sensitivity: 'personal',
  path: '/device/sseAgent',
  table: 'agent',
  view: 'agent_view',
  key: 'agentId',
  title: 'agentName',
  picker: '/device/sseAgent/queryAgentList',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'shared' },
  usable: { field: 'agentStat', is: entityState.items.enabled.value },
  fields: {
    agentId: readOnly(id()),
    tenantId: ref('tenant', { filter: 'equals' }),
    agentName: text({ unique: ['tenantId'], pattern: patterns.placeName, min: 2, max: 60, filter: 'contains' }),
    agentType: choice(agentType, { filter: 'equals', initial: agentType.items.own.value }),
    agentStat: readOnly(choice(entityState, { filter: 'equals', initial: entityState.items.enabled.value })),
    agentPerson: optional(text({ max: 60 })),
    agentPhone: optional(phone()),
    agentAddr: optional(text({ max: 255 })),
    agentScale: optional(text({ max: 60 })),
    timezone: zone(),
    agentImgsrc: optional(image()),
    agentRemark: optional(longText({ max: 255 })),
    stationNum: readOnly(count()),
    cpAllTotal: readOnly(count()),
  },
});

export const agentApi = { ...crud(agent), ...personalApi(agent), ...stateApi(agent, choice(entityState)) };
