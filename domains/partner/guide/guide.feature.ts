import { feature } from '#kit/resource/feature.ts';
import { guideWords } from './guide.labels.ts';

export const guideFeature = feature({
  name: 'partnerGuide',
  api: {},
  menu: [
    {
      path: '/partner/guide',
      component: 'partner/Guide',
      title: guideWords.title,
      icon: 'file-text',
      group: 'partner',
      order: 50,
      allow: 'accessConfig:list',
    },
  ],
});
