import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { valuesOf } from '#kit/fields/codes.ts';

export const warningAccountType = codeTable({
  dictCode: 'warning_account_type',
  title: ['告警账号类型', '告警帳號類型', 'Type of a warning account'],
  items: {
    sms: { value: 1, words: ['短信', '簡訊', 'Text message'] },
    mail: { value: 2, words: ['邮件', '郵件', 'E-mail'] },
    dingtalk: { value: 3, words: ['钉钉机器人', '釘釘機器人', 'DingTalk robot'] },
    wecom: { value: 4, words: ['企业微信机器人', '企業微信機器人', 'WeCom robot'] },
    feishu: { value: 5, words: ['飞书机器人', '飛書機器人', 'Feishu or Lark robot'] },
    webhook: { value: 6, words: ['签名回调', '簽名回呼', 'Signed webhook'] },
    slack: { value: 7, words: ['Slack兼容机器人', 'Slack相容機器人', 'Slack-compatible hook'] },
  },
});
export type AccountType = CodeValue<typeof warningAccountType>;
export const accountType = valuesOf(warningAccountType);
export type HookType = Exclude<AccountType, typeof accountType.sms | typeof accountType.mail>;

/** Types whose account is an address of the web, which contains a secret. */
export const isHook = (type: AccountType): type is HookType => type !== accountType.sms && type !== accountType.mail;

/** Whether a warning configuration or account is used. */
export const warningSwitch = codeTable({
  dictCode: 'warning_switch',
  title: ['告警开关', '告警開關', 'Warning switch'],
  items: {
    enabled: { value: 1, words: ['启用', '啟用', 'In use'], tone: 'good' },
    disabled: { value: 0, words: ['停用', '停用', 'Not used'], tone: 'quiet' },
  },
});
export const switchState = valuesOf(warningSwitch);
export type SwitchState = CodeValue<typeof warningSwitch>;
