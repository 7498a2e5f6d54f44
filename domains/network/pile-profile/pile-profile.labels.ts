import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { pileProfile } from './pile-profile.ts';

export const pileProfileLabels = labels(pileProfile, {
  noun: ['桩档案', '樁檔案', 'Pile profile'],
  fields: {
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    manufacturer: ['生产厂家', '生產廠家', 'Manufacturer'],
    factoryDate: ['出厂日期', '出廠日期', 'Factory date'],
    moduleCount: ['模块数量', '模組數量', 'Modules'],
    moduleStat: ['模块状态', '模組狀態', 'Module state'],
    pileInterval: ['桩信息上报间隔', '樁資訊上報間隔', 'Pile report interval'],
    gunInterval: ['枪信息上报间隔', '槍資訊上報間隔', 'Gun report interval'],
    chargingInterval: ['充电信息上报间隔', '充電資訊上報間隔', 'Charging report interval'],
    bmsHandshakeInterval: ['BMS握手上报间隔', 'BMS握手上報間隔', 'BMS handshake interval'],
    bmsParameterInterval: ['BMS参数上报间隔', 'BMS參數上報間隔', 'BMS parameter interval'],
    bmsChargingInterval: ['BMS充电上报间隔', 'BMS充電上報間隔', 'BMS charging interval'],
    bmsEndInterval: ['BMS结束上报间隔', 'BMS結束上報間隔', 'BMS end interval'],
    srvIp: ['服务器IP', '伺服器IP', 'Server IP'],
    srvPort: ['服务器端口', '伺服器連接埠', 'Server port'],
    srvDomainName: ['服务器域名', '伺服器網域', 'Server domain'],
    onlineMaxPower: ['在线最大功率', '線上最大功率', 'Online power limit'],
    offlineMaxPower: ['离线最大功率', '離線最大功率', 'Offline power limit'],
    chargingMaxSoc: ['充电最大SOC', '充電最大SOC', 'Highest SOC'],
    isVinOfflineCharging: ['VIN离线充电', 'VIN離線充電', 'VIN charging offline'],
    isIccardOfflineCharging: ['IC卡离线充电', 'IC卡離線充電', 'Card charging offline'],
    mainBoardVer: ['主板版本', '主機板版本', 'Main board'],
    funcBoardVer: ['功能板版本', '功能板版本', 'Function board'],
    screenVersion: ['屏幕版本', '螢幕版本', 'Screen'],
    auxPcbHwVer: ['辅板硬件版本', '輔板硬體版本', 'Auxiliary PCB hardware'],
    auxPcbSwVer: ['辅板软件版本', '輔板軟體版本', 'Auxiliary PCB software'],
    moduleType: ['模块型号', '模組型號', 'Module type'],
    gunlineType: ['枪线型号', '槍線型號', 'Gun cable type'],
    deviceIp: ['设备IP', '設備IP', 'Device IP'],
    deviceIpMode: ['设备IP获取方式', '設備IP取得方式', 'Device IP acquired'],
    subnetMask: ['子网掩码', '子網路遮罩', 'Subnet mask'],
    subnetMaskMode: ['子网掩码获取方式', '子網路遮罩取得方式', 'Subnet mask acquired'],
    gateway: ['网关', '閘道', 'Gateway'],
    gatewayMode: ['网关获取方式', '閘道取得方式', 'Gateway acquired'],
    mac: ['MAC地址', 'MAC位址', 'MAC address'],
    macMode: ['MAC获取方式', 'MAC取得方式', 'MAC acquired'],
  },
  hints: {
    onlineMaxPower: ['已绑定功率计划的桩不受此值影响', '已綁定功率計畫的樁不受此值影響', 'Has no effect on a pile that follows a power schedule'],
    offlineMaxPower: ['不能超过额定功率', '不能超過額定功率', 'Cannot exceed the rated power'],
  },
});

/** The texts of the profile form besides the labels of its fields. */
export const profileWords = {
  factory: ['出厂与版本', '出廠與版本', 'Factory and versions'],
  noBit: ['所有位均为0', '所有位元均為0', 'No bit is set'],
  bitsOf: ['置位的模块：{modules}', '置位的模組：{modules}', 'Bits set for modules {modules}'],
  intervals: ['上报间隔（0为不上报）', '上報間隔（0為不上報）', 'Report intervals (0 switches one off)'],
  power: ['功率与SOC限制', '功率與SOC限制', 'Limits'],
  offline: ['离线充电', '離線充電', 'Charging offline'],
  server: ['服务器', '伺服器', 'Server'],
  network: ['网络设置', '網路設定', 'Network'],
  howSent: [
    '上报间隔保存后立即下发，并在每次登录时告知；其余参数与电桩上报值不一致时会提示下发',
    '上報間隔儲存後立即下發，並在每次登入時告知；其餘參數與電樁上報值不一致時會提示下發',
    'Intervals are sent when they are saved and told at each login; the others are offered for sending where the pile reports another value',
  ],
} as const satisfies Readonly<Record<string, Words>>;
