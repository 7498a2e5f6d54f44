import { feature } from '#kit/resource/feature.ts';
import { partnerRetention } from './call-retention.ts';
import { partnerCallLabels } from './partner-call.labels.ts';
import { partnerCall, partnerCallApi } from './partner-call.ts';

export const partnerCallFeature = feature({
  name: 'partnerCall',
  resource: partnerCall,
  api: partnerCallApi,
  labels: partnerCallLabels,
  jobs: [partnerRetention],
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/partner/partner-call',
      component: 'partner/PartnerCallList',
      title: ['接口调用日志', '介面呼叫日誌', 'Call log'],
      icon: 'profile',
      group: 'partner',
      order: 20,
      allow: 'partnerCall:list',
    },
  ],
});
