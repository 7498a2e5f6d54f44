import { v10Record } from '#engines/protocol/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import { commandName } from '../command/command.codes.ts';

/** The five records of v1.0 piles: 9001 to 9005. */
export const recordType = codeTable({
  dictCode: 'v10_record_type',
  title: ['v1.0记录类型', 'v1.0記錄類型', 'Kind of v1.0 record'],
  items: {
    status: { value: v10Record.status, words: ['定时状态上报', '定時狀態上報', 'Status report'], tone: 'quiet' },
    start: { value: v10Record.start, words: ['启动信息', '啟動資訊', 'Start info'], tone: 'busy' },
    end: { value: v10Record.end, words: ['结束信息', '結束資訊', 'End info'], tone: 'plain' },
    order: { value: v10Record.order, words: ['充电结束订单', '充電結束訂單', 'End-of-charging order'], tone: 'good' },
    abnormal: { value: v10Record.abnormal, words: ['异常事件', '異常事件', 'Abnormal event'], tone: 'warn' },
  },
});

const { start, stop, setParameter, readParameters, restart, upgrade, fetchLog, recallOrder } = commandName.items;
const { setRateRule, setWhiteList, reserve, cancelReservation, setPayQrCode } = commandName.items;

/** The words of the platform's command to a v1.0 pile (9010). */
export const recordCommand = codeTable({
  dictCode: 'v10_command',
  title: ['v1.0指令', 'v1.0指令', 'v1.0 command'],
  items: {
    start: { value: 'start', words: start.words },
    stop: { value: 'stop', words: stop.words },
    set: { value: 'set', words: setParameter.words },
    get: { value: 'get', words: readParameters.words },
    restart: { value: 'restart', words: restart.words },
    upgrade: { value: 'upgrade', words: upgrade.words },
    log: { value: 'log', words: fetchLog.words },
    recall: { value: 'recall', words: recallOrder.words },
    rate: { value: 'rate', words: setRateRule.words },
    whitelist: { value: 'whitelist', words: setWhiteList.words },
    reserve: { value: 'reserve', words: reserve.words },
    cancelReserve: { value: 'cancelReserve', words: cancelReservation.words },
    qr: { value: 'qr', words: setPayQrCode.words },
  },
});
