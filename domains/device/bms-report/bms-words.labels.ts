import type { AbortReason } from '#engines/protocol/abort-reasons.ts';
import type { Words } from '#kit/fields/words.ts';

/** The texts of the panels of a battery. */
export const bmsWords = {
  handshake: ['握手：电池与车辆', '握手：電池與車輛', 'Handshake: battery and car'],
  parameter: ['参数：允许的极限', '參數：允許的極限', 'Parameters: what is allowed'],
  charging: ['充电：最近一次上报', '充電：最近一次上報', 'Charging: the last report'],
  end: ['结束：统计与中止原因', '結束：統計與中止原因', 'End: totals and reasons'],
  none: ['尚无上报', '尚無上報', 'Not reported'],
  noReports: ['本次充电没有BMS报文', '本次充電沒有BMS報文', 'No BMS report has arrived for this charge'],
  noneOcpp: [
    'OCPP 1.6 不传送BMS报文，因此没有电池数据',
    'OCPP 1.6 不傳送BMS報文，因此沒有電池資料',
    'OCPP 1.6 carries no BMS reports, so nothing is known of the battery',
  ],
  noneAc: ['交流桩不与电池通信，没有BMS报文', '交流樁不與電池通訊，沒有BMS報文', 'An AC pile does not talk to the battery and has no BMS reports'],
  onlyStatus: [
    'v1.0 桩只上报需求与测量值，没有握手、参数与结束报文',
    'v1.0 樁只上報需求與測量值，沒有握手、參數與結束報文',
    'A v1.0 pile reports demanded and measured values only: no handshake, parameters or end',
  ],
  produced: ['电池生产日期', '電池生產日期', 'Battery made on'],
  noReason: ['无', '無', 'None'],
  untrusted: ['{reason}（不可信）', '{reason}（不可信）', '{reason} (untrusted)'],
  undefinedReason: ['未定义的原因 {n}', '未定義的原因 {n}', 'Undefined reason {n}'],
  voltageCurve: ['电压：需求与测量', '電壓：需求與測量', 'Voltage: demanded and measured'],
  currentCurve: ['电流：需求与测量', '電流：需求與測量', 'Current: demanded and measured'],
  cellCurve: ['单体最高电压', '單體最高電壓', 'Highest cell voltage'],
  tempCurve: ['电池温度', '電池溫度', 'Battery temperature'],
  ownedByCar: ['车辆自有', '車輛自有', 'Of the car'],
  rented: ['租赁', '租賃', 'Rented'],
} as const satisfies Readonly<Record<string, Words>>;

export const abortReasonWords: Readonly<Record<AbortReason, Words>> = {
  socReached: ['达到目标SOC', '達到目標SOC', 'Target SOC reached'],
  totalVoltageReached: ['达到总电压设定值', '達到總電壓設定值', 'Total voltage reached'],
  cellVoltageReached: ['达到单体电压设定值', '達到單體電壓設定值', 'Cell voltage reached'],
  chargerAborted: ['充电机主动中止', '充電機主動中止', 'Broken off by the charger'],
  insulation: ['绝缘故障', '絕緣故障', 'Insulation'],
  connectorOverTemperature: ['输出连接器过温', '輸出連接器過溫', 'Output connector over-temperature'],
  componentOverTemperature: ['BMS元件或输出连接器过温', 'BMS元件或輸出連接器過溫', 'BMS component over-temperature'],
  connector: ['充电连接器故障', '充電連接器故障', 'Connector'],
  packOverTemperature: ['电池组过温', '電池組過溫', 'Battery pack over-temperature'],
  highVoltageRelay: ['高压继电器故障', '高壓繼電器故障', 'High-voltage relay'],
  detectionPoint2: ['检测点2电压故障', '檢測點2電壓故障', 'Voltage at detection point 2'],
  otherFault: ['其他故障', '其他故障', 'Another fault'],
  overCurrent: ['电流过大', '電流過大', 'Over-current'],
  abnormalVoltage: ['电压异常', '電壓異常', 'Abnormal voltage'],
  conditionMet: ['达到设定条件', '達到設定條件', 'Set condition met'],
  byHand: ['人工中止', '人工中止', 'By hand'],
  abnormal: ['异常中止', '異常中止', 'Broken off by a fault'],
  bmsAborted: ['BMS主动中止', 'BMS主動中止', 'Broken off by the BMS'],
  chargerOverTemperature: ['充电机过温', '充電機過溫', 'Charger over-temperature'],
  insideOverTemperature: ['充电机内部过温', '充電機內部過溫', 'Inside of the charger over-temperature'],
  energyNotTransferable: ['所需电量不能传送', '所需電量不能傳送', 'Energy cannot be transferred'],
  emergencyStop: ['急停', '急停', 'Emergency stop'],
  currentMismatch: ['电流不匹配', '電流不匹配', 'Current mismatch'],
};
