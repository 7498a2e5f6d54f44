import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const partner = domain('partner', features, {
  menuGroups: [{ name: 'partner', title: ['开放平台', '開放平台', 'Partners'], icon: 'api', order: 75 }],
});
