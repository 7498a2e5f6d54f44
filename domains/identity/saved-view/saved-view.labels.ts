import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const savedViewInputLabels = {
  viewId: ['视图', '檢視', 'View'],
  kind: ['视图类型', '檢視類型', 'Kind of view'],
  noun: ['列表', '列表', 'List'],
  title: ['视图名称', '檢視名稱', 'Name of the view'],
  share: ['共享范围', '共享範圍', 'Shared with'],
  state: ['视图内容', '檢視內容', 'What the view holds'],
} as const satisfies Readonly<Record<string, Words>>;

export const savedViewRefusals = {
  'view.taken': ['{title} 已存在', '{title} 已存在', '{title} exists already'],
  'view.tooMany': ['每个列表最多保存{max}个视图', '每個列表最多儲存{max}個檢視', 'At most {max} views of one list'],
} as const satisfies RefusalTable;
