import { feature } from '#kit/resource/feature.ts';
import { firmwareLabels, firmwareRefusals, firmwareWords } from './firmware.labels.ts';
import { firmware, firmwareApi } from './firmware.ts';

export const firmwareFeature = feature({
  name: 'firmware',
  resource: firmware,
  api: firmwareApi,
  labels: firmwareLabels,
  inputLabels: { signature: firmwareWords.signature, signingCertificate: firmwareWords.signingCertificate },
  refusals: firmwareRefusals,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/device/firmware',
      component: 'device/FirmwareList',
      title: ['固件', '韌體', 'Firmware'],
      icon: 'control',
      group: 'device',
      order: 44,
      allow: 'firmware:list',
    },
  ],
});
