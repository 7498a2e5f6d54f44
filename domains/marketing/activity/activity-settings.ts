import { text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';

/** Where the link of an activity may lead; a path of the mini-program is always allowed. */
export const activityLinkHosts = setting({
  key: 'activity.linkHosts',
  field: withInitial(text({ max: 500 }), ''),
  scope: 'tenant',
  group: ['营销', '行銷', 'Marketing'],
  words: ['活动链接允许的域名', '活動連結允許的網域', 'Hosts that links of activities may name'],
  hint: ['用逗号分隔；小程序路径始终允许', '以逗號分隔；小程式路徑始終允許', 'Separated by commas; paths of the mini-program are always allowed'],
});
