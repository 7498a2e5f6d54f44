import type { SecurityEventType } from '#engines/protocol/ocpp16/security-events.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';

/** Whether the list of OCPP names an event as critical. */
export const securityCriticality = codeTable({
  dictCode: 'security_criticality',
  title: ['安全事件级别', '安全事件級別', 'Criticality of a security event'],
  items: {
    notCritical: { value: 0, words: ['一般', '一般', 'Not critical'], tone: 'quiet' },
    critical: { value: 1, words: ['关键', '關鍵', 'Critical'], tone: 'bad' },
    unlisted: { value: 2, words: ['规范未列出', '規範未列出', 'Not on the list'], tone: 'warn' },
  },
});

/** The events of the list in words; a station may report others of its vendor. */
export const securityEventWords: Readonly<Record<SecurityEventType, Words>> = {
  FirmwareUpdated: ['固件已更新', '韌體已更新', 'Firmware updated'],
  FailedToAuthenticateAtCentralSystem: ['未能向平台证明身份', '未能向平台證明身分', 'Failed to authenticate at the platform'],
  CentralSystemFailedToAuthenticate: ['平台未能证明身份', '平台未能證明身分', 'The platform failed to authenticate'],
  SettingSystemTime: ['系统时间被修改', '系統時間被修改', 'System time set'],
  StartupOfTheDevice: ['设备启动', '設備啟動', 'Device started'],
  ResetOrReboot: ['复位或重启', '重設或重啟', 'Reset or reboot'],
  SecurityLogWasCleared: ['安全日志被清除', '安全日誌被清除', 'Security log cleared'],
  ReconfigurationOfSecurityParameters: ['安全参数被修改', '安全參數被修改', 'Security parameters changed'],
  MemoryExhaustion: ['存储空间耗尽', '儲存空間耗盡', 'Memory exhausted'],
  InvalidMessages: ['收到无效消息', '收到無效訊息', 'Invalid messages received'],
  AttemptedReplayAttacks: ['疑似重放攻击', '疑似重送攻擊', 'Attempted replay attacks'],
  TamperDetectionActivated: ['防拆触发', '防拆觸發', 'Tamper detection activated'],
  InvalidFirmwareSignature: ['固件签名无效', '韌體簽章無效', 'Invalid firmware signature'],
  InvalidFirmwareSigningCertificate: ['固件签名证书无效', '韌體簽章憑證無效', 'Invalid firmware signing certificate'],
  InvalidCentralSystemCertificate: ['平台证书无效', '平台憑證無效', 'Invalid certificate of the platform'],
  InvalidChargePointCertificate: ['电桩证书无效', '電樁憑證無效', 'Invalid certificate of the pile'],
  InvalidTLSVersion: ['TLS版本无效', 'TLS版本無效', 'Invalid TLS version'],
  InvalidTLSCipherSuite: ['TLS加密套件无效', 'TLS加密套件無效', 'Invalid TLS cipher suite'],
};
