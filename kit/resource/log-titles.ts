import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from './endpoint.ts';
import type { Feature } from './feature.ts';

/** The titles of the standard endpoints in the log. */
const standardTitles: Readonly<Record<string, Words>> = {
  add: ['新增', '新增', 'add'],
  edit: ['编辑', '編輯', 'edit'],
  delete: ['删除', '刪除', 'delete'],
  deleteBatch: ['批量删除', '批次刪除', 'delete several'],
  importExcel: ['导入', '匯入', 'import'],
  exportXls: ['导出', '匯出', 'export'],
  back: ['恢复', '復原', 'restore'],
  deletePhysic: ['彻底删除', '徹底刪除', 'delete for good'],
  reveal: ['查看完整内容', '檢視完整內容', 'see in full'],
  changeState: ['变更状态', '變更狀態', 'change the state'],
  changeStatBatch: ['批量变更状态', '批次變更狀態', 'change several states'],
};

/** Whether calls of an endpoint are logged: changes, exports, and reading of secrets. */
export const isAudited = (endpoint: Endpoint): boolean =>
  endpoint.unlogged !== true && (endpoint.method !== 'GET' || endpoint.changes === true || /:(export|secret)$/.test(endpoint.allow));

export const featureTitle = (feature: Feature): Words | undefined => feature.labels?.noun ?? feature.title ?? feature.menu?.[0]?.title;

/** The title of an endpoint by its name in the API. */
export const endpointTitle = (feature: Feature, name: string): Words | undefined =>
  feature.endpointTitles?.[name] ?? feature.labels?.actions?.[name] ?? standardTitles[name];
