import { codeTable } from '#kit/fields/codes.ts';

export const menuType = codeTable({
  dictCode: 'menu_type',
  title: ['菜单类型', '選單類型', 'Kind of permission'],
  items: {
    root: { value: 0, words: ['一级菜单', '一級選單', 'Menu group'] },
    page: { value: 1, words: ['子菜单', '子選單', 'Menu entry'] },
    rule: { value: 2, words: ['按钮/字段规则', '按鈕/欄位規則', 'Button or field rule'] },
  },
});

/** How a control or field changes without its permission. */
export const permsType = codeTable({
  dictCode: 'perms_type',
  title: ['授权策略', '授權策略', 'Strategy'],
  items: {
    shows: { value: '1', words: ['可见', '可見', 'Show or hide'] },
    enables: { value: '2', words: ['可用', '可用', 'Enable or disable'] },
  },
});

/** The status of the rule, not of a user; docs/decisions/0019. */
export const ruleStatus = codeTable({
  dictCode: 'rule_status',
  title: ['规则状态', '規則狀態', 'Rule'],
  items: {
    inForce: { value: '1', words: ['规则生效', '規則生效', 'Rule in force'], tone: 'good' },
    notInForce: { value: '0', words: ['规则未生效', '規則未生效', 'Rule not in force'], tone: 'quiet' },
  },
});
