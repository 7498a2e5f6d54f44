import { count } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** New notices are pushed; polling finds those whose push was lost. */
export const pollSec = setting({
  key: 'notice.pollSec',
  field: withInitial(count({ min: 3, max: 300, unit: 's' }), 6),
  scope: 'platform',
  group: ['消息', '訊息', 'Notices'],
  words: ['铃铛查询间隔', '鈴鐺查詢間隔', 'The bell asks every'],
  hint: ['新消息另有实时推送', '新訊息另有即時推送', 'New notices are pushed as well'],
});
