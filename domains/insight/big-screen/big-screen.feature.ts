import { feature } from '#kit/resource/feature.ts';
import { bigScreenInputLabels, bigScreenLabels, bigScreenRefusals, bigScreenWords } from './big-screen.labels.ts';
import { bigScreen, bigScreenApi } from './big-screen.ts';

export const bigScreenFeature = feature({
  name: 'bigScreen',
  resource: bigScreen,
  api: bigScreenApi,
  labels: bigScreenLabels,
  inputLabels: bigScreenInputLabels,
  endpointTitles: { newKey: bigScreenWords.newKey, endKey: bigScreenWords.endKey, look: bigScreenWords.look },
  refusals: bigScreenRefusals,
  rights: { read: 'tenant', write: 'tenant', otherRights: { key: 'tenant' } },
  menu: [
    {
      path: '/insight/big-screen',
      component: 'insight/BigScreenList',
      title: ['大屏', '大螢幕', 'Big screens'],
      icon: 'dashboard',
      group: 'report',
      order: 90,
      allow: 'bigScreen:list',
    },
  ],
});
