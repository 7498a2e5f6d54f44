import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import type { Language } from '#kit/fields/words.ts';

/** A person charges under a phone number; a company pays for its cards and cars. */
export const custType = codeTable({
  dictCode: 'cust_type',
  title: ['客户类型', '客戶類型', 'Customer type'],
  items: {
    personal: { value: 1, words: ['个人客户', '個人客戶', 'Person'] },
    company: { value: 2, words: ['集团客户', '集團客戶', 'Company'] },
  },
});

export const custState = codeTable({
  dictCode: 'cust_state',
  title: ['客户状态', '客戶狀態', 'Customer state'],
  items: {
    enabled: { value: 1, words: ['正常', '正常', 'Active'], tone: 'good' },
    disabled: { value: 0, words: ['停用', '停用', 'Suspended'], tone: 'quiet' },
    closed: { value: -1, words: ['销户', '銷戶', 'Closed'], tone: 'bad' },
  },
});

/** The language in which a customer is written to. */
export const custLanguage = codeTable({
  dictCode: 'cust_language',
  title: ['客户语言', '客戶語言', 'Language of a customer'],
  items: {
    zhCN: { value: 1, words: ['简体中文', '簡體中文', 'Simplified Chinese'] },
    zhTW: { value: 2, words: ['繁体中文', '繁體中文', 'Traditional Chinese'] },
    enUS: { value: 3, words: ['英语', '英語', 'English'] },
  },
});

const languagesByCode: Readonly<Record<CodeValue<typeof custLanguage>, Language>> = { 1: 'zh_CN', 2: 'zh_TW', 3: 'en_US' };

export const languageOfCustomer = (code: CodeValue<typeof custLanguage>): Language => languagesByCode[code];
