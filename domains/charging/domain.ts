import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const charging = domain('charging', features, {
  menuGroups: [
    { name: 'monitor', title: ['实时监控', '即時監控', 'Monitoring'], icon: 'dashboard', order: 10 },
    { name: 'order', title: ['订单管理', '訂單管理', 'Orders'], icon: 'profile', order: 50 },
  ],
});
