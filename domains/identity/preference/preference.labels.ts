import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const preferenceInputLabels = {
  name: ['名称', '名稱', 'Name'],
  value: ['内容', '內容', 'Value'],
} as const satisfies Readonly<Record<string, Words>>;

export const preferenceRefusals = {
  'preference.tooLong': ['个人设置过大', '個人設定過大', 'This setting is too large to keep'],
  'preference.tooMany': ['个人设置过多', '個人設定過多', 'There are too many settings'],
} as const satisfies RefusalTable;
