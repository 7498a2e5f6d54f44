import { feature } from '#kit/resource/feature.ts';
import { agentLabels, agentRefusals } from './agent.labels.ts';
import { agent, agentApi } from './agent.ts';

export const agentFeature = feature({
  name: 'agent',
  lookup: { offered: true },
  resource: agent,
  api: agentApi,
  labels: agentLabels,
  refusals: agentRefusals,
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/network/agent',
      component: 'network/AgentList',
      title: ['运营商管理', '營運商管理', 'Agents'],
      icon: 'apartment',
      group: 'network',
      order: 20,
      allow: 'agent:list',
    },
  ],
});
