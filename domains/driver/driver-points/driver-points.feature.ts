import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { driverPointsApi } from './driver-points.ts';

export const driverPointsFeature = feature({
  name: 'driverPoints',
  title: ['车主积分', '車主積分', 'Points of drivers'],
  endpointTitles: {
    own: ['我的积分', '我的積分', 'My points'],
    offer: ['可用积分', '可用積分', 'Points for an order'],
  },
  api: driverPointsApi,
  inputLabels: { amountCents: ['金额', '金額', 'Amount'] },
  refusals: driverRefusals,
});
