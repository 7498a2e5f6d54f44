import { commandResult } from '#engines/protocol/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { commandName } from './command.codes.ts';
import { parameterNo } from '../protocol.codes.ts';
import { choice, readOnly, instant, json, optional, count, ref, text } from '#kit/fields/field.ts';
import { crud } from '#kit/resource/crud.ts';
import { resource } from '#kit/resource/resource.ts';

export const commandStat = codeTable({
  dictCode: 'command_stat',
  title: ['指令状态', '指令狀態', 'Command status'],
  items: {
    notExecuted: { value: 0, words: ['未执行', '未執行', 'Not executed'], tone: 'quiet' },
    running: { value: 1, words: ['执行中', '執行中', 'Running'], tone: 'busy' },
    completed: { value: 2, words: ['已完成', '已完成', 'Completed'], tone: 'good' },
  },
});

export const replyResult = codeTable({
  dictCode: 'command_reply_result',
  title: ['指令应答结果', '指令應答結果', 'Reply result'],
  items: {
    success: { value: commandResult.success, words: ['成功', '成功', 'Success'], tone: 'good' },
    failure: { value: commandResult.failure, words: ['失败', '失敗', 'Failure'], tone: 'bad' },
    exists: { value: commandResult.exists, words: ['已存在', '已存在', 'Exists'], tone: 'warn' },
    notExist: { value: commandResult.notExist, words: ['不存在', '不存在', 'Does not exist'], tone: 'warn' },
  },
});

export const deviceCommand = resource({
  name: 'deviceCommand',
  path: '/device/sseCommand',
  table: 'device_command',
  view: 'device_command_view',
  key: 'commandId',
  title: 'commandId',
  softDelete: false,
  scope: { tenant: 'tenantId', agent: 'agentId', station: 'stationId' },
  fields: {
    commandId: readOnly(text({ max: 16 })),
    tenantId: readOnly(ref('tenant', { filter: 'equals' })),
    agentId: readOnly(ref('agent', { filter: 'equals' })),
    stationId: readOnly(ref('station', { filter: 'equals' })),
    cpCode: readOnly(text({ max: 16, filter: 'equals' })),
    gunNumber: readOnly(optional(count())),
    cmd: readOnly(choice(commandName, { filter: 'equals' })),
    /** The parameter that the command sets. */
    paramNo: readOnly(optional(choice(parameterNo, { filter: 'equals' }))),
    stat: readOnly(choice(commandStat, { filter: 'equals' })),
    result: readOnly(optional(choice(replyResult, { filter: 'equals' }))),
    /** The value that the pile answered with. */
    keyVal: readOnly(optional(text({ max: 500 }))),
    remark: readOnly(optional(text({ max: 255 }))),
    chargingOrderNo: readOnly(optional(text({ max: 32, filter: 'equals' }))),
    requestedBy: readOnly(text({ max: 64 })),
    because: readOnly(text({ max: 255 })),
    sentAt: readOnly(optional(instant())),
    completedAt: readOnly(optional(instant())),
    payload: readOnly(json<Readonly<Record<string, unknown>>>()),
  },
});

const { list, queryById } = crud(deviceCommand);
export const deviceCommandApi = { list, queryById };
