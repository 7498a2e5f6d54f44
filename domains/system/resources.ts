import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { wireApi } from '#kit/resource/wire.ts';
import * as codes from './codes.ts';
import { dictItem, dictItemApi } from './dict/dict-item.ts';
import { dictItemLabels, dictLabels, dictRefusals } from './dict/dict.labels.ts';
import { dict, dictApi } from './dict/dict.ts';
import { liveApi } from './live/live.ts';
import { wireInputLabels } from './wire/wire.labels.ts';
import { uploadInputLabels, uploadRefusals } from './upload/upload.labels.ts';
import { uploadApi } from './upload/upload.ts';

export { sex, yesNo } from './codes.ts';
export type { AllDictItems } from './dict/dict.ts';
export { dictApi, dictItemApi };

export const system = domain('system', [
  feature({
    name: 'dict',
    resource: dict,
    api: dictApi,
    labels: dictLabels,
    refusals: dictRefusals,
    codes: Object.values(codes),
    menu: [
      {
        path: '/system/dict',
        component: 'system/DictPage',
        title: ['数据字典', '資料字典', 'Dictionaries'],
        icon: 'book',
        group: menuGroups.system,
        order: 50,
        allow: 'dict:list',
      },
    ],
  }),
  feature({ name: 'dictItem', resource: dictItem, api: dictItemApi, labels: dictItemLabels }),
  feature({ name: 'upload', api: uploadApi, inputLabels: uploadInputLabels, refusals: uploadRefusals }),
  feature({ name: 'live', api: liveApi }),
  feature({ name: 'wire', api: wireApi, inputLabels: wireInputLabels }),
]);
