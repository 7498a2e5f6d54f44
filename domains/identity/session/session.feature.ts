import { feature } from '#kit/resource/feature.ts';
import { endReasonRefusals } from './end-reason.labels.ts';
import { filingNumber, idleMin, passwordDays, passwordHistory, passwordMin, passwordRemindDays, proofMin, apartDays } from './session-settings.ts';
import { passwordRefusals, sessionInputLabels, sessionRefusals } from './session.labels.ts';
import { sessionApi } from './session.ts';
import { signInSweep } from './sweep.ts';

export const sessionFeature = feature({
  name: 'session',
  settings: [idleMin, proofMin, apartDays, filingNumber, passwordMin, passwordDays, passwordRemindDays, passwordHistory],
  jobs: [signInSweep],
  title: ['会话', '工作階段', 'Session'],
  endpointTitles: {
    login: ['登录', '登錄', 'sign in'],
    logout: ['退出登录', '登出', 'sign out'],
    strayed: ['登录凭证出现在其他浏览器，已退出', '登入憑證出現在其他瀏覽器，已登出', 'a token shown by another browser, which ends the session'],
    updatePassword: ['修改密码', '修改密碼', 'change the own password'],
    selectTenant: ['选择租户', '選擇租戶', 'choose a tenant'],
    selectDepart: ['选择部门', '選擇部門', 'choose a department'],
  },
  api: sessionApi,
  inputLabels: sessionInputLabels,
  refusals: { ...sessionRefusals, ...passwordRefusals, ...endReasonRefusals },
});
