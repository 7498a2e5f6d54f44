import { startRequestResult, startResult as startResultValues } from '#engines/protocol/codes.ts';
import { codeTable } from '#kit/fields/codes.ts';
import type { CodeItem } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';

const bad = (value: number, ...words: Words): CodeItem => ({ value, words, tone: 'bad' });

/**
 * Results of a start, as piles report them. The codes 161 to 213 form groups (vehicle, insulation, contactors, Japanese standard); the meaning of a
 * single code within its group is our own choice.
 */
export const startResult = codeTable({
  dictCode: 'start_result',
  title: ['启动结果', '啟動結果', 'Start result'],
  items: {
    success: { value: startResultValues.success, words: ['成功', '成功', 'Started'], tone: 'good' },
    unknown: bad(startResultValues.unknown, '未知原因', '未知原因', 'Unknown'),
    cancelled: { value: startResultValues.cancelled, words: ['已取消', '已取消', 'Cancelled'], tone: 'warn' },
    emergencyStop: bad(startResultValues.emergencyStop, '急停按下', '急停按下', 'Emergency stop'),
    bmsHandshakeTimeout: bad(161, 'BMS握手超时', 'BMS握手逾時', 'BMS handshake timed out'),
    bmsIdentifyTimeout: bad(162, 'BMS辨识超时', 'BMS辨識逾時', 'BMS identification timed out'),
    bmsParameterTimeout: bad(163, '电池参数报文超时', '電池參數報文逾時', 'Battery parameters timed out'),
    bmsReadyTimeout: bad(164, '车辆充电准备超时', '車輛充電準備逾時', 'The vehicle did not become ready'),
    bmsStateTimeout: bad(165, '电池状态报文超时', '電池狀態報文逾時', 'Battery state timed out'),
    bmsDemandTimeout: bad(166, '充电需求报文超时', '充電需求報文逾時', 'Charging demand timed out'),
    bmsInfoTimeout: bad(167, '电池信息报文超时', '電池資訊報文逾時', 'Battery information timed out'),
    chargerNotReady: bad(168, '充电机未就绪', '充電機未就緒', 'The charger is not ready'),
    bmsError: bad(169, 'BMS报告错误', 'BMS回報錯誤', 'The BMS reports an error'),
    bmsVersion: bad(170, 'BMS协议版本不支持', 'BMS協定版本不支援', 'BMS protocol version not supported'),
    batteryOutOfRange: bad(171, '电池电压超出充电机范围', '電池電壓超出充電機範圍', "Battery voltage outside the charger's range"),
    batteryVoltageDiffers: bad(172, '电池电压与报文不符', '電池電壓與報文不符', 'Battery voltage differs from what it reports'),
    batteryVoltageLow: bad(173, '电池电压过低', '電池電壓過低', 'Battery voltage too low'),
    batteryVoltageHigh: bad(174, '电池电压过高', '電池電壓過高', 'Battery voltage too high'),
    batteryHot: bad(175, '电池温度过高', '電池溫度過高', 'Battery too hot'),
    batteryCold: bad(176, '电池温度过低', '電池溫度過低', 'Battery too cold'),
    batteryReversed: bad(177, '电池反接', '電池反接', 'Battery reversed'),
    batteryFull: { value: 178, words: ['电池已充满', '電池已充滿', 'Battery already full'], tone: 'warn' },
    demandTooHigh: bad(179, '需求电压超出输出能力', '需求電壓超出輸出能力', 'Demanded voltage beyond the output'),
    vehicleForbids: bad(180, '车辆禁止充电', '車輛禁止充電', 'The vehicle forbids charging'),
    vehicleContactor: bad(181, '车辆接触器未闭合', '車輛接觸器未閉合', 'The vehicle contactor did not close'),
    insulationLow: bad(182, '绝缘检测不合格', '絕緣檢測不合格', 'Insulation test failed'),
    insulationMonitor: bad(183, '绝缘检测模块故障', '絕緣檢測模組故障', 'Insulation monitor fault'),
    insulationTimeout: bad(184, '绝缘检测超时', '絕緣檢測逾時', 'Insulation test timed out'),
    insulationVoltage: bad(185, '绝缘检测电压异常', '絕緣檢測電壓異常', 'Insulation test voltage not reached'),
    discharge: bad(186, '泄放回路故障', '洩放迴路故障', 'Discharge circuit fault'),
    residualVoltage: bad(187, '启动前输出有残压', '啟動前輸出有殘壓', 'Voltage at the output before the start'),
    outputShort: bad(188, '输出短路', '輸出短路', 'Output short circuit'),
    outputAdhesion: bad(189, '输出接触器粘连', '輸出接觸器黏連', 'Output contactor welded'),
    outputOpen: bad(190, '输出接触器拒动', '輸出接觸器拒動', 'Output contactor does not close'),
    inputAdhesion: bad(191, '交流接触器粘连', '交流接觸器黏連', 'AC contactor welded'),
    inputOpen: bad(192, '交流接触器拒动', '交流接觸器拒動', 'AC contactor does not close'),
    bridgeAdhesion: bad(193, '并联接触器粘连', '並聯接觸器黏連', 'Bridging contactor welded'),
    preCharge: bad(194, '预充失败', '預充失敗', 'Pre-charge failed'),
    fuse: bad(195, '直流熔断器熔断', '直流熔斷器熔斷', 'DC fuse blown'),
    notConnected: bad(196, '充电枪连接异常', '充電槍連接異常', 'Gun not connected properly'),
    controlPilot: bad(197, '控制导引信号异常', '控制導引訊號異常', 'Control pilot signal'),
    gunLock: bad(198, '电子锁未锁止', '電子鎖未鎖止', 'The gun lock does not close'),
    gunHot: bad(199, '枪头温度过高', '槍頭溫度過高', 'Gun too hot'),
    modulesMissing: bad(200, '无可用功率模块', '無可用功率模組', 'No power module available'),
    moduleCommunication: bad(201, '模块通信异常', '模組通訊異常', 'Module communication'),
    noPower: bad(202, '功率分配不足', '功率分配不足', 'No power to allocate'),
    meter: bad(203, '电表通信异常', '電錶通訊異常', 'Meter communication'),
    inputVoltage: bad(204, '输入电压异常', '輸入電壓異常', 'Input voltage'),
    surge: bad(205, '防雷器故障', '防雷器故障', 'Surge protector'),
    door: bad(206, '门禁打开', '門禁打開', 'Door open'),
    jpLatch: bad(207, '日标：枪未锁紧', '日標：槍未鎖緊', 'Japanese standard: connector not latched'),
    jpTimeout: bad(208, '日标：CAN通信超时', '日標：CAN通訊逾時', 'Japanese standard: CAN timed out'),
    jpPermission: bad(209, '日标：车辆未允许充电', '日標：車輛未允許充電', 'Japanese standard: no charging permission'),
    jpContactor: bad(210, '日标：车辆继电器未闭合', '日標：車輛繼電器未閉合', 'Japanese standard: vehicle relay open'),
    jpBattery: bad(211, '日标：电池不匹配', '日標：電池不相符', 'Japanese standard: battery incompatible'),
    jpInsulation: bad(212, '日标：绝缘检测不合格', '日標：絕緣檢測不合格', 'Japanese standard: insulation test failed'),
    jpSequence: bad(213, '日标：启动时序超时', '日標：啟動時序逾時', 'Japanese standard: start sequence timed out'),
  },
});

/** Results of a pile's request to start. */
export const requestStartResult = codeTable({
  dictCode: 'request_start_result',
  title: ['请求启动结果', '請求啟動結果', 'Request-start result'],
  items: {
    success: { value: startRequestResult.success, words: ['成功', '成功', 'Success'], tone: 'good' },
    notRecorded: bad(startRequestResult.unknownAccount, '账户未登记', '帳戶未登記', 'Account not recorded'),
    insufficient: bad(startRequestResult.insufficient, '余额不足', '餘額不足', 'Insufficient balance'),
    lockedByErrors: bad(startRequestResult.lockedByErrors, '账户已锁定', '帳戶已鎖定', 'Locked'),
    wrongPassword: bad(startRequestResult.wrongPassword, '密码错误', '密碼錯誤', 'Wrong password'),
    disabled: bad(startRequestResult.disabled, '已停用', '已停用', 'Disabled'),
    reserved: bad(startRequestResult.reserved, '已被预约', '已被預約', 'Reserved'),
    locked: bad(startRequestResult.locked, '账户已冻结', '帳戶已凍結', 'Frozen'),
    charging: bad(startRequestResult.charging, '正在充电', '正在充電', 'Charging'),
    upgrading: bad(startRequestResult.upgrading, '正在升级', '正在升級', 'Upgrading'),
    offline: bad(startRequestResult.offline, '电桩离线', '電樁離線', 'Offline'),
    fault: bad(startRequestResult.fault, '设备故障', '設備故障', 'Fault'),
    notPlugged: bad(startRequestResult.notPlugged, '未插枪', '未插槍', 'Gun not plugged in'),
    notCreated: bad(startRequestResult.creationFailed, '创建订单失败', '建立訂單失敗', 'Order creation failed'),
    noPile: bad(startRequestResult.unknownPile, '电桩不存在', '電樁不存在', 'Pile does not exist'),
    other: bad(startRequestResult.other, '其他原因', '其他原因', 'Other'),
  },
});
