import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const marketing = domain('marketing', features, {
  menuGroups: [{ name: 'marketing', title: ['营销管理', '行銷管理', 'Marketing'], icon: 'gift', order: 45 }],
});
