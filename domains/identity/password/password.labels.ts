import type { Words } from '#kit/fields/words.ts';

/** The texts of all password inputs. */
export const passwordWords = {
  changePassword: ['修改密码', '修改密碼', 'Change password'],
  password: ['密码', '密碼', 'Password'],
  needPassword: ['请输入密码', '請輸入密碼', 'Enter your password'],
  oldPassword: ['旧密码', '舊密碼', 'Current password'],
  newPassword: ['新密码', '新密碼', 'New password'],
  confirmPassword: ['确认新密码', '確認新密碼', 'Repeat the new password'],
  passwordRule: [
    '至少{min}位，须含字母、数字和特殊字符，且不能与账号相同',
    '至少{min}位，須含字母、數字和特殊字元，且不能與帳號相同',
    'At least {min} characters with a letter, a digit and a special character; not your account name',
  ],
  expiresIn: ['密码将在{days}天后过期，请及时修改', '密碼將在{days}天後過期，請及時修改', 'Your password expires in {days} days; please change it'],
  expiresTomorrow: ['密码将在1天后过期，请及时修改', '密碼將在1天後過期，請及時修改', 'Your password expires in 1 day; please change it'],
  passwordDue: [
    '您的密码已使用较长时间，请设置新密码',
    '您的密碼已使用較長時間，請設定新密碼',
    'Your password has been in use for long; please choose a new one',
  ],
  passwordDiffers: ['两次输入的密码不一致', '兩次輸入的密碼不一致', 'The two passwords are different'],
  passwordChanged: ['密码已修改', '密碼已修改', 'Your password was changed'],
} as const satisfies Readonly<Record<string, Words>>;
