import { faultType, pileState } from '#engines/pile/codes.ts';
import {
  encryptionMode as encryptionModeValues,
  nativeVersion as nativeVersionValues,
  securityProfile as securityProfileValues,
} from '#engines/protocol/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';

/** Codes of piles, guns and profiles. */
export const pileType = codeTable({
  dictCode: 'cp_type',
  title: ['电桩类型', '電樁類型', 'Pile type'],
  items: {
    dc: { value: 1, words: ['直流', '直流', 'DC'] },
    singlePhaseAc: { value: 2, words: ['单相交流', '單相交流', 'Single-phase AC'] },
    threePhaseAc: { value: 3, words: ['三相交流', '三相交流', 'Three-phase AC'] },
  },
});

export const pileProtocol = codeTable({
  dictCode: 'cp_protocol',
  title: ['通信协议', '通訊協定', 'Protocol'],
  items: {
    native: { value: 1, words: ['平台协议', '平台協定', 'Native'] },
    ocpp16: { value: 2, words: ['OCPP 1.6J', 'OCPP 1.6J', 'OCPP 1.6J'] },
  },
});

/** Whether a pile has the values that the forms of the platform hold for it. */
export const parameterState = codeTable({
  dictCode: 'cp_parameter_stat',
  title: ['参数一致性', '參數一致性', 'Parameters against forms'],
  items: {
    unknown: { value: 0, words: ['未上报', '未上報', 'Not reported'], tone: 'quiet' },
    same: { value: 1, words: ['一致', '一致', 'Same'], tone: 'good' },
    differs: { value: 2, words: ['不一致', '不一致', 'Differs'], tone: 'warn' },
  },
});

export const nativeVersion = codeTable({
  dictCode: 'cp_native_version',
  title: ['平台协议版本', '平台協定版本', 'Variant of the native protocol'],
  items: {
    typed: { value: nativeVersionValues.typed, words: ['类型化报文', '類型化報文', 'Typed messages'] },
    records: { value: nativeVersionValues.records, words: ['v1.0记录', 'v1.0記錄', 'v1.0 records'] },
  },
});

export const pileWorkState = codeTable({
  dictCode: 'cp_work_stat',
  title: ['电桩工作状态', '電樁工作狀態', 'Pile work state'],
  items: {
    disabled: { value: pileState.disabled, words: ['禁用', '停用', 'Disabled'], tone: 'quiet' },
    normal: { value: pileState.normal, words: ['正常', '正常', 'Online'], tone: 'good' },
    upgradeScheduled: { value: pileState.upgradeScheduled, words: ['预约升级', '預約升級', 'Upgrade scheduled'], tone: 'busy' },
    upgrading: { value: pileState.upgrading, words: ['升级中', '升級中', 'Upgrading'], tone: 'busy' },
    upgradeSucceeded: { value: pileState.upgradeSucceeded, words: ['升级成功', '升級成功', 'Upgrade succeeded'], tone: 'good' },
    upgradeFailed: { value: pileState.upgradeFailed, words: ['升级失败', '升級失敗', 'Upgrade failed'], tone: 'bad' },
    offline: { value: pileState.offline, words: ['离线', '離線', 'Offline'], tone: 'warn' },
    fault: { value: pileState.fault, words: ['故障', '故障', 'Fault'], tone: 'bad' },
  },
});

export const encryptionMode = codeTable({
  dictCode: 'encryption_mode',
  title: ['加密方式', '加密方式', 'Encryption'],
  items: {
    none: { value: encryptionModeValues.none, words: ['不加密', '不加密', 'None'], tone: 'warn' },
    aes: { value: encryptionModeValues.aes, words: ['AES', 'AES', 'AES'], tone: 'good' },
  },
});

export const securityProfile = codeTable({
  dictCode: 'security_profile',
  title: ['安全等级', '安全等級', 'Security profile'],
  items: {
    basic: { value: securityProfileValues.basic, words: ['1 仅密钥', '1 僅金鑰', '1 Secret only'] },
    tls: { value: securityProfileValues.tls, words: ['2 仅限TLS', '2 僅限TLS', '2 TLS only'], tone: 'good' },
  },
});

export const acquisitionMode = codeTable({
  dictCode: 'acquisition_mode',
  title: ['获取方式', '取得方式', 'Acquired'],
  items: {
    automatic: { value: 1, words: ['自动获取', '自動取得', 'Automatically'] },
    manual: { value: 2, words: ['手动设置', '手動設定', 'By hand'] },
  },
});

export const pileFault = codeTable({
  dictCode: 'cp_fault_type',
  title: ['电桩故障', '電樁故障', 'Pile fault'],
  items: {
    none: { value: faultType.none, words: ['无故障', '無故障', 'No fault'], tone: 'good' },
    moduleCommunication: { value: 1, words: ['模块通信异常', '模組通訊異常', 'Module communication'], tone: 'bad' },
    emergencyStop: { value: 2, words: ['急停', '急停', 'Emergency stop'], tone: 'bad' },
    inputOverVoltage: { value: 3, words: ['输入过压', '輸入過壓', 'Input over-voltage'], tone: 'bad' },
    inputUnderVoltage: { value: 4, words: ['输入欠压', '輸入欠壓', 'Input under-voltage'], tone: 'bad' },
    phaseLoss: { value: 5, words: ['输入缺相', '輸入缺相', 'Input phase loss'], tone: 'bad' },
    contactorAdhesion: { value: 6, words: ['接触器粘连', '接觸器黏連', 'Contactor adhesion'], tone: 'bad' },
    contactorOpen: { value: 7, words: ['接触器拒动', '接觸器拒動', 'Contactor does not close'], tone: 'bad' },
    fan: { value: 8, words: ['风扇故障', '風扇故障', 'Fan failure'], tone: 'bad' },
    overTemperature: { value: 9, words: ['过温', '過溫', 'Over-temperature'], tone: 'bad' },
    meter: { value: 10, words: ['电表通信异常', '電錶通訊異常', 'Meter communication'], tone: 'bad' },
    cardReader: { value: 11, words: ['读卡器通信异常', '讀卡機通訊異常', 'Card reader communication'], tone: 'bad' },
    screen: { value: 12, words: ['显示屏通信异常', '顯示屏通訊異常', 'Screen communication'], tone: 'bad' },
    insulation: { value: 13, words: ['绝缘检测异常', '絕緣檢測異常', 'Insulation monitor'], tone: 'bad' },
    lightning: { value: 14, words: ['防雷器故障', '防雷器故障', 'Surge protector'], tone: 'bad' },
    door: { value: 15, words: ['门禁异常', '門禁異常', 'Door open'], tone: 'warn' },
    leakage: { value: 16, words: ['漏电', '漏電', 'Earth leakage'], tone: 'bad' },
    unknown: { value: faultType.unknown, words: ['未知故障', '未知故障', 'Unknown'], tone: 'bad' },
  },
});
