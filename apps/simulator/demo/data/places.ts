import { agentType } from '#domains/network/resources.ts';
/** The demo network: its operators and its places. `key` is used only here; everything else is sent to the platform. */
export const tenants = [
  { key: 'huadong', name: '华东充电', currency: 'CNY', timezone: 'Asia/Shanghai', contactPerson: '陈立', contactPhone: '021 5555 0100' },
  { key: 'rhein', name: 'Rhein Ladenetz', currency: 'EUR', timezone: 'Europe/Berlin', contactPerson: 'Anna Krämer', contactPhone: '+49 211 5550100' },
] as const;
export type TenantKey = (typeof tenants)[number]['key'];

export const agents = [
  {
    key: 'north',
    tenant: 'huadong',
    agentName: '华东北区运营',
    agentType: agentType.items.own.value,
    agentPerson: '周敏',
    agentPhone: '021 5555 0111',
    agentAddr: '上海市闵行区申虹路',
    timezone: 'Asia/Shanghai',
  },
  {
    key: 'south',
    tenant: 'huadong',
    agentName: '华东南区运营',
    agentType: agentType.items.franchise.value,
    agentPerson: '吴昊',
    agentPhone: '0571 5555 0112',
    agentAddr: '杭州市滨江区江南大道',
    timezone: 'Asia/Shanghai',
  },
  {
    key: 'direkt',
    tenant: 'rhein',
    agentName: 'Rhein Direkt',
    agentType: agentType.items.own.value,
    agentPerson: 'Jonas Weber',
    agentPhone: '+49 211 5550112',
    agentAddr: 'Speditionstraße, Düsseldorf',
    timezone: 'Europe/Berlin',
  },
] as const satisfies readonly { readonly tenant: TenantKey; readonly [field: string]: unknown }[];
export type AgentKey = (typeof agents)[number]['key'];

/** The kind and number of piles at a station. */
export interface PileGroup {
  readonly count: number;
  readonly kind: 'dc' | 'ac1' | 'ac3';
  readonly kilowatt: number;
  readonly gunCount: number;
  readonly protocol: 'native' | 'v1.0' | 'ocpp16';
}

const dc = (count: number, kilowatt: number, protocol: PileGroup['protocol'] = 'native'): PileGroup => ({
  count,
  kind: 'dc',
  kilowatt,
  gunCount: kilowatt > 60 ? 2 : 1,
  protocol,
});
const ac = (count: number, kind: 'ac1' | 'ac3', protocol: PileGroup['protocol'] = 'native'): PileGroup => ({
  count,
  kind,
  kilowatt: kind === 'ac1' ? 7 : 22,
  gunCount: 1,
  protocol,
});

export interface StationPlan {
  readonly key: string;
  readonly tenant: TenantKey;
  readonly agent: AgentKey;
  /** The prefix of its piles' codes. */
  readonly code: string;
  readonly place: {
    readonly stationName: string;
    readonly stationAddr: string;
    readonly timezone: string;
    readonly gpsX: string;
    readonly gpsY: string;
    readonly busHours: string;
    readonly buildDate: string;
    readonly stationManager: string;
    readonly managerPhone: string;
  };
  readonly rule: RuleKey;
  readonly acRule: RuleKey;
  readonly piles: readonly PileGroup[];
  /** How many of the network's cars come here, relative to other stations. */
  readonly weight: number;
}
export type RuleKey = 'shanghai' | 'jiangzhe' | 'slow' | 'schnell' | 'normal';

export const stations: readonly StationPlan[] = [
  {
    key: 'gate',
    tenant: 'huadong',
    agent: 'north',
    code: 'HQ',
    place: {
      stationName: '虹桥枢纽南门站',
      stationAddr: '上海市闵行区申贵路P9停车场',
      timezone: 'Asia/Shanghai',
      gpsX: '121.319600',
      gpsY: '31.194400',
      busHours: '00:00-24:00',
      buildDate: '2023-05-18',
      stationManager: '徐静',
      managerPhone: '021 5555 0121',
    },
    rule: 'shanghai',
    acRule: 'slow',
    piles: [dc(2, 240), dc(1, 120), dc(1, 120, 'v1.0'), dc(1, 60), dc(1, 120, 'ocpp16'), ac(2, 'ac1')],
    weight: 4,
  },
  {
    key: 'zhangjiang',
    tenant: 'huadong',
    agent: 'north',
    code: 'ZJ',
    place: {
      stationName: '张江科学城站',
      stationAddr: '上海市浦东新区祖冲之路',
      timezone: 'Asia/Shanghai',
      gpsX: '121.590800',
      gpsY: '31.204500',
      busHours: '00:00-24:00',
      buildDate: '2023-11-02',
      stationManager: '沈悦',
      managerPhone: '021 5555 0122',
    },
    rule: 'shanghai',
    acRule: 'slow',
    piles: [dc(2, 180), dc(2, 120), ac(2, 'ac1'), ac(1, 'ac1', 'ocpp16'), ac(1, 'ac3', 'v1.0')],
    weight: 4,
  },
  {
    key: 'jinji',
    tenant: 'huadong',
    agent: 'north',
    code: 'JJ',
    place: {
      stationName: '苏州金鸡湖站',
      stationAddr: '苏州市工业园区苏州大道东',
      timezone: 'Asia/Shanghai',
      gpsX: '120.706200',
      gpsY: '31.310700',
      busHours: '06:00-23:00',
      buildDate: '2024-03-20',
      stationManager: '顾洋',
      managerPhone: '0512 5555 0123',
    },
    rule: 'jiangzhe',
    acRule: 'slow',
    piles: [dc(2, 120), dc(1, 60), ac(1, 'ac3'), ac(2, 'ac1')],
    weight: 3,
  },
  {
    key: 'binjiang',
    tenant: 'huadong',
    agent: 'south',
    code: 'BJ',
    place: {
      stationName: '杭州滨江站',
      stationAddr: '杭州市滨江区江南大道288号',
      timezone: 'Asia/Shanghai',
      gpsX: '120.209900',
      gpsY: '30.208200',
      busHours: '00:00-24:00',
      buildDate: '2024-08-09',
      stationManager: '钱磊',
      managerPhone: '0571 5555 0124',
    },
    rule: 'jiangzhe',
    acRule: 'slow',
    piles: [dc(2, 120), dc(1, 120, 'v1.0'), dc(1, 60), ac(2, 'ac1')],
    weight: 3,
  },
  {
    key: 'medienhafen',
    tenant: 'rhein',
    agent: 'direkt',
    code: 'DUS',
    place: {
      stationName: 'Düsseldorf Medienhafen',
      stationAddr: 'Speditionstraße, 40221 Düsseldorf',
      timezone: 'Europe/Berlin',
      gpsX: '6.752900',
      gpsY: '51.214300',
      busHours: '00:00-24:00',
      buildDate: '2023-09-14',
      stationManager: 'Lena Hoffmann',
      managerPhone: '+49 211 5550121',
    },
    rule: 'schnell',
    acRule: 'normal',
    piles: [dc(2, 150, 'ocpp16'), ac(4, 'ac3', 'ocpp16')],
    weight: 3,
  },
  {
    key: 'deutz',
    tenant: 'rhein',
    agent: 'direkt',
    code: 'CGN',
    place: {
      stationName: 'Köln Deutz Bahnhof',
      stationAddr: 'Ottoplatz, 50679 Köln',
      timezone: 'Europe/Berlin',
      gpsX: '6.973800',
      gpsY: '50.940800',
      busHours: '00:00-24:00',
      buildDate: '2024-05-27',
      stationManager: 'Emre Yilmaz',
      managerPhone: '+49 221 5550122',
    },
    rule: 'schnell',
    acRule: 'normal',
    piles: [dc(1, 150, 'ocpp16'), dc(1, 120, 'v1.0'), ac(2, 'ac3', 'ocpp16'), ac(2, 'ac3')],
    weight: 3,
  },
];

/** The station of this key. Throws if there is none. */
export const stationOf = (key: string): StationPlan => {
  const plan = stations.find((station) => station.key === key);
  if (!plan) throw new Error(`${key} is no station of the plan`);
  return plan;
};
