import { feature } from '#kit/resource/feature.ts';
import { receivedLabels } from './notice.labels.ts';
import { receivedApi } from './notice.ts';

export const receivedFeature = feature({
  name: 'received',
  api: receivedApi,
  title: receivedLabels.noun,
  inputLabels: receivedLabels.fields,
  menu: [
    {
      path: '/isps/userAnnouncement',
      component: 'system/MyNotices',
      title: receivedLabels.noun,
      icon: 'bell',
      group: 'system',
      order: 71,
      allow: 'signedIn',
      hidden: true,
    },
  ],
});
