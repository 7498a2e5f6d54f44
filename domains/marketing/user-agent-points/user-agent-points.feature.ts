import { feature } from '#kit/resource/feature.ts';
import { pointExpiry } from './point-jobs.ts';
import { pointsAloneMax } from './point-settings.ts';
import { pointRefusals, userAgentPointsInputLabels, userAgentPointsLabels, userAgentPointsWords } from './user-agent-points.labels.ts';
import { userAgentPoints, userAgentPointsApi } from './user-agent-points.ts';

export const userAgentPointsFeature = feature({
  name: 'userAgentPoints',
  lookup: { offered: true },
  resource: userAgentPoints,
  api: userAgentPointsApi,
  labels: userAgentPointsLabels,
  inputLabels: userAgentPointsInputLabels,
  refusals: pointRefusals,
  settings: [pointsAloneMax],
  jobs: [pointExpiry],
  rights: { read: 'bigCustomer', write: 'agent' },
  menu: [
    {
      path: '/marketing/user-agent-points',
      component: 'marketing/UserAgentPointsList',
      title: userAgentPointsWords.menu,
      icon: 'idcard',
      group: 'marketing',
      order: 54,
      allow: 'userAgentPoints:list',
    },
  ],
});
