import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const money = domain('money', features, {
  menuGroups: [{ name: 'money', title: ['资金管理', '資金管理', 'Money'], icon: 'wallet', order: 60 }],
});
