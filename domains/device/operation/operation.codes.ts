import type { ExtendedTriggeredMessage, TriggeredMessage } from '#engines/protocol/device-command.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';

const itemOf = <M extends TriggeredMessage | ExtendedTriggeredMessage>(value: M, words: Words) => ({ value, words });

/** The messages that a station may be asked for, by the names of OCPP 1.6. */
export const triggeredMessage = codeTable({
  dictCode: 'triggered_message',
  title: ['请求上报的消息', '請求回報的訊息', 'Requested message'],
  items: {
    bootNotification: itemOf('BootNotification', ['启动通知', '啟動通知', 'Boot notification']),
    heartbeat: itemOf('Heartbeat', ['心跳', '心跳', 'Heartbeat']),
    statusNotification: itemOf('StatusNotification', ['状态', '狀態', 'State']),
    meterValues: itemOf('MeterValues', ['电表读数', '電表讀數', 'Meter values']),
    firmwareStatus: itemOf('FirmwareStatusNotification', ['固件升级状态', '韌體升級狀態', 'Firmware status']),
    logStatus: itemOf('LogStatusNotification', ['日志上传状态', '日誌上傳狀態', 'Log upload status']),
    diagnosticsStatus: itemOf('DiagnosticsStatusNotification', ['诊断上传状态', '診斷上傳狀態', 'Diagnostics status']),
  },
});
