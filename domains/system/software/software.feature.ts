import { feature } from '#kit/resource/feature.ts';
import { softwareWords } from './software.labels.ts';

export const softwareFeature = feature({
  name: 'software',
  api: {},
  menu: [
    {
      path: '/system/software',
      component: 'system/Software',
      title: softwareWords.title,
      icon: 'copyright',
      group: 'system',
      order: 99,
      allow: 'signedIn',
    },
  ],
});
