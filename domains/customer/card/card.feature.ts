import { feature } from '#kit/resource/feature.ts';
import { cardOperateLabels } from '../card-operate/card-operate.labels.ts';
import { cardLabels, cardRefusals } from './card.labels.ts';
import { card, cardApi } from './card.ts';

export const cardFeature = feature({
  name: 'card',
  endpointTitles: { resetPwd: ['重置密码', '重設密碼', 'reset the password'] },
  resource: card,
  api: cardApi,
  labels: cardLabels,
  inputLabels: { csrReason: cardOperateLabels.fields.csrReason },
  refusals: cardRefusals,
  rights: { read: 'bigCustomer', write: 'agent' },
  menu: [
    {
      path: '/customer/card',
      component: 'customer/IcCardList',
      title: ['IC卡管理', 'IC卡管理', 'IC cards'],
      icon: 'idcard',
      group: 'customer',
      order: 20,
      allow: 'card:list',
    },
  ],
});
