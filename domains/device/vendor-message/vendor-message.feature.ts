import { feature } from '#kit/resource/feature.ts';
import { vendorMessageLabels } from './vendor-message.labels.ts';
import { knownVendors, vendorMessage, vendorMessageApi } from './vendor-message.ts';

export const vendorMessageFeature = feature({
  name: 'vendorMessage',
  resource: vendorMessage,
  api: vendorMessageApi,
  labels: vendorMessageLabels,
  settings: [knownVendors],
  rights: { read: 'station', write: 'station' },
  menu: [
    {
      path: '/device/vendor-message',
      component: 'device/VendorMessageList',
      title: ['厂商消息', '廠商訊息', 'Vendor messages'],
      icon: 'message',
      group: 'device',
      order: 50,
      allow: 'vendorMessage:list',
    },
  ],
});
