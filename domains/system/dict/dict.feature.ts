import { feature } from '#kit/resource/feature.ts';
import * as codes from '../codes.ts';
import { dictLabels, dictRefusals } from './dict.labels.ts';
import { dict, dictApi } from './dict.ts';

export const dictFeature = feature({
  name: 'dict',
  lookup: { offered: true },
  title: ['字典', '字典', 'Dictionary'],
  endpointTitles: { refleshCache: ['刷新缓存', '重新整理快取', 'flush the cache'] },
  resource: dict,
  api: dictApi,
  labels: dictLabels,
  refusals: dictRefusals,
  codes: Object.values(codes),
  rights: { read: 'agent', write: 'tenant' },
  menu: [
    {
      path: '/system/dict',
      component: 'system/DictPage',
      title: ['数据字典', '資料字典', 'Dictionaries'],
      icon: 'book',
      group: 'system',
      order: 50,
      allow: 'dict:list',
    },
  ],
});
