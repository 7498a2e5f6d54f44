import { feature } from '#kit/resource/feature.ts';
import { rateAliasLabels, rateAliasRefusals } from './rate-alias.labels.ts';
import { rateAlias, rateAliasApi } from './rate-alias.ts';

export const rateAliasFeature = feature({
  name: 'rateAlias',
  resource: rateAlias,
  api: rateAliasApi,
  labels: rateAliasLabels,
  refusals: rateAliasRefusals,
  endpointTitles: { saveAlias: ['修改别名', '修改別名', 'change the names'] },
  inputLabels: {
    dictName: ['字典', '字典', 'Dictionary'],
    dictValue: ['费用项目', '費用項目', 'Fee item'],
    alias: ['别名', '別名', 'Name'],
    aliasDictValue: ['字典项', '字典項', 'Item of the dictionary'],
  },
  rights: { read: 'station', write: 'agent' },
  menu: [
    {
      path: '/tariff/rate-alias',
      component: 'tariff/RateAliasPage',
      title: ['费用别名', '費用別名', 'Names of fee items'],
      icon: 'tags',
      group: 'tariff',
      order: 20,
      allow: 'rateAlias:list',
    },
  ],
});
