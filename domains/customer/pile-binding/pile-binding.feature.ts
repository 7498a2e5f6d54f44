import { feature } from '#kit/resource/feature.ts';
import { bindingRefusals } from '../binding/binding.labels.ts';
import { pileBindingInputLabels, pileBindingLabels } from './pile-binding.labels.ts';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

export const pileBindingFeature = feature({
  name: 'pileBinding',
  endpointTitles: { bind: ['绑定', '綁定', 'bind'] },
  resource: pileBinding,
  api: pileBindingApi,
  labels: pileBindingLabels,
  inputLabels: pileBindingInputLabels,
  refusals: bindingRefusals,
  menu: [
    {
      path: '/customer/pile-binding',
      component: 'customer/PileBindingList',
      title: ['电桩绑定', '電樁綁定', 'Pile bindings'],
      icon: 'api',
      group: 'customer',
      order: 45,
      allow: 'pile:list',
    },
  ],
});
