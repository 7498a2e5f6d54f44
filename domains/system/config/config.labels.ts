import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const configInputLabels = {
  key: ['配置项', '設定項', 'Setting'],
  value: ['值', '值', 'Value'],
  readVersion: ['版本', '版本', 'Version'],
} as const satisfies Readonly<Record<string, Words>>;

export const configRefusals = {
  'config.unknown': ['配置项不存在', '設定項不存在', 'There is no such setting'],
  'config.platformOnly': ['该配置项只能由平台设置', '該設定項只能由平台設定', 'Only the platform sets this'],
  'config.nothingSet': ['该配置项尚未设置', '該設定項尚未設定', 'Nothing is set here'],
} as const satisfies RefusalTable;

export const configWords = {
  saved: ['配置已保存', '設定已儲存', 'The setting is saved'],
  wasReset: ['已恢复默认值', '已恢復預設值', 'Back to what holds above'],
  forPlatform: ['平台（所有租户的默认值）', '平台（所有租戶的預設值）', 'The platform (what holds for every tenant)'],
  level: ['设置层级', '設定層級', 'Set for'],
  fromDefault: ['默认值', '預設值', 'Default'],
  fromPlatform: ['平台值', '平台值', 'Platform'],
  fromTenant: ['租户值', '租戶值', 'Tenant'],
  history: ['变更历史', '變更歷史', 'History'],
  noHistory: ['还没有变更', '還沒有變更', 'Nothing was changed yet'],
  reset: ['恢复默认', '恢復預設', 'Reset'],
  askReset: ['将“{name}”恢复为上级的值？', '將「{name}」恢復為上級的值？', 'Set "{name}" back to what holds above?'],
  changedBy: ['{who} 修改于 {when}', '{who} 修改於 {when}', '{who}, {when}'],
  unset: ['（未设置）', '（未設定）', '(not set)'],
  secretHint: ['保存后不再显示', '儲存後不再顯示', 'Not shown again once saved'],
  initial: ['默认：{value}', '預設：{value}', 'Default: {value}'],
} as const satisfies Readonly<Record<string, Words>>;

export const settingGroups = {
  upload: ['上传', '上傳', 'Uploads'],
} as const satisfies Readonly<Record<string, Words>>;
