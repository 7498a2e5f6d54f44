import { feature } from '#kit/resource/feature.ts';
import { privilegeCardPaymentLabels, privilegeCardPaymentWords } from './privilege-card-payment.labels.ts';
import { privilegeCardPayment, privilegeCardPaymentApi } from './privilege-card-payment.ts';

export const privilegeCardPaymentFeature = feature({
  name: 'privilegeCardPayment',
  resource: privilegeCardPayment,
  api: privilegeCardPaymentApi,
  labels: privilegeCardPaymentLabels,
  rights: { read: 'tenant', write: 'tenant' },
  menu: [
    {
      path: '/marketing/privilege-card-payment',
      component: 'marketing/PrivilegeCardPaymentList',
      title: privilegeCardPaymentWords.menu,
      icon: 'transaction',
      group: 'marketing',
      order: 45,
      allow: 'privilegeCardPayment:list',
    },
  ],
});
