import { count, optional, text } from '#kit/fields/field.ts';
import { setting, startingWith } from '#kit/resource/setting.ts';

/** After this long without a sign of life a session ends. */
export const idleMin = setting({
  key: 'session.idleMin',
  field: startingWith(count({ min: 5, max: 10_080, unit: 'min' }), 120),
  scope: 'platform',
  group: ['登录与会话', '登入與工作階段', 'Signing in'],
  words: ['会话空闲时限', '工作階段閒置時限', 'A session ends after so long without a sign of life'],
  hint: ['最长 7 天；会话总长同样不超过 7 天', '最長 7 天；工作階段總長同樣不超過 7 天', '7 days at most, as a session as a whole'],
});

/** Of the site, where the law wants one shown below the sign-in. */
export const filingNumber = setting({
  key: 'site.filingNumber',
  field: optional(text({ max: 60 })),
  scope: 'platform',
  group: ['登录与会话', '登入與工作階段', 'Signing in'],
  words: ['备案号', '備案號', 'Filing number'],
  hint: ['显示在登录页底部', '顯示在登入頁底部', 'Shown at the foot of the sign-in page'],
});
