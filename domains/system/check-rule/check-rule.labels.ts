import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { checkRule } from './check-rule.ts';

export const checkRuleLabels = labels(checkRule, {
  noun: ['校验规则', '校驗規則', 'Check rule'],
  fields: {
    id: ['规则编号', '規則編號', 'Rule id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    ruleName: ['规则名称', '規則名稱', 'Rule name'],
    ruleCode: ['规则编码', '規則編碼', 'Rule code'],
    ruleJson: ['规则内容', '規則內容', 'Segments'],
    ruleDescription: ['描述', '描述', 'Description'],
  },
  hints: {
    ruleCode: [
      '使用列出的编码时，对应字段的值须符合此规则',
      '使用列出的編碼時，對應欄位的值須符合此規則',
      'With a code from the list, values of that field must keep this rule',
    ],
    ruleJson: [
      '按顺序校验：位数为 * 时校验整个值，为数字时依次取相应位数',
      '依序校驗：位數為 * 時校驗整個值，為數字時依次取相應位數',
      'Checked in order: * looks at the whole value, a number takes so many letters in turn',
    ],
  },
});

export const checkRuleInputLabels = {
  value: ['值', '值', 'Value'],
  digits: ['位数', '位數', 'Letters'],
  pattern: ['正则表达式', '正則表達式', 'Pattern'],
  message: ['提示', '提示', 'Message'],
} as const satisfies Readonly<Record<string, Words>>;

export const checkRuleRefusals = {
  'checkRule.unknown': ['校验规则“{code}”不存在', '校驗規則「{code}」不存在', 'There is no check rule called {code}'],
  'checkRule.broken': ['{message}', '{message}', '{message}'],
  'checkRule.leftOver': ['第{begin}位之后有多余的字符', '第{begin}位之後有多餘的字元', 'There are letters too many after the first {begin}'],
  'checkRule.badPattern': ['第{row}段的正则表达式无效', '第{row}段的正則表達式無效', 'The pattern of segment {row} is not valid'],
  'checkRule.platformOwn': ['平台规则只能由平台修改', '平台規則只能由平台修改', 'Only the platform changes its own rules'],
} as const satisfies RefusalTable;

export const checkRuleWords = {
  try: ['试一试', '試一試', 'Try it'],
  passed: ['校验通过', '校驗通過', 'The value keeps the rule'],
  where: ['第 {begin} 到 {end} 位', '第 {begin} 到 {end} 位', 'Letters {begin} to {end}'],
} as const satisfies Readonly<Record<string, Words>>;
