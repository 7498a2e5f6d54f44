import type { RefusalTable } from '#kit/resource/refusal.ts';
import type { EndReason } from './end-reason.ts';

/** Reasons that are no action of a user. */
type TimeOver = 'rotated' | 'idle' | 'expired';

/** `ended.…`: an action of someone, which pages show in a dialog. `session.…`: the session expired, or a new token replaced its token. */
export const endReasonRefusals = {
  'ended.frozen': [
    '您的账号已被冻结，已退出登录，请联系管理员',
    '您的帳號已被凍結，已登出，請聯絡管理員',
    'Your account has been frozen and you are signed out. Ask your administrator',
  ],
  'ended.deleted': [
    '您的账号已被删除，已退出登录，请联系管理员',
    '您的帳號已被刪除，已登出，請聯絡管理員',
    'Your account has been deleted and you are signed out. Ask your administrator',
  ],
  'ended.closed': [
    '所属租户或运营商已停用，您已退出登录，请联系管理员',
    '所屬租戶或營運商已停用，您已登出，請聯絡管理員',
    'Your tenant or agent is out of service and you are signed out. Ask your administrator',
  ],
  'ended.password': [
    '您的密码已在其他设备上修改，请用新密码重新登录',
    '您的密碼已在其他裝置上修改，請用新密碼重新登入',
    'Your password was changed on another device. Sign in again with the new one',
  ],
  'ended.reset': [
    '管理员已重置您的密码，请用新密码重新登录',
    '管理員已重設您的密碼，請用新密碼重新登入',
    'An administrator has set a new password for you. Sign in again with it',
  ],
  'ended.secondStep': [
    '管理员已解除您的两步验证，请重新登录',
    '管理員已解除您的兩步驟驗證，請重新登入',
    'An administrator has removed your second step. Sign in again',
  ],
  'ended.forced': ['管理员已将您强制下线，请重新登录', '管理員已將您強制下線，請重新登入', 'An administrator has signed you out. Sign in again'],
  'ended.own': ['您已在另一台设备上退出此设备的登录', '您已在另一台裝置上登出此裝置', 'You have signed this device out from another one of yours'],
  'ended.elsewhere': [
    '您在其他设备上登录，本设备已达登录数量上限而退出',
    '您在其他裝置上登入，本裝置因達登入數量上限而登出',
    'You have signed in on more devices than may be signed in at once, so this one was signed out',
  ],
  'ended.browser': [
    '此登录曾在另一种浏览器中使用，为安全起见已退出，请重新登录',
    '此登入曾在另一種瀏覽器中使用，為安全起見已登出，請重新登入',
    'This sign-in was used in another browser and has been ended to be safe. Sign in again, and tell your administrator if that was not you',
  ],
  'session.idle': ['长时间未操作，请重新登录', '長時間未操作，請重新登入', 'You were signed out after a time without activity. Sign in again'],
  'session.rotated': ['登录凭证已更换，请重新登录', '登入憑證已更換，請重新登入', 'This sign-in was given a new token. Sign in again'],
  'session.expired': ['登录已满 7 天，请重新登录', '登入已滿 7 天，請重新登入', 'You were signed in for seven days. Sign in again'],
} as const satisfies RefusalTable & Record<`ended.${Exclude<EndReason, TimeOver>}` | `session.${TimeOver}`, unknown>;
