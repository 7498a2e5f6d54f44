import { feature } from '#kit/resource/feature.ts';
import { maintenanceLabels, maintenanceRefusals } from './maintenance.labels.ts';
import { maintenance, maintenanceApi } from './maintenance.ts';

export const maintenanceFeature = feature({
  name: 'maintenance',
  resource: maintenance,
  api: maintenanceApi,
  labels: maintenanceLabels,
  refusals: maintenanceRefusals,
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/monitor/maintenance',
      component: 'alarm/MaintenanceList',
      title: maintenanceLabels.noun,
      icon: 'tool',
      group: 'monitor',
      order: 30,
      allow: 'maintenance:list',
    },
  ],
});
