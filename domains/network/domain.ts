import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const network = domain('network', features, {
  menuGroups: [{ name: 'network', title: ['站桩管理', '站樁管理', 'Network'], icon: 'cluster', order: 20 }],
});
