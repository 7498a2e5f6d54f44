import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const system = domain('system', features, {
  menuGroups: [
    { name: 'report', title: ['统计报表', '統計報表', 'Reports'], icon: 'bar-chart', order: 65 },
    { name: 'system', title: ['系统管理', '系統管理', 'System'], icon: 'setting', order: 90 },
  ],
});
