import { feature } from '#kit/resource/feature.ts';
import { codeInputLabels, codeRefusals } from './code.labels.ts';
import { codeApi } from './code.ts';

export const codeFeature = feature({
  name: 'code',
  title: ['验证码', '驗證碼', 'Code'],
  endpointTitles: { sms: ['发送', '發送', 'send'] },
  api: codeApi,
  inputLabels: codeInputLabels,
  refusals: codeRefusals,
});
