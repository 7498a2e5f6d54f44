import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { gunFaultApi } from './gun-fault.ts';

export const driverFaultFeature = feature({
  name: 'driverFault',
  title: ['车主反馈', '車主回報', 'Report of a driver'],
  endpointTitles: { report: ['反馈问题', '回報問題', 'Report a fault'] },
  api: gunFaultApi,
  inputLabels: {
    label: ['标签', '標籤', 'Label'],
    gun: ['枪号', '槍號', 'Gun'],
    kind: ['问题类型', '問題類型', 'Kind of fault'],
    text: ['说明', '說明', 'Text'],
    orderNo: ['订单编号', '訂單編號', 'Order number'],
  },
  refusals: driverRefusals,
});
