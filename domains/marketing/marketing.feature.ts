import { feature } from '#kit/resource/feature.ts';
import {
  activityKind,
  activityLevel,
  activityState,
  couponForm,
  couponOverlay,
  couponReceiveSource,
  couponReceiveState,
  couponState,
  couponUseScene,
  couponUseState,
} from './marketing.codes.ts';

export const marketingFeature = feature({
  name: 'marketing',
  api: {},
  codes: [
    couponForm,
    couponUseScene,
    couponOverlay,
    couponState,
    activityState,
    activityLevel,
    activityKind,
    couponReceiveState,
    couponReceiveSource,
    couponUseState,
  ],
});
