import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const sessionInputLabels = {
  username: ['用户名', '使用者名稱', 'User name'],
  password: ['密码', '密碼', 'Password'],
  oldpassword: ['旧密码', '舊密碼', 'Old password'],
  confirmpassword: ['确认密码', '確認密碼', 'Password again'],
  captcha: ['验证码', '驗證碼', 'Verification code'],
  deviceToken: ['设备标识', '裝置標識', 'Mark of the browser'],
  agreePrivacy: ['已同意的隐私政策版本', '已同意的隱私權政策版本', 'Version of the privacy text agreed to'],
  checkKey: ['验证码编号', '驗證碼編號', 'Verification key'],
  tenantId: ['租户', '租戶', 'Tenant'],
  orgCode: ['部门编码', '部門編碼', 'Department code'],
} as const satisfies Readonly<Record<string, Words>>;

export const sessionRefusals = {
  'login.wrong': [
    '用户名或密码错误，请核对后重试，或点“忘记密码”重新设置',
    '使用者名稱或密碼錯誤，請核對後重試，或點「忘記密碼」重新設定',
    'User name or password is wrong; check both, or choose Forgotten password',
  ],
  'login.tooMany': ['尝试次数过多，请{minutes}分钟后再试', '嘗試次數過多，請{minutes}分鐘後再試', 'Too many attempts, try again in {minutes} min'],
  'login.busy': ['登录人数较多，请稍后再试', '登入人數較多，請稍後再試', 'Many people are signing in right now, try again in a moment'],
  'login.initialPassword': [
    '此密码由他人设置，请先设置您自己的密码',
    '此密碼由他人設定，請先設定您自己的密碼',
    'Somebody else has set this password; choose one of your own before you sign in',
  ],
  'login.frozen': ['账号已冻结，请联系管理员', '帳號已凍結，請聯絡管理員', 'This account is frozen; ask your administrator'],
  'login.closed': [
    '所属租户或运营商已停用，请联系管理员',
    '所屬租戶或營運商已停用，請聯絡管理員',
    'Your tenant or agent is out of service; ask your administrator',
  ],
  'tenant.notOwn': ['您不属于该租户，或该租户已停用', '您不屬於該租戶，或該租戶已停用', 'You do not belong to this tenant, or it is out of service'],
  'depart.notOwn': ['只能选择自己的部门', '只能選擇自己的部門', 'You can only choose a department of your own'],
  'depart.notMember': ['您不属于该部门，或该部门已停用', '您不屬於該部門，或該部門已停用', 'You do not belong to this department, or it is closed'],
  'password.notOwn': ['只能修改自己的密码', '只能修改自己的密碼', 'You can only change your own password'],
  'password.old': ['旧密码错误', '舊密碼錯誤', 'The old password is wrong'],
  'password.differs': ['两次输入的密码不一致', '兩次輸入的密碼不一致', 'The two passwords differ'],
  'password.same': ['新密码不能与旧密码相同', '新密碼不能與舊密碼相同', 'The new password must differ from the old one'],
} as const satisfies RefusalTable;

export const passwordRefusals = {
  'password.short': ['密码至少{min}个字符', '密碼至少{min}個字元', 'A password needs at least {min} characters'],
  'password.weak': [
    '密码须同时包含字母、数字和特殊字符',
    '密碼須同時包含字母、數字和特殊字元',
    'A password needs a letter, a digit and a special character',
  ],
  'password.common': [
    '该密码过于常见，容易被猜到，请更换',
    '該密碼過於常見，容易被猜到，請更換',
    'This password is among the first that are guessed; choose another',
  ],
  'password.used': [
    '不能使用最近{count}次用过的密码',
    '不能使用最近{count}次用過的密碼',
    'This is one of your last {count} passwords; choose another',
  ],
  'password.name': ['密码不能与用户名相同', '密碼不能與使用者名稱相同', 'A password must differ from the user name'],
} as const satisfies RefusalTable;
export type PasswordRefusal = keyof typeof passwordRefusals;

export const sessionWords = {
  left: ['退出登录成功！', '登出成功！', 'You have signed out'],
  passwordChanged: ['密码修改成功，其他设备已退出登录', '密碼修改成功，其他裝置已登出', 'The password is changed; all other devices are signed out'],
  home: ['首页', '首頁', 'Home'],
} as const satisfies Readonly<Record<string, Words>>;
