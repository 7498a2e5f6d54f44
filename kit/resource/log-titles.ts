import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from './endpoint.ts';
import type { Feature } from './feature.ts';

/** What the log calls the endpoints every noun may have. */
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

/** Whether somebody who asks this does something that must be answered for: a change, an export, a look at a secret. */
export const isAudited = (endpoint: Endpoint): boolean =>
  endpoint.unlogged !== true && (endpoint.method !== 'GET' || endpoint.changes === true || /:(export|secret)$/.test(endpoint.allow));

export const featureTitle = (feature: Feature): Words | undefined => feature.labels?.noun ?? feature.title ?? feature.menu?.[0]?.title;

/** The words of an endpoint by the name it has in its api. */
export const endpointTitle = (feature: Feature, name: string): Words | undefined =>
  feature.endpointTitles?.[name] ?? feature.labels?.actions?.[name] ?? standardTitles[name];
