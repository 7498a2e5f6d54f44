import { domain } from '#kit/resource/feature.ts';
import * as features from './features.ts';

export const device = domain('device', features, {
  menuGroups: [{ name: 'device', title: ['设备运维', '設備運維', 'Devices'], icon: 'tool', order: 70 }],
});
