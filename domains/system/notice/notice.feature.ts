import { feature } from '#kit/resource/feature.ts';
import { pollSec } from './notice-settings.ts';
import { noticeInputLabels, noticeLabels, noticeRefusals, noticeWords } from './notice.labels.ts';
import { notice, noticeApi } from './notice.ts';

export const noticeFeature = feature({
  name: 'notice',
  settings: [pollSec],
  resource: notice,
  api: noticeApi,
  labels: noticeLabels,
  inputLabels: noticeInputLabels,
  refusals: noticeRefusals,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/isps/annountCement',
      component: 'system/NoticeList',
      title: noticeWords.notices,
      icon: 'notification',
      group: 'system',
      order: 70,
      allow: 'notice:list',
    },
  ],
});
