import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { payAmounts } from './driver-settings.ts';
import { gunViewApi } from './gun-view.ts';

export const driverGunFeature = feature({
  name: 'driverGun',
  title: ['扫码充电', '掃碼充電', 'Charging by a code'],
  endpointTitles: { gun: ['查看充电枪', '檢視充電槍', 'What a code opens'] },
  api: gunViewApi,
  inputLabels: { label: ['标签', '標籤', 'Label'], gun: ['枪号', '槍號', 'Gun'] },
  refusals: driverRefusals,
  settings: [payAmounts],
});
