import { feature } from '#kit/resource/feature.ts';
import { profilePurpose, rateUnit } from './charging-profile.codes.ts';
import { chargingProfileApi, chargingProfileLabels, chargingProfileRefusals, chargingProfileWords } from './charging-profile.ts';

export const chargingProfileFeature = feature({
  name: 'chargingProfile',
  title: ['充电曲线', '充電曲線', 'Charging profiles'],
  endpointTitles: {
    setChargingProfile: chargingProfileWords.set,
    clearChargingProfile: chargingProfileWords.clear,
    readSchedule: chargingProfileWords.schedule,
  },
  api: chargingProfileApi,
  codes: [profilePurpose, rateUnit],
  inputLabels: chargingProfileLabels,
  refusals: chargingProfileRefusals,
});
