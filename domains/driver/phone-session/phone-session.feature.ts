import { feature } from '#kit/resource/feature.ts';
import { driverRefusals } from '../driver-refusals.labels.ts';
import { otpWatch } from './otp-watch.ts';
import { phoneSessionApi } from './phone-session.ts';
import { otpCountries, otpHourMax } from './phone-settings.ts';

export const driverPhoneFeature = feature({
  name: 'driverPhone',
  title: ['车主登录', '車主登入', 'Sign-in of a driver'],
  endpointTitles: {
    puzzle: ['获取计算题', '取得計算題', 'Get a puzzle'],
    send: ['发送验证码', '傳送驗證碼', 'Send a code'],
    verify: ['验证码登录', '驗證碼登入', 'Sign in with a code'],
    me: ['查看登录', '檢視登入', 'Who has signed in'],
    signOut: ['退出登录', '登出', 'Sign out'],
  },
  api: phoneSessionApi,
  inputLabels: {
    phone: ['手机号', '手機號碼', 'Phone number'],
    puzzle: ['计算题', '計算題', 'Puzzle'],
    nonce: ['计算结果', '計算結果', 'Solution'],
    code: ['验证码', '驗證碼', 'Code'],
    everywhere: ['所有设备', '所有裝置', 'All devices'],
  },
  refusals: driverRefusals,
  settings: [otpCountries, otpHourMax],
  jobs: [otpWatch],
});
