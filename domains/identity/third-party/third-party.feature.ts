import { feature } from '#kit/resource/feature.ts';
import { thirdPartyInputLabels, thirdPartyRefusals } from './third-party.labels.ts';
import { thirdPartyApi } from './third-party.ts';

export const thirdPartyFeature = feature({
  name: 'thirdParty',
  title: ['第三方登录', '第三方登錄', 'Other service'],
  endpointTitles: {
    begin: ['前往登录', '前往登錄', 'go to sign in'],
    finish: ['登录返回', '登錄返回', 'come back from signing in'],
    getLoginUser: ['登录', '登錄', 'sign in'],
    connect: ['关联账号', '關聯帳號', 'connect an account'],
    disconnect: ['解除关联', '解除關聯', 'disconnect an account'],
    validateLogin: ['CAS登录', 'CAS登錄', 'sign in by CAS'],
  },
  api: thirdPartyApi,
  inputLabels: thirdPartyInputLabels,
  refusals: thirdPartyRefusals,
});
