import type { AgentKey, TenantKey } from './places.ts';

/** VIP levels, with the percent of the electricity and service prices that they pay. */
export const vipLevels = [
  { tenant: 'huadong', vipLevelName: '银卡会员', vipLevelVal: 1, electricity: 100, service: 95 },
  { tenant: 'huadong', vipLevelName: '金卡会员', vipLevelVal: 2, electricity: 99, service: 88 },
  { tenant: 'huadong', vipLevelName: '车队会员', vipLevelVal: 3, electricity: 98, service: 75 },
  { tenant: 'rhein', vipLevelName: 'Stammkunde', vipLevelVal: 1, electricity: 97, service: 100 },
  { tenant: 'rhein', vipLevelName: 'Flotte', vipLevelVal: 2, electricity: 94, service: 50 },
] as const satisfies readonly { readonly tenant: TenantKey; readonly [field: string]: unknown }[];

export interface PersonPlan {
  readonly tenant: TenantKey;
  readonly agent?: AgentKey;
  readonly custName: string;
  /** The account at a pile. */
  readonly custPhone: string;
  readonly vip?: string;
}

export const persons: readonly PersonPlan[] = [
  { tenant: 'huadong', agent: 'north', custName: '张伟', custPhone: '13800550001', vip: '银卡会员' },
  { tenant: 'huadong', agent: 'north', custName: '王芳', custPhone: '13800550002', vip: '金卡会员' },
  { tenant: 'huadong', agent: 'north', custName: '李娜', custPhone: '13800550003' },
  { tenant: 'huadong', agent: 'south', custName: '刘洋', custPhone: '13800550004' },
  { tenant: 'huadong', custName: '陈晨', custPhone: '13800550005', vip: '银卡会员' },
  { tenant: 'huadong', custName: '杨帆', custPhone: '13800550006' },
  { tenant: 'huadong', custName: '赵磊', custPhone: '13800550007' },
  { tenant: 'huadong', agent: 'south', custName: '黄婷', custPhone: '13800550008', vip: '金卡会员' },
  { tenant: 'rhein', agent: 'direkt', custName: 'Felix Bauer', custPhone: '+4917055500001', vip: 'Stammkunde' },
  { tenant: 'rhein', custName: 'Sophie Klein', custPhone: '+4917055500002' },
  { tenant: 'rhein', custName: 'Murat Demir', custPhone: '+4917055500003' },
  { tenant: 'rhein', custName: 'Julia Brandt', custPhone: '+4917055500004', vip: 'Stammkunde' },
];

export interface CompanyPlan {
  readonly tenant: TenantKey;
  readonly agent?: AgentKey;
  readonly custName: string;
  readonly custDirector: string;
  readonly custMail: string;
  readonly custPhone: string;
  readonly vip?: string;
  /** Cards and cars draw on the company's wallet. */
  readonly pool: boolean;
}

export const companies: readonly CompanyPlan[] = [
  {
    tenant: 'huadong',
    agent: 'north',
    custName: '申安出租汽车有限公司',
    custDirector: '孙强',
    custMail: 'zhangwu@shenan.example',
    custPhone: '021 5555 0201',
    vip: '车队会员',
    pool: true,
  },
  {
    tenant: 'huadong',
    agent: 'south',
    custName: '钱塘速运物流有限公司',
    custDirector: '郑洁',
    custMail: 'caiwu@qiantang.example',
    custPhone: '0571 5555 0202',
    vip: '车队会员',
    pool: true,
  },
  {
    tenant: 'huadong',
    custName: '江南商务用车服务部',
    custDirector: '何平',
    custMail: 'heping@jiangnan.example',
    custPhone: '021 5555 0203',
    pool: false,
  },
  {
    tenant: 'rhein',
    agent: 'direkt',
    custName: 'Kurier am Rhein GmbH',
    custDirector: 'Petra Vogt',
    custMail: 'buchhaltung@kurier-rhein.example',
    custPhone: '+49 211 5550201',
    vip: 'Flotte',
    pool: true,
  },
];

export interface CardPlan {
  readonly tenant: TenantKey;
  readonly icCardNo: string;
  readonly cardPeople: string;
  /** A company; absent for a card without one. */
  readonly company?: string;
  readonly cardPwd?: string;
}

/** Cards of one kind, numbered from `first`. */
const cards = (batch: Omit<CardPlan, 'icCardNo' | 'cardPeople'> & { readonly first: number }, people: readonly string[]): readonly CardPlan[] => {
  const { first, ...plan } = batch;
  const issuer = plan.tenant === 'huadong' ? '8021' : '8049';
  return people.map((cardPeople, index) => ({ ...plan, cardPeople, icCardNo: `${issuer}${String(first + index).padStart(8, '0')}` }));
};

export const cardPlans: readonly CardPlan[] = [
  ...cards({ tenant: 'huadong', first: 1 }, ['马超', '朱琳', '胡军', '郭敏', '林涛', '何雪']),
  ...cards({ tenant: 'huadong', first: 101, cardPwd: '258036' }, ['罗明', '梁静']),
  ...cards({ tenant: 'huadong', first: 201, company: '申安出租汽车有限公司' }, ['唐师傅', '许师傅', '韩师傅', '冯师傅']),
  ...cards({ tenant: 'huadong', first: 301, company: '钱塘速运物流有限公司' }, ['曹司机', '彭司机', '曾司机']),
  ...cards({ tenant: 'huadong', first: 401, company: '江南商务用车服务部' }, ['肖主任', '田主任']),
  ...cards({ tenant: 'rhein', first: 1 }, ['Max Schulz', 'Clara Wolf', 'Tim Becker', 'Nora Fuchs', 'Paul Richter', 'Ida Lang']),
  ...cards({ tenant: 'rhein', first: 201, company: 'Kurier am Rhein GmbH' }, ['Fahrer 1', 'Fahrer 2', 'Fahrer 3', 'Fahrer 4']),
];

export interface CarPlan {
  readonly tenant: TenantKey;
  readonly carNum: string;
  readonly carVin: string;
  readonly carDriver: string;
  /** The index in `carModels`. */
  readonly model: number;
  readonly company?: string;
  /** The name of a person. */
  readonly person?: string;
}

export const carPlans: readonly CarPlan[] = [
  { tenant: 'huadong', carNum: '沪AD51001', carVin: 'LSJE24096PS100101', carDriver: '唐师傅', model: 0, company: '申安出租汽车有限公司' },
  { tenant: 'huadong', carNum: '沪AD51002', carVin: 'LSJE24096PS100102', carDriver: '许师傅', model: 0, company: '申安出租汽车有限公司' },
  { tenant: 'huadong', carNum: '沪AD51003', carVin: 'LSJE24096PS100103', carDriver: '韩师傅', model: 1, company: '申安出租汽车有限公司' },
  { tenant: 'huadong', carNum: '浙AF62001', carVin: 'LGXCE6CD0P0200201', carDriver: '曹司机', model: 4, company: '钱塘速运物流有限公司' },
  { tenant: 'huadong', carNum: '浙AF62002', carVin: 'LGXCE6CD0P0200202', carDriver: '彭司机', model: 5, company: '钱塘速运物流有限公司' },
  { tenant: 'huadong', carNum: '苏EG73001', carVin: 'LNBSCUAK5PR300301', carDriver: '张伟', model: 1, person: '张伟' },
  { tenant: 'huadong', carNum: '沪AG73002', carVin: 'LNBSCUAK5PR300302', carDriver: '王芳', model: 3, person: '王芳' },
  { tenant: 'rhein', carNum: 'D-KR 1201E', carVin: 'WVWZZZE1ZPP400401', carDriver: 'Fahrer 1', model: 4, company: 'Kurier am Rhein GmbH' },
  { tenant: 'rhein', carNum: 'K-FB 77E', carVin: 'WVWZZZE1ZPP400402', carDriver: 'Felix Bauer', model: 2, person: 'Felix Bauer' },
];

/** Users who sign in, and the scope of what they see. */
export interface UserPlan {
  readonly username: string;
  readonly realname: string;
  readonly roleCode: 'tenantAdmin' | 'agentManager' | 'stationManager';
  readonly tenant: TenantKey;
  readonly agent?: AgentKey;
  readonly station?: string;
}

export const users: readonly UserPlan[] = [
  { username: 'huadong', realname: '陈立', roleCode: 'tenantAdmin', tenant: 'huadong' },
  { username: 'huadong.north', realname: '周敏', roleCode: 'agentManager', tenant: 'huadong', agent: 'north' },
  { username: 'huadong.gate', realname: '徐静', roleCode: 'stationManager', tenant: 'huadong', agent: 'north', station: 'gate' },
  { username: 'rhein', realname: 'Anna Krämer', roleCode: 'tenantAdmin', tenant: 'rhein' },
];

/** The amounts that wallets are recharged with when they hold less than `low`, in the tenant's currency. */
export const rechargeAmounts = {
  huadong: { person: '300.00', card: '200.00', car: '200.00', company: '20000.00', low: 60 },
  rhein: { person: '80.00', card: '60.00', car: '60.00', company: '4000.00', low: 15 },
} as const;
