import { solveStat as stats, suppression as suppressions } from '#engines/alarm/codes.ts';
import { yesNo } from '#domains/system/resources.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { choice, count, id, instant, longText, optional, readOnly, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { endpoint, words } from '#kit/resource/endpoint.ts';
import { resource } from '#kit/resource/resource.ts';
import { exceptionLevel, exceptionType } from '../exception-conf/exception-conf.ts';

export const solveStat = codeTable({
  dictCode: 'solve_stat',
  title: ['处理状态', '處理狀態', 'Handling'],
  items: {
    open: { value: stats.open, words: ['未处理', '未處理', 'Open'], tone: 'bad' },
    acknowledged: { value: stats.acknowledged, words: ['已确认', '已確認', 'Acknowledged'], tone: 'warn' },
    solved: { value: stats.solved, words: ['已解决', '已解決', 'Solved'], tone: 'good' },
    endedByItself: { value: stats.endedByItself, words: ['自行恢复', '自行恢復', 'Ended by itself'], tone: 'quiet' },
  },
});

/** Whether the fault is still there. */
export const exceptionPresence = codeTable({
  dictCode: 'exception_presence',
  title: ['故障是否仍存在', '故障是否仍存在', 'Whether the fault lasts'],
  items: {
    over: { value: 0, words: ['已恢复', '已恢復', 'Over'], tone: 'quiet' },
    lasts: { value: 1, words: ['存在', '存在', 'Lasts'], tone: 'bad' },
  },
});

export const suppression = codeTable({
  dictCode: 'exception_suppression',
  title: ['抑制原因', '抑制原因', 'Suppressed by'],
  items: {
    pileOffline: { value: suppressions.pileOffline, words: ['电桩离线', '電樁離線', 'Pile offline'], tone: 'quiet' },
    emergencyStop: { value: suppressions.emergencyStop, words: ['急停', '急停', 'Emergency stop'], tone: 'quiet' },
    inputPower: { value: suppressions.inputPower, words: ['电桩输入电源', '電樁輸入電源', 'Input power of the pile'], tone: 'quiet' },
    incident: { value: suppressions.incident, words: ['异常事件', '異常事件', 'Incident'], tone: 'quiet' },
    maintenance: { value: suppressions.maintenance, words: ['检修', '檢修', 'Maintenance'], tone: 'quiet' },
  },
});

/** An exception, from its opening to its end. */
export const exceptionRecord = resource({
  name: 'exceptionRecord',
  path: '/common/sseExceptionRecord',
  table: 'exception_record',
  key: 'exceptionRecordId',
  title: 'exceptionRecordId',
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  sort: { column: 'errorTime', order: 'desc' },
  softDelete: false,
  fields: {
    exceptionRecordId: readOnly(id()),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(optional(ref('agent', { filter: 'equals' }))),
    stationId: readOnly(optional(ref('station', { filter: 'equals' }))),
    cpCode: readOnly(optional(text({ max: 16, filter: 'equals' }))),
    /** What it is about when it is not a pile, such as the number of a card. */
    subject: readOnly(optional(text({ max: 64 }))),
    /** 0 is the pile itself. */
    gunNumber: readOnly(count({ min: 0, max: 99 })),
    exceptionType: readOnly(choice(exceptionType, { filter: 'equals' })),
    exceptionCode: readOnly(count({ filter: 'equals' })),
    exceptionLevel: readOnly(choice(exceptionLevel, { filter: 'equals' })),
    /** More about it, in the words of the source. */
    errorInfo: readOnly(text({ max: 200 })),
    errorTime: readOnly(instant({ filter: 'between', sort: true })),
    faultEndTime: readOnly(optional(instant())),
    isPresent: readOnly(choice(exceptionPresence, { filter: 'equals' })),
    duration: readOnly(optional(count({ unit: 's' }))),
    solveStat: readOnly(choice(solveStat, { filter: 'equals' })),
    solveRemark: readOnly(optional(longText({ max: 255 }))),
    solveTime: readOnly(optional(instant())),
    solveUser: readOnly(optional(text({ max: 64 }))),
    ackTime: readOnly(optional(instant())),
    ackUser: readOnly(optional(text({ max: 64 }))),
    /** Solved or shelved while the fault lasts: open again after this time. */
    shelvedUntil: readOnly(optional(instant())),
    /** Who has shelved it by hand, and why. */
    shelveUser: readOnly(optional(text({ max: 64 }))),
    shelveReason: readOnly(optional(text({ max: 200 }))),
    isUnstable: readOnly(choice(yesNo)),
    flapCount: readOnly(count()),
    suppressedBy: readOnly(optional(choice(suppression))),
    /** The incident of many piles that it belongs to. */
    incidentId: readOnly(optional(id({ filter: 'equals' }))),
  },
});

const { list, queryById, exportXls } = crud(exceptionRecord);

export const exceptionRecordApi = {
  list,
  queryById,
  exportXls,
  /** Says that somebody attends to it. The fault is neither over nor solved by that. */
  acknowledge: endpoint({
    method: 'POST',
    path: `${exceptionRecord.path}/acknowledge`,
    allow: 'exceptionRecord:solve',
    input: { id: id() },
    output: words(),
  }),
  /** Says that it is solved. While the fault lasts, the exception is shelved for a day at most, and open again when it lasts longer. */
  solve: endpoint({
    method: 'POST',
    path: `${exceptionRecord.path}/solve`,
    allow: 'exceptionRecord:solve',
    bulk: { row: 'exceptionRecordId', shared: ['solveRemark'] },
    input: { exceptionRecordId: id(), solveRemark: longText({ min: 1, max: 255 }) },
    output: words(),
  }),
  /** Silences an exception that lasts until a time, 30 days ahead at most and a day where somebody may be in danger. It comes back by itself. */
  shelve: endpoint({
    method: 'POST',
    path: `${exceptionRecord.path}/shelve`,
    allow: 'exceptionRecord:solve',
    bulk: { row: 'exceptionRecordId', shared: ['shelvedUntil', 'shelveReason'] },
    input: { exceptionRecordId: id(), shelvedUntil: instant(), shelveReason: text({ min: 2, max: 200 }) },
    output: words(),
  }),
  /** Takes an exception from the shelf before its time. */
  unshelve: endpoint({
    method: 'POST',
    path: `${exceptionRecord.path}/unshelve`,
    allow: 'exceptionRecord:solve',
    input: { id: id() },
    output: words(),
  }),
};
