import { feature } from '#kit/resource/feature.ts';
import { accountInputLabels, accountRefusals } from './account.labels.ts';
import { accountApi } from './account.ts';
import { privacyApi } from './privacy.ts';
import { privacyEnUs, privacyZhCn, privacyZhTw } from './privacy-settings.ts';

export const accountFeature = feature({
  name: 'account',
  settings: [privacyZhCn, privacyZhTw, privacyEnUs],
  title: ['账号', '帳號', 'Account'],
  endpointTitles: {
    phoneVerification: ['验证手机', '驗證手機', 'verify the phone'],
    phoneLogin: ['手机登录', '手機登錄', 'sign in by phone'],
    register: ['注册', '註冊', 'register'],
    passwordChange: ['找回密码', '找回密碼', 'set a forgotten password'],
  },
  api: { ...accountApi, ...privacyApi },
  inputLabels: accountInputLabels,
  refusals: accountRefusals,
});
