export { deviceCommandFeature } from './command/command.feature.ts';
export { messageLogFeature } from './message-log/message-log.feature.ts';
export { operationFeature } from './operation/operation.feature.ts';
export { parameterFeature } from './parameter/parameter.feature.ts';
export { payQrFeature } from './pay-qr/pay-qr.feature.ts';
export { pilePartFeature } from './pile-part/pile-part.feature.ts';
export { unencryptedExceptionFeature } from './unencrypted-exception/unencrypted-exception.feature.ts';
export { ratesFeature } from './rates/rates.feature.ts';
