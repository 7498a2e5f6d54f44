import { codeTable } from '#kit/fields/codes.ts';

export const gunWorkState = codeTable({
  dictCode: 'gun_work_stat',
  title: ['枪工作状态', '槍工作狀態', 'Gun work state'],
  items: {
    disabled: { value: 0, words: ['禁用', '停用', 'Disabled'], tone: 'quiet' },
    reserving: { value: 1, words: ['预约中', '預約中', 'Being reserved'], tone: 'busy' },
    idle: { value: 2, words: ['空闲', '空閒', 'Idle'], tone: 'good' },
    plugged: { value: 3, words: ['已插枪', '已插槍', 'Plugged in'], tone: 'busy' },
    reserved: { value: 4, words: ['已预约', '已預約', 'Reserved'], tone: 'warn' },
    starting: { value: 5, words: ['启动中', '啟動中', 'Starting'], tone: 'busy' },
    charging: { value: 6, words: ['充电中', '充電中', 'Charging'], tone: 'busy' },
    ended: { value: 7, words: ['充电结束', '充電結束', 'Charging ended'], tone: 'plain' },
    failed: { value: 8, words: ['充电失败', '充電失敗', 'Charging failed'], tone: 'bad' },
    fault: { value: 9, words: ['故障', '故障', 'Fault'], tone: 'bad' },
  },
});

export const gunFault = codeTable({
  dictCode: 'gun_fault_type',
  title: ['枪故障', '槍故障', 'Gun fault'],
  items: {
    normal: { value: 0, words: ['正常', '正常', 'Normal'], tone: 'good' },
    lock: { value: 65, words: ['电子锁故障', '電子鎖故障', 'Gun lock'], tone: 'bad' },
    overTemperature: { value: 66, words: ['枪头过温', '槍頭過溫', 'Gun over-temperature'], tone: 'bad' },
    temperatureSensor: { value: 67, words: ['枪温度传感器故障', '槍溫度感測器故障', 'Gun temperature sensor'], tone: 'bad' },
    insulation: { value: 68, words: ['绝缘故障', '絕緣故障', 'Insulation'], tone: 'bad' },
    outputOverVoltage: { value: 69, words: ['输出过压', '輸出過壓', 'Output over-voltage'], tone: 'bad' },
    outputUnderVoltage: { value: 70, words: ['输出欠压', '輸出欠壓', 'Output under-voltage'], tone: 'bad' },
    outputOverCurrent: { value: 71, words: ['输出过流', '輸出過流', 'Output over-current'], tone: 'bad' },
    outputShort: { value: 72, words: ['输出短路', '輸出短路', 'Output short circuit'], tone: 'bad' },
    contactor: { value: 73, words: ['输出接触器故障', '輸出接觸器故障', 'Output contactor'], tone: 'bad' },
    bmsCommunication: { value: 80, words: ['BMS通信超时', 'BMS通訊逾時', 'BMS communication'], tone: 'bad' },
    bmsVoltage: { value: 81, words: ['电池电压异常', '電池電壓異常', 'Battery voltage'], tone: 'bad' },
    bmsCurrent: { value: 82, words: ['电池电流异常', '電池電流異常', 'Battery current'], tone: 'bad' },
    bmsTemperature: { value: 83, words: ['电池过温', '電池過溫', 'Battery over-temperature'], tone: 'bad' },
    bmsCell: { value: 84, words: ['单体电池异常', '單體電池異常', 'Battery cell'], tone: 'bad' },
    reversed: { value: 85, words: ['电池反接', '電池反接', 'Battery reversed'], tone: 'bad' },
    controlPilot: { value: 86, words: ['CP信号异常', 'CP訊號異常', 'Control pilot signal'], tone: 'bad' },
    unknown: { value: 255, words: ['未知故障', '未知故障', 'Unknown'], tone: 'bad' },
  },
});
