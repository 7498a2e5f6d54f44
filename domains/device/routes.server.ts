export { deviceCommandRoutes } from './command/command.server.ts';
export { messageLogRoutes } from './message-log/message-log.server.ts';
export { operationRoutes } from './operation/operation.server.ts';
export { parameterRoutes } from './parameter/parameter.server.ts';
export { pilePartRoutes } from './pile-part/pile-part.server.ts';
export { payQrRoutes } from './pay-qr/pay-qr.server.ts';
export { unencryptedExceptionRoutes } from './unencrypted-exception/unencrypted-exception.server.ts';
export { rateRoutes } from './rates/rates.server.ts';
