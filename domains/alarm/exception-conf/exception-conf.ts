import { exceptionConfStat as stats, exceptionLevel as levels, exceptionType as types } from '#engines/alarm/codes.ts';
import { yesNo } from '#domains/system/resources.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { choice, count, id, longText, onAdd, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, rowsOf } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { withInitial } from '#kit/resource/setting.ts';

export const exceptionType = codeTable({
  dictCode: 'exception_type',
  title: ['异常类型', '異常類型', 'Kind of exception'],
  items: {
    pileFault: { value: types.pileFault, words: ['电桩故障', '電樁故障', 'Pile fault'] },
    gunFault: { value: types.gunFault, words: ['枪故障', '槍故障', 'Gun fault'] },
    startFailure: { value: types.startFailure, words: ['启动失败', '啟動失敗', 'Failed start'] },
    faultStop: { value: types.faultStop, words: ['故障停机', '故障停機', 'Stopped by a fault'] },
    offline: { value: types.offline, words: ['离线', '離線', 'Offline'] },
    bms: { value: types.bms, words: ['BMS与温度', 'BMS與溫度', 'BMS and temperature'] },
    integrity: { value: types.integrity, words: ['订单与资金', '訂單與資金', 'Orders and money'] },
    security: { value: types.security, words: ['安全', '安全', 'Security'] },
    power: { value: types.power, words: ['功率控制', '功率控制', 'Power control'] },
    platform: { value: types.platform, words: ['平台', '平台', 'Platform'] },
    otherProtocol: { value: types.otherProtocol, words: ['其他协议代码', '其他協定代碼', 'Code of another protocol'] },
    command: { value: types.command, words: ['指令失败', '指令失敗', 'Failed command'] },
    driverReport: { value: types.driverReport, words: ['车主反馈', '車主回報', 'Report of a driver'] },
  },
});

export const exceptionLevel = codeTable({
  dictCode: 'exception_level',
  title: ['异常级别', '異常級別', 'Level of an exception'],
  items: {
    critical: { value: levels.critical, words: ['紧急', '緊急', 'Critical'], tone: 'bad' },
    major: { value: levels.major, words: ['重要', '重要', 'Major'], tone: 'warn' },
    minor: { value: levels.minor, words: ['次要', '次要', 'Minor'], tone: 'busy' },
    notice: { value: levels.notice, words: ['提示', '提示', 'Notice'], tone: 'quiet' },
  },
});

export const exceptionConfStat = codeTable({
  dictCode: 'exception_conf_stat',
  title: ['异常配置状态', '異常設定狀態', 'State of an exception configuration'],
  items: {
    notRecorded: { value: stats.notRecorded, words: ['不记录', '不記錄', 'Not recorded'], tone: 'quiet' },
    recordedOnly: { value: stats.recordedOnly, words: ['仅记录', '僅記錄', 'Recorded only'], tone: 'quiet' },
    enabled: { value: stats.enabled, words: ['启用', '啟用', 'In use'], tone: 'good' },
  },
});

const DAY_S = 86_400;
const CODE_MAX = 99_999;

/** What becomes of a kind and code of exception. The row of a tenant counts before the platform's, which has no tenant. */
export const exceptionConf = resource({
  name: 'exceptionConf',
  path: '/common/sseExceptionConf',
  table: 'exception_conf',
  key: 'exceptionConfId',
  title: 'exceptionConfDesc',
  scope: { tenant: 'shared', agent: 'shared', station: 'shared' },
  sort: { column: 'exceptionType', order: 'asc' },
  fields: {
    exceptionConfId: readOnly(id()),
    tenantId: readOnly(optional(ref('tenant', { filter: 'equals' }))),
    exceptionType: onAdd(choice(exceptionType, { filter: 'equals' })),
    /** Unique within its kind among the rows of one tenant; the platform's row does not count, because a tenant's replaces it. */
    exceptionCode: onAdd(count({ min: 0, max: CODE_MAX, filter: 'equals' })),
    exceptionConfDesc: text({ min: 1, max: 100, filter: 'contains' }),
    exceptionLevel: choice(exceptionLevel, { filter: 'equals' }),
    exceptionConfStat: choice(exceptionConfStat, { filter: 'equals', initial: stats.enabled }),
    /** Whether warnings are sent. */
    isWarning: choice(yesNo, { filter: 'equals', initial: 1 }),
    /** A condition that is over before this time opens nothing. */
    onDelay: withInitial(count({ min: 0, max: DAY_S, unit: 's' }), 30),
    /** A condition that is back within this time continues its exception. */
    offDelay: withInitial(count({ min: 0, max: DAY_S, unit: 's' }), 60),
    /** More appearances than this within ten minutes are one unstable exception. */
    flapLimit: withInitial(count({ min: 1, max: 19 }), 5),
    /** Whether the time counts against availability. */
    isOutage: choice(yesNo, { initial: 0 }),
    instruction: optional(longText({ max: 500 })),
  },
});

const { exportTemplate: _template, importExcel: _import, ...standardEndpoints } = crud(exceptionConf);

export const exceptionConfApi = {
  ...standardEndpoints,
  /** What applies to the viewer's tenant: one entry for each kind and code, by kind and code. */
  getExceptionConf: endpoint({
    method: 'GET',
    path: `${exceptionConf.path}/getExceptionConf`,
    allow: 'exceptionConf:list',
    input: { exceptionType: optional(choice(exceptionType)) },
    output: rowsOf({
      exceptionConfId: id(),
      exceptionType: choice(exceptionType),
      exceptionCode: count(),
      exceptionConfDesc: text({ max: 100 }),
      exceptionLevel: choice(exceptionLevel),
    }),
  }),
};

export type ExceptionTypeValue = CodeValue<typeof exceptionType>;
export type ExceptionLevelValue = CodeValue<typeof exceptionLevel>;
