import type { Words } from '#kit/fields/words.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';

export const configInputLabels = {
  key: ['配置项', '設定項', 'Setting'],
  value: ['值', '值', 'Value'],
  readVersion: ['版本', '版本', 'Version'],
  id: ['变更', '變更', 'Change'],
} as const satisfies Readonly<Record<string, Words>>;

export const configRefusals = {
  'config.unknown': ['配置项不存在', '設定項不存在', 'There is no such setting'],
  'config.platformOnly': ['该配置项只能由平台设置', '該設定項只能由平台設定', 'Only the platform sets this'],
  'config.nothingSet': ['该配置项尚未设置', '該設定項尚未設定', 'Nothing is set here'],
  'config.noSuchChange': ['没有这条变更记录', '沒有這筆變更紀錄', 'There is no such change'],
  'config.notKept': ['保密值不留历史，无法恢复，请重新填写', '保密值不留歷史，無法恢復，請重新填寫', 'A secret is kept in no history; write it anew'],
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
  restore: ['恢复此值', '恢復此值', 'Restore'],
  restoreOf: ['恢复“{name}”的较早设置', '恢復「{name}」的較早設定', 'Set "{name}" back'],
  restored: ['已恢复较早的设置', '已恢復較早的設定', 'The earlier setting holds again'],
  restores: ['恢复自 {when} 的设置', '恢復自 {when} 的設定', 'Back to what was set at {when}'],
  now: ['现在', '現在', 'Now'],
  back: ['恢复为', '恢復為', 'Back to'],
  holdsNow: ['当前设置', '目前設定', 'Set now'],
  noLonger: ['现在已不允许：{problem}', '現在已不允許：{problem}', 'No longer allowed: {problem}'],
  changedBy: ['{who} 修改于 {when}', '{who} 修改於 {when}', '{who}, {when}'],
  unset: ['（未设置）', '（未設定）', '(not set)'],
  secretHint: ['保存后不再显示', '儲存後不再顯示', 'Not shown again once saved'],
  initial: ['默认：{value}', '預設：{value}', 'Default: {value}'],
} as const satisfies Readonly<Record<string, Words>>;

export const settingGroups = {
  upload: ['上传', '上傳', 'Uploads'],
} as const satisfies Readonly<Record<string, Words>>;
