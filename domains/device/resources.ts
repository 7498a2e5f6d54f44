import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { deviceCommandLabels } from './command/command.labels.ts';
import { deviceCommand, deviceCommandApi } from './command/command.ts';
import { protocolCodes } from './protocol.codes.ts';
import { parameterLabels, parameterRefusals } from './parameter/parameter.labels.ts';
import { pileClocks } from './parameter/clock.ts';
import { parameterApi, pileServers } from './parameter/parameter.ts';
import { payQrApi, payQrRefusals, payQrWords } from './pay-qr/pay-qr.ts';
import { plainApi, plainHoldMax, plainRefusals, plainWords } from './plain/plain.ts';
import { rateState, ratesApi, ratesRefusals, ratesWords } from './rates/rates.ts';
import { rateTurn } from './rates/rate-turn.ts';
import { messageLogRetention } from './message-log/retention.ts';
import { messageDirection, messageLogApi, messageLogLabels, messageLogRefusals } from './message-log/message-log.ts';

export { chargingStrategyType, orderType, startSource } from './charge.codes.ts';
export { startResult } from './start-result.codes.ts';
export { deviceCommand, deviceCommandApi } from './command/command.ts';
export { messageLogApi } from './message-log/message-log.ts';
export { parameterApi } from './parameter/parameter.ts';
export { plainApi } from './plain/plain.ts';
export { payQrApi } from './pay-qr/pay-qr.ts';
export { ratesApi } from './rates/rates.ts';

export const device = domain('device', [
  feature({
    name: 'messageLog',
    api: messageLogApi,
    inputLabels: messageLogLabels,
    refusals: messageLogRefusals,
    codes: [messageDirection, ...protocolCodes],
    jobs: [messageLogRetention],
    menu: [
      {
        path: '/device/message-log',
        component: 'device/MessageLog',
        title: ['通信日志', '通訊日誌', 'Communication log'],
        icon: 'message',
        group: menuGroups.device,
        order: 20,
        allow: 'messageLog:list',
      },
    ],
  }),
  feature({
    name: 'deviceCommand',
    resource: deviceCommand,
    api: deviceCommandApi,
    labels: deviceCommandLabels,
    menu: [
      {
        path: '/device/command',
        component: 'device/CommandList',
        title: ['平台指令', '平台指令', 'Commands'],
        icon: 'send',
        group: menuGroups.device,
        order: 30,
        allow: 'deviceCommand:list',
      },
    ],
  }),
  feature({
    name: 'parameter',
    title: ['桩参数', '樁參數', 'Pile parameters'],
    acts: { setParameter: ['设置', '設定', 'set'], readParameters: ['读取', '讀取', 'read from the pile'] },
    api: parameterApi,
    inputLabels: parameterLabels,
    refusals: parameterRefusals,
    settings: [pileServers],
    jobs: [pileClocks],
  }),
  feature({
    name: 'payQr',
    title: ['支付二维码', '支付二維碼', 'Pay code'],
    acts: { setPayQrCode: ['下发', '下發', 'set'] },
    api: payQrApi,
    inputLabels: { payQrCode: payQrWords.address },
    refusals: payQrRefusals,
  }),
  feature({
    name: 'rates',
    title: ['桩内费率', '樁內費率', 'Rates in the pile'],
    acts: { syncRateRule: ratesWords.send },
    api: ratesApi,
    codes: [rateState],
    refusals: ratesRefusals,
    jobs: [rateTurn],
  }),
  feature({
    name: 'plain',
    title: ['不加密例外', '不加密例外', 'Exceptions from encryption'],
    acts: { allowPlain: ['批准', '核准', 'grant'] },
    api: plainApi,
    inputLabels: { addresses: plainWords.addresses, reason: plainWords.reason },
    refusals: plainRefusals,
    settings: [plainHoldMax],
  }),
]);
