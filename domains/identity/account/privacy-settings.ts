import { longText, optional } from '#kit/fields/field.ts';
import { setting } from '#kit/resource/setting.ts';

const privacyText = () => optional(longText({ max: 20_000, markup: 'markdown' }));
const group = ['隐私政策', '隱私權政策', 'Privacy'] as const;
const hint = [
  'Markdown；未设置时显示其他语言的正文，都未设置时显示系统自带的说明。修改后，登录页会重新征求同意',
  'Markdown；未設定時顯示其他語言的正文，都未設定時顯示系統自帶的說明。修改後，登入頁會重新徵求同意',
  'Markdown. Where it is not set, the text of another language is shown; where none is, the one that comes with the system. After a change of the platform’s, people are asked to agree again as they sign in',
] as const;

/** The operator's privacy notice; users of a tenant see the one of their tenant. */
export const privacyZhCn = setting({
  key: 'site.privacyZhCn',
  field: privacyText(),
  scope: 'tenant',
  group,
  words: ['正文（简体中文）', '正文（簡體中文）', 'Text in simplified Chinese'],
  hint,
});
export const privacyZhTw = setting({
  key: 'site.privacyZhTw',
  field: privacyText(),
  scope: 'tenant',
  group,
  words: ['正文（繁体中文）', '正文（繁體中文）', 'Text in traditional Chinese'],
  hint,
});
export const privacyEnUs = setting({
  key: 'site.privacyEnUs',
  field: privacyText(),
  scope: 'tenant',
  group,
  words: ['正文（英文）', '正文（英文）', 'Text in English'],
  hint,
});
