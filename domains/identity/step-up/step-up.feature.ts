import { feature } from '#kit/resource/feature.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import { stepUpInputLabels, stepUpRefusals } from './step-up.labels.ts';

export const stepUpFeature = feature({
  name: 'stepUp',
  title: ['身份验证', '身分驗證', 'Proof of identity'],
  endpointTitles: { sendCode: ['获取验证码', '取得驗證碼', 'ask for a code'], prove: ['验证身份', '驗證身分', 'prove who they are'] },
  api: stepUpApi,
  inputLabels: stepUpInputLabels,
  refusals: stepUpRefusals,
});
