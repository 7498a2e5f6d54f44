import { feature } from '#kit/resource/feature.ts';
import { deviceRefusals } from '../device-refusals.labels.ts';
import { payQrApi, payQrRefusals, payQrWords } from './pay-qr.ts';

export const payQrFeature = feature({
  name: 'payQr',
  title: ['支付二维码', '支付二維碼', 'Pay code'],
  endpointTitles: { setPayQrCode: ['下发', '下發', 'set'], renewLabels: ['更换标签', '更換標籤', 'renew labels'] },
  api: payQrApi,
  inputLabels: { payQrCode: payQrWords.address },
  refusals: { ...deviceRefusals, ...payQrRefusals },
});
