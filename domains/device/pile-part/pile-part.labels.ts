import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import { pilePart } from './pile-part.ts';

export const pilePartLabels = labels(pilePart, {
  noun: ['桩配件', '樁配件', 'Pile parts'],
  fields: {
    pilePartId: ['记录编号', '記錄編號', 'Record id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationId: ['站点', '站點', 'Station'],
    cpCode: ['桩编号', '樁編號', 'Pile code'],
    cpType: ['电桩类型', '電樁類型', 'Pile type'],
    commProtType: ['通信协议', '通訊協定', 'Protocol'],
    mainPcbHwVer: ['主板硬件版本', '主機板硬體版本', 'Main PCB hardware'],
    mainPcbSwVer: ['主板软件版本', '主機板軟體版本', 'Main PCB software'],
    auxPcbHwVer: ['辅板硬件版本', '輔板硬體版本', 'Auxiliary PCB hardware'],
    auxPcbSwVer: ['辅板软件版本', '輔板軟體版本', 'Auxiliary PCB software'],
    mainBoardVer: ['主板版本（录入）', '主機板版本（輸入）', 'Main board as entered'],
    funcBoardVer: ['功能板版本', '功能板版本', 'Function board'],
    screenVersion: ['屏幕版本', '螢幕版本', 'Screen'],
    moduleType: ['模块型号', '模組型號', 'Module type'],
    gunlineType: ['枪线型号', '槍線型號', 'Gun cable type'],
    serialNumber: ['序列号', '序號', 'Serial number'],
    meterType: ['电表型号', '電表型號', 'Meter type'],
    meterSerialNumber: ['电表序列号', '電表序號', 'Meter serial number'],
    upgradeTime: ['变更时间', '變更時間', 'Changed at'],
    source: ['来源', '來源', 'Source'],
    isCurrent: ['当前版本', '目前版本', 'Current'],
    mergedCount: ['合并的变更', '合併的變更', 'Merged changes'],
  },
});

export const pilePartWords = {
  tab: ['配件', '配件', 'Parts'],
  current: ['当前配件', '目前配件', 'Current parts'],
  history: ['全部变更', '全部變更', 'All changes'],
  view: ['查看范围', '檢視範圍', 'What is shown'],
  first: ['首次记录', '首次記錄', 'First record'],
  nothing: ['未知', '未知', 'unknown'],
  from: ['原为 {version}', '原為 {version}', 'before: {version}'],
  merged: [
    '当天变更过多，另有 {n} 次变更并入此条',
    '當天變更過多，另有 {n} 次變更併入此條',
    'Too many changes on one day: {n} later ones are part of this entry',
  ],
  empty: [
    '电桩登录或在档案中录入版本后，此处显示其配件',
    '電樁登入或在檔案中輸入版本後，此處顯示其配件',
    'Parts are shown once the pile has signed in, or versions were entered in its profile',
  ],
  differs: [
    '档案中录入的主板版本 {entered} 与电桩上报的 {reported} 不同',
    '檔案中輸入的主機板版本 {entered} 與電樁回報的 {reported} 不同',
    'The profile says main board version {entered}, the pile reports {reported}',
  ],
  older: ['更早的变更', '更早的變更', 'Earlier changes'],
} as const satisfies Readonly<Record<string, Words>>;
