import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { dictItem } from './dict-item.ts';
import { dict } from './dict.ts';
import { dictPageWords } from './page/dict-page.labels.ts';

const protectedHint = [
  '受保护后任何人都不能再修改或删除，仅限平台字典',
  '受保護後任何人都不能再修改或刪除，僅限平台字典',
  'Nobody can change or delete it afterwards; for dictionaries of the platform only',
] as const;
const languageHint = ['不填则使用简体中文', '不填則使用簡體中文', 'Left empty, the Simplified Chinese words are shown'] as const;

export const dictLabels = labels(dict, {
  noun: ['字典', '字典', 'Dictionary'],
  fields: {
    id: ['字典编号', '字典編號', 'Dictionary id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    dictName: ['字典名称', '字典名稱', 'Name (简体)'],
    dictNameTw: ['字典名称（繁体）', '字典名稱（繁體）', 'Name (繁體)'],
    dictNameEn: ['字典名称（英文）', '字典名稱（英文）', 'Name (English)'],
    dictCode: ['字典编码', '字典編碼', 'Dictionary code'],
    dictAttr: ['字典属性', '字典屬性', 'Attribute'],
    type: ['值类型', '值類型', 'Kind of value'],
    protected: ['受保护', '受保護', 'Protected'],
    builtIn: ['系统内置', '系統內建', 'Built in'],
    description: ['描述', '描述', 'Description'],
    keyword: ['编码与名称', '編碼與名稱', 'Code and names'],
  },
  hints: {
    dictNameTw: languageHint,
    dictNameEn: languageHint,
    dictCode: ['程序按此编码取值，保存后不可修改', '程式按此編碼取值，儲存後不可修改', 'Programs look it up by this code; fixed once saved'],
    tenantId: ['不选则为公共字典，所有租户可见', '不選則為公共字典，所有租戶可見', 'Left empty it is public: every tenant reads it'],
    protected: protectedHint,
  },
});

export const dictItemLabels = labels(dictItem, {
  noun: ['字典项', '字典項', 'Item'],
  fields: {
    id: ['字典项编号', '字典項編號', 'Item id'],
    dictId: ['字典', '字典', 'Dictionary'],
    tenantId: ['租户', '租戶', 'Tenant'],
    itemText: ['名称', '名稱', 'Text (简体)'],
    itemTextTw: ['名称（繁体）', '名稱（繁體）', 'Text (繁體)'],
    itemTextEn: ['名称（英文）', '名稱（英文）', 'Text (English)'],
    itemValue: ['数据值', '資料值', 'Value'],
    sortValue: ['排序值', '排序值', 'Sort value'],
    status: ['状态', '狀態', 'State'],
    itemColor: ['标签颜色', '標籤顏色', 'Colour'],
    itemAttr: ['属性', '屬性', 'Attribute'],
    protected: ['受保护', '受保護', 'Protected'],
    builtIn: ['系统内置', '系統內建', 'Built in'],
    description: ['描述', '描述', 'Description'],
  },
  hints: {
    itemTextTw: languageHint,
    itemTextEn: languageHint,
    itemValue: [
      '保存后不可修改，因为已有数据可能使用它',
      '儲存後不可修改，因為已有資料可能使用它',
      'Fixed once saved, because rows elsewhere may hold it',
    ],
    sortValue: ['越小越靠前', '越小越靠前', 'The smaller, the earlier'],
    status: ['禁用后不再可选，旧数据仍能翻译', '停用後不再可選，舊資料仍能翻譯', 'Disabled it is no longer offered; old values still translate'],
    protected: protectedHint,
  },
});

export const dictRefusals = {
  'dict.unknown': dictPageWords.unknown,
  'dict.noEdit': ['无权限编辑此字典值', '無權限編輯此字典值', 'You are not authorised to edit this dictionary value'],
  'dict.noDelete': ['无权限删除此字典值', '無權限刪除此字典值', 'You are not authorised to delete this dictionary value'],
  'dict.platformOwn': ['公共字典只能由平台维护', '公共字典只能由平台維護', 'Only the platform keeps public dictionaries'],
  'dict.codeTaken': ['字典编码“{code}”已存在', '字典編碼「{code}」已存在', 'The dictionary code {code} exists already'],
  'dict.valueTaken': ['数据值“{value}”已存在', '資料值「{value}」已存在', 'The value {value} exists already'],
  'dict.notANumber': ['该字典的数据值应为数字', '該字典的資料值應為數字', 'The values of this dictionary are numbers'],
} as const satisfies RefusalTable;
export type DictRefusal = keyof typeof dictRefusals;

export const dictWords = {
  refreshed: ['刷新缓存完成！', '重新整理快取完成！', 'The dictionaries are up to date'],
  restored: ['已还原', '已還原', 'Restored'],
} as const satisfies Readonly<Record<string, Words>>;
