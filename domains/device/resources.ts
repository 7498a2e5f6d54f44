export { chargingStrategyType, orderType, startSource } from './charge.codes.ts';
export { startResult } from './start-result.codes.ts';
export { commandStat, deviceCommand, deviceCommandApi } from './command/command.ts';
export { messageLogApi } from './message-log/message-log.ts';
export { parameterApi } from './parameter/parameter.ts';
export { unencryptedExceptionApi } from './unencrypted-exception/unencrypted-exception.ts';
export { payQrApi } from './pay-qr/pay-qr.ts';
export { ratesApi } from './rates/rates.ts';
export { device } from './domain.ts';
