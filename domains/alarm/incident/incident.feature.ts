import { feature } from '#kit/resource/feature.ts';
import { incidentLabels, incidentRefusals, incidentWords } from './incident.labels.ts';
import { incident, incidentApi } from './incident.ts';

export const incidentFeature = feature({
  name: 'incident',
  resource: incident,
  api: incidentApi,
  labels: incidentLabels,
  endpointTitles: { acknowledge: incidentWords.acknowledge, timeline: incidentWords.timeline },
  refusals: incidentRefusals,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/incident',
      component: 'alarm/IncidentList',
      title: ['异常事件', '異常事件', 'Incidents'],
      icon: 'alert',
      group: 'monitor',
      order: 19,
      allow: 'incident:list',
    },
  ],
});
