import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const customers = domain('customer', features, {
  menuGroups: [{ name: 'customer', title: ['客户管理', '客戶管理', 'Customers'], icon: 'team', order: 40 }],
});
