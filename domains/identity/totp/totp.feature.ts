import { feature } from '#kit/resource/feature.ts';
import { totpInputLabels, totpRefusals } from './totp.labels.ts';
import { totpApi } from './totp.ts';

export const totpFeature = feature({
  name: 'totp',
  title: ['两步验证', '兩步驟驗證', 'Second step'],
  endpointTitles: {
    verify: ['登录', '登錄', 'sign in'],
    enrol: ['设置', '設定', 'set up'],
    confirm: ['开启', '開啟', 'switch on'],
    remove: ['关闭', '關閉', 'switch off'],
    demand: ['要求全员', '要求全員', 'demand of all'],
  },
  api: totpApi,
  inputLabels: totpInputLabels,
  refusals: totpRefusals,
  rights: { read: 'tenant', write: 'tenant', listedWith: 'user' },
});
