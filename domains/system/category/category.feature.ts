import { feature } from '#kit/resource/feature.ts';
import { categoryInputLabels, categoryLabels, categoryRefusals } from './category.labels.ts';
import { category, categoryApi } from './category.ts';

export const categoryFeature = feature({
  name: 'category',
  resource: category,
  api: categoryApi,
  labels: categoryLabels,
  inputLabels: categoryInputLabels,
  refusals: categoryRefusals,
  endpointTitles: { move: ['移动分类', '移動分類', 'move a category'] },
  lookup: { offered: true, tree: { parent: 'pid', root: '0', hasChild: 'hasChild' } },
  rights: { read: 'station', write: 'tenant' },
  menu: [
    {
      path: '/system/category',
      component: 'system/CategoryPage',
      title: ['分类字典', '分類字典', 'Categories'],
      icon: 'tags',
      group: 'system',
      order: 52,
      allow: 'category:list',
    },
  ],
});
