import { say } from '#kit/fields/words.ts';
import type { Language, Words } from '#kit/fields/words.ts';
import type { Feature } from '#kit/resource/feature.ts';

/** The meaning of the second part of a permission code, where a noun does not declare it. */
const verbs: Readonly<Record<string, Words>> = {
  list: ['查看', '檢視', 'view'],
  add: ['新增', '新增', 'add'],
  edit: ['编辑', '編輯', 'edit'],
  delete: ['删除', '刪除', 'delete'],
  export: ['导出', '匯出', 'export'],
  import: ['导入', '匯入', 'import'],
  reveal: ['查看完整号码', '檢視完整號碼', 'see numbers in full'],
  secret: ['密钥', '密鑰', 'keys'],
  remote: ['远程操作', '遠端操作', 'remote control'],
  rate: ['下发费率', '下發費率', 'assign a tariff'],
  start: ['启动充电', '啟動充電', 'start charging'],
  stop: ['停止充电', '停止充電', 'stop charging'],
  password: ['重置密码', '重設密碼', 'reset the password'],
  log: ['日志', '日誌', 'log'],
  parameter: ['下发参数', '下發參數', 'send parameters'],
  reapply: ['补办', '補辦', 'reissue'],
  reverse: ['冲正', '沖正', 'reverse'],
  manualEnd: ['手动结束', '手動結束', 'end by hand'],
  manualSettle: ['手动结算', '手動結算', 'settle by hand'],
};

/** A permission code as text: `Station: edit`. */
export const permissionText = (code: string, options: { readonly features: readonly Feature[]; readonly language: Language }): string => {
  const [name = '', action = ''] = code.split(':');
  const feature = options.features.find((candidate) => candidate.name === name);
  const noun = feature?.labels?.noun ?? feature?.menu?.[0]?.title ?? feature?.title;
  const verb = feature?.labels?.actions?.[action] ?? verbs[action];
  const text = (words: Words | undefined, fallback: string): string => (words ? say(words, options.language) : fallback);
  return `${text(noun, name)}: ${text(verb, action)}`;
};
