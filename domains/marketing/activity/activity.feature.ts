import { feature } from '#kit/resource/feature.ts';
import { activityLinkHosts } from './activity-settings.ts';
import { activityInputLabels, activityLabels, activityRefusals, activityWords } from './activity.labels.ts';
import { activity, activityApi } from './activity.ts';

export const activityFeature = feature({
  name: 'activity',
  lookup: { offered: true },
  resource: activity,
  api: activityApi,
  labels: activityLabels,
  inputLabels: activityInputLabels,
  refusals: activityRefusals,
  settings: [activityLinkHosts],
  rights: { read: 'agent', write: 'agent' },
  menu: [
    {
      path: '/marketing/activity',
      component: 'marketing/ActivityList',
      title: activityWords.menu,
      icon: 'gift',
      group: 'marketing',
      order: 10,
      allow: 'activity:list',
    },
  ],
});
