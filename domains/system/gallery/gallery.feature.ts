import { feature } from '#kit/resource/feature.ts';
import { galleryWords } from './gallery.labels.ts';

export const galleryFeature = feature({
  name: 'gallery',
  api: {},
  extraPermissions: ['gallery:list'],
  rights: { read: 'platform', write: 'platform' },
  menu: [
    {
      path: '/system/gallery',
      component: 'system/Gallery',
      title: galleryWords.title,
      icon: 'appstore',
      group: 'system',
      order: 98,
      allow: 'gallery:list',
    },
  ],
});
