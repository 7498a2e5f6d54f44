import { feature } from '#kit/resource/feature.ts';
import { payNotifyApi } from './notify.ts';
import { payNotifyRetention } from './prepaid-jobs.ts';

export const payNotifyFeature = feature({
  name: 'payNotify',
  title: ['支付通知', '支付通知', 'Payment notification'],
  endpointTitles: { notify: ['通知', '通知', 'notify'] },
  api: payNotifyApi,
  jobs: [payNotifyRetention],
  inputLabels: { provider: ['支付渠道', '支付通路', 'Provider'], payConfId: ['支付配置编号', '支付設定編號', 'Pay configuration id'] },
});
