import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const tariff = domain('tariff', features, {
  menuGroups: [{ name: 'tariff', title: ['费率管理', '費率管理', 'Tariffs'], icon: 'percentage', order: 30 }],
});
