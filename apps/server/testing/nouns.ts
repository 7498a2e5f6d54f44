import { areaList } from '@vant/area-data';
import { sql } from 'kysely';
import {
  customerApi,
  cardApi,
  cardOperateApi,
  cardStationApi,
  carApi,
  carStationApi,
  carTypeApi,
  pileBindingApi,
  vipDiscountApi,
  vipLevelApi,
} from '#domains/customer/resources.ts';
import { enqueueCommand } from '#domains/device/server.ts';
import { departApi, departRoleApi, positionApi, permissionApi, roleApi, roleGroupApi, userApi } from '#domains/identity/resources.ts';
import { agentApi, gunApi, pileApi, stationApi, tenantApi } from '#domains/network/resources.ts';
import { categoryApi, checkRuleApi, dictApi, dictItemApi } from '#domains/system/resources.ts';
import { rateMonthApi, rateRuleApi } from '#domains/tariff/resources.ts';
import { noticeApi } from '#domains/system/resources.ts';
import { inSystem } from '#kit/db/index.ts';
import type { Database } from '#kit/db/index.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { isRecord, textAt } from '#kit/test/nouns/ask.ts';
import { jobNouns } from './job-nouns.ts';
import { moneyNouns } from './money-nouns.ts';
import { orderNouns, reservationConf } from './order-nouns.ts';
import type { Input } from '#kit/test/nouns/ask.ts';
import { cornerAt, markOf } from '#kit/test/nouns/corner.ts';
import type { Corner, Level } from '#kit/test/nouns/corner.ts';

/** One for each station, so that none is found by another's. */
const districts = Object.keys(areaList.county_list);

/** What a fixture builds with: the world so far, as the platform's own staff. */
export interface Builder {
  readonly database: Database;
  /** Asks as the platform and wants a yes. */
  readonly ok: (endpoint: Endpoint, input: Input) => Promise<unknown>;
  /** Asks as the staff of the corner's tenant. */
  readonly okAsStaff: (corner: Corner, endpoint: Endpoint, input: Input) => Promise<unknown>;
  /** The row of a noun that stands at a corner, or at the wider one the noun belongs to. */
  readonly key: (noun: string, corner: Corner) => string;
  readonly make: (noun: string, corner: Corner) => Promise<string>;
  /** A number nobody has had yet. */
  readonly next: () => number;
  /** Counts from 1 by name. */
  readonly nextOf: (name: string) => number;
  readonly builtInRole: (code: string) => string;
}

export interface NounFixture {
  /** How near a row stands: one is made at every corner of this level. */
  readonly level: Level;
  /** What an add wants, if people add such rows. */
  readonly draft?: (builder: Builder, corner: Corner) => Promise<Input>;
  /** Makes one more row at a corner and answers its key. */
  readonly make: (builder: Builder, corner: Corner) => Promise<string>;
}

export const PASSWORD = 'Correct-Horse-7';
/** What the people of the worlds are given, until their first sign-in. */
export const GIVEN = 'Initial-Horse-7';

/** A noun that people add: made of its draft through its own endpoint. */
const added = (level: Level, add: { readonly endpoint: Endpoint; readonly key: string }, draft: NonNullable<NounFixture['draft']>): NounFixture => ({
  level,
  draft,
  make: async (builder, corner) => textAt(await builder.ok(add.endpoint, await draft(builder, corner)), add.key),
});

const place = (b: Builder, corner: Corner) => ({ tenantId: b.key('tenant', corner), agentId: b.key('agent', corner) });
const named = (b: Builder, corner: Corner, level: Level): string => `${markOf(cornerAt(corner, level))} ${b.next()}`;
const digits = (b: Builder, length: number): string => String(b.next()).padStart(length, '0');
const phone = (b: Builder): string => `139${digits(b, 8)}`;

/** The first row of a list that a filter finds. */
const found = async (b: Builder, list: Endpoint, at: { readonly filter: Input; readonly key: string }): Promise<string> => {
  const page = await b.ok(list, at.filter);
  const records = isRecord(page) && Array.isArray(page['records']) ? page['records'] : [];
  return textAt(records[0], at.key);
};

const network: Readonly<Record<string, NounFixture>> = {
  tenant: added('tenant', { endpoint: tenantApi.add, key: 'tenantId' }, async (b, corner) => ({
    name: named(b, corner, 'tenant'),
    currency: 'CNY',
    timezone: 'Asia/Shanghai',
    contactPerson: named(b, corner, 'tenant'),
    contactPhone: phone(b),
  })),
  agent: added('agent', { endpoint: agentApi.add, key: 'agentId' }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    agentName: named(b, corner, 'agent'),
    agentPerson: named(b, corner, 'agent'),
    agentPhone: phone(b),
    timezone: 'Asia/Shanghai',
  })),
  station: added('station', { endpoint: stationApi.add, key: 'stationId' }, async (b, corner) => ({
    ...place(b, corner),
    stationName: named(b, corner, 'station'),
    areaCode: districts[b.nextOf('district')],
    stationAddr: named(b, corner, 'station'),
    managerPhone: phone(b),
    timezone: 'Asia/Shanghai',
  })),
  reservationConf,
  pile: added('station', { endpoint: pileApi.add, key: 'cpCode' }, async (b, corner) => ({
    cpCode: `P${b.next()}-${markOf(corner)}`,
    stationId: b.key('station', corner),
    cpName: named(b, corner, 'station'),
    cpType: 1,
    protocol: 1,
    gunCount: 1,
    cpPower: '120',
    canBeReservation: 1,
    crcId: b.key('reservationConf', corner),
    accountMinAmount: '1.00',
  })),
  pileProfile: { level: 'station', make: (b, corner) => b.make('pile', corner) },
  gun: { level: 'station', make: async (b, corner) => found(b, gunApi.list, { filter: { cpCode: await b.make('pile', corner) }, key: 'gunId' }) },
};

const people: Readonly<Record<string, NounFixture>> = {
  outbox: {
    level: 'tenant',
    make: async (b) => {
      const { rows } = await sql<{ id: bigint }>`insert into sys_message (channel, receiver, body, state)
        values (1, ${phone(b)}, ${`code ${b.next()}`}, 1) returning message_id as id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  ...jobNouns,
  depart: added('tenant', { endpoint: departApi.add, key: 'id' }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    departName: named(b, corner, 'tenant'),
    departOrder: 1,
    mobile: `021${digits(b, 8)}`,
  })),
  departRole: added('tenant', { endpoint: departRoleApi.add, key: 'id' }, async (b, corner) => ({
    departId: b.key('depart', corner),
    roleName: named(b, corner, 'tenant'),
    roleCode: `dr${b.next()}-${markOf(cornerAt(corner, 'tenant'))}`,
  })),
  position: added('tenant', { endpoint: positionApi.add, key: 'id' }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    code: `p${b.next()}-${markOf(cornerAt(corner, 'tenant'))}`,
    name: named(b, corner, 'tenant'),
    postRank: 1,
  })),
  user: added('agent', { endpoint: userApi.add, key: 'id' }, async (b, corner) => ({
    ...place(b, corner),
    username: `u${b.next()}-${markOf(cornerAt(corner, 'agent'))}`,
    realname: named(b, corner, 'agent'),
    phone: phone(b),
    roleId: b.builtInRole('agentManager'),
    selecteddeparts: b.key('depart', corner),
    post: b.key('position', corner),
    password: PASSWORD,
  })),
  online: {
    level: 'agent',
    make: async (b, corner) => {
      const id = await b.make('user', corner);
      const name = named(b, corner, 'agent');
      const { rows } = await sql<{ id: bigint }>`
        insert into sys_session (token_hash, user_id, username, tenant_id, agent_id, create_time, last_seen_at, expires_at, ip, user_agent, device)
        select sha256(convert_to(${name}, 'UTF8')), id, username, tenant_id, agent_id, now(), now(), now() + interval '7 days', ${name}, '', ${name}
        from sys_user where id = ${id} returning id`.execute(b.database.system);
      return String(rows[0]?.id);
    },
  },
  role: {
    level: 'tenant',
    draft: async (b, corner) => ({
      roleCode: `r${b.next()}-${markOf(cornerAt(corner, 'tenant'))}`,
      roleName: named(b, corner, 'tenant'),
      roleLevel: 90,
      permissions: ['station:list'],
    }),
    make: async (b, corner) => textAt(await b.okAsStaff(corner, roleApi.add, (await people['role']?.draft?.(b, corner)) ?? {}), 'id'),
  },
};

/** Added by the staff of the corner's tenant, through the noun's own endpoint. */
const addedByStaff = (add: { readonly endpoint: Endpoint; readonly key: string }, draft: NonNullable<NounFixture['draft']>): NounFixture => ({
  level: 'tenant',
  draft,
  make: async (builder, corner) => textAt(await builder.okAsStaff(corner, add.endpoint, await draft(builder, corner)), add.key),
});

const dictionaries: Readonly<Record<string, NounFixture>> = {
  dict: addedByStaff({ endpoint: dictApi.add, key: 'id' }, async (b, corner) => ({
    dictName: named(b, corner, 'tenant'),
    dictCode: `d${b.next()}-${markOf(cornerAt(corner, 'tenant'))}`,
  })),
  dictItem: addedByStaff({ endpoint: dictItemApi.add, key: 'id' }, async (b, corner) => ({
    dictId: await b.make('dict', corner),
    itemText: named(b, corner, 'tenant'),
    itemValue: `v${b.next()}`,
    sortValue: b.nextOf('sort value'),
  })),
};

const rules: Readonly<Record<string, NounFixture>> = {
  roleGroup: addedByStaff({ endpoint: roleGroupApi.add, key: 'id' }, async (b, corner) => ({
    groupName: named(b, corner, 'tenant'),
    roleIds: `${b.key('role', corner)},`,
    userIds: `${b.key('user', { ...corner, agent: 1 })},`,
  })),
  permission: addedByStaff({ endpoint: permissionApi.add, key: 'id' }, async (b, corner) => ({
    menuType: 1,
    name: named(b, corner, 'tenant'),
    url: `https://maps.example/${b.next()}`,
    internalOrExternal: 1,
    sortNo: 1,
  })),
  category: addedByStaff({ endpoint: categoryApi.add, key: 'id' }, async (b, corner) => ({
    pid: '0',
    name: named(b, corner, 'tenant'),
    code: `G${b.next()}${markOf(cornerAt(corner, 'tenant'))}`,
  })),
  checkRule: addedByStaff({ endpoint: checkRuleApi.add, key: 'id' }, async (b, corner) => ({
    ruleName: named(b, corner, 'tenant'),
    ruleCode: `c${b.next()}-${markOf(cornerAt(corner, 'tenant'))}`,
    ruleJson: [{ digits: '*', pattern: '\\d+', message: named(b, corner, 'tenant') }],
  })),
};

const customers: Readonly<Record<string, NounFixture>> = {
  vipLevel: added('tenant', { endpoint: vipLevelApi.add, key: 'vipLevelId' }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    vipLevelName: named(b, corner, 'tenant'),
    vipLevelVal: b.nextOf(`rank ${corner.tenant}`),
  })),
  vipDiscount: added('tenant', { endpoint: vipDiscountApi.add, key: 'vipDiscountId' }, async (b, corner) => ({
    vipLevelId: await b.make('vipLevel', corner),
    rateType: 1,
    vipDiscount: 90,
  })),
  customer: added('agent', { endpoint: customerApi.add, key: 'custId' }, async (b, corner) => ({
    ...place(b, corner),
    custName: named(b, corner, 'agent'),
    custPhone: phone(b),
    custType: 2,
    useFundsPool: 0,
    vipInfoId: b.key('vipLevel', corner),
  })),
  carType: added('tenant', { endpoint: carTypeApi.add, key: 'carTypeId' }, async (b, corner) => ({
    tenantId: b.key('tenant', corner),
    carBrandName: named(b, corner, 'tenant'),
    carModel: named(b, corner, 'tenant'),
  })),
  card: added('agent', { endpoint: cardApi.add, key: 'icCardId' }, async (b, corner) => ({
    ...place(b, corner),
    custId: b.key('customer', corner),
    icCardNo: `C${b.next()}${markOf(cornerAt(corner, 'agent'))}`,
    cardPeople: named(b, corner, 'agent'),
    cardPhone: phone(b),
    canDiscount: 1,
    cardPwd: '123456',
  })),
  cardOperate: {
    level: 'agent',
    make: async (b, corner) => found(b, cardOperateApi.list, { filter: { icCardId: await b.make('card', corner) }, key: 'icCardOperateId' }),
  },
  car: added('agent', { endpoint: carApi.add, key: 'carId' }, async (b, corner) => ({
    ...place(b, corner),
    custId: b.key('customer', corner),
    carTypeId: b.key('carType', corner),
    carNum: `N${b.next()}${markOf(cornerAt(corner, 'agent'))}`,
    carVin: `LSV${digits(b, 14)}`,
    carDriver: named(b, corner, 'agent'),
    carPhone: phone(b),
    carPileType: 1,
    isDiscount: 1,
  })),
  cardStation: {
    level: 'station',
    make: async (b, corner) => {
      const icCardId = await b.make('card', corner);
      await b.ok(cardStationApi.bind, { icCardIds: icCardId, stationIds: b.key('station', corner) });
      return found(b, cardStationApi.list, { filter: { icCardId }, key: 'icCardStationId' });
    },
  },
  carStation: {
    level: 'station',
    make: async (b, corner) => {
      const carId = await b.make('car', corner);
      await b.ok(carStationApi.bind, { carIds: carId, stationIds: b.key('station', corner) });
      return found(b, carStationApi.list, { filter: { carId }, key: 'carStationId' });
    },
  },
  pileBinding: {
    level: 'station',
    make: async (b, corner) => {
      const icCardIds = await b.make('card', corner);
      await b.ok(pileBindingApi.bind, { cpCode: b.key('pile', corner), icCardIds });
      return found(b, pileBindingApi.list, { filter: { icCardId: icCardIds }, key: 'pileBindingId' });
    },
  },
};

const ruleDraft = async (b: Builder, corner: Corner): Promise<Input> => ({
  tenantId: b.key('tenant', corner),
  rateRuleName: named(b, corner, 'tenant'),
});
const wholeDay = (rate: string, rateStage: number) => [{ startTime: '00:00', rateStage, rateDiscount: 100, rate }];
export const monthFees = [
  { rateType: 1, billMode: 1, periods: wholeDay('1.00000', 3) },
  { rateType: 2, billMode: 1, periods: wholeDay('0.50000', 0) },
];

const tariffs: Readonly<Record<string, NounFixture>> = {
  rateRule: {
    level: 'tenant',
    draft: ruleDraft,
    make: async (b, corner) => {
      const rateRuleId = textAt(await b.ok(rateRuleApi.add, await ruleDraft(b, corner)), 'rateRuleId');
      await b.ok(rateMonthApi.saveMonth, { rateRuleId, month: 1, fees: monthFees });
      await b.ok(rateMonthApi.copyMonth, { rateRuleId, month: 1, months: '2,3,4,5,6,7,8,9,10,11,12' });
      await b.ok(rateRuleApi.changeRuleState, { rateRuleId, opCode: 1 });
      return rateRuleId;
    },
  },
};

const devices: Readonly<Record<string, NounFixture>> = {
  deviceCommand: {
    level: 'station',
    make: (b, corner) =>
      inSystem(b.database, (tx) =>
        enqueueCommand(tx, {
          cpCode: b.key('pile', corner),
          command: { cmd: 'stop', gunNumber: 1, chargingOrderNo: `O${b.next()}${markOf(corner)}` },
          requestedBy: named(b, corner, 'station'),
          because: named(b, corner, 'station'),
        }),
      ),
  },
};

/** Nobody but the database itself hands out ids of the log, and these lie beyond those of every other table. */
const LOG_IDS = 7_390_000_000_000;

const noticeDraft = async (b: Builder, corner: Corner): Promise<Input> => ({
  titile: named(b, corner, 'tenant'),
  msgContent: `<p>${named(b, corner, 'tenant')}</p>`,
  priority: 'L',
  msgCategory: '1',
  msgType: 'ALL',
});

const house: Readonly<Record<string, NounFixture>> = {
  notice: {
    level: 'tenant',
    draft: noticeDraft,
    make: async (b, corner) => textAt(await b.okAsStaff(corner, noticeApi.add, await noticeDraft(b, corner)), 'id'),
  },
  sysLog: {
    level: 'tenant',
    make: async (b, corner) => {
      const text = () => named(b, corner, 'tenant');
      const id = String(LOG_IDS + b.next());
      await sql`insert into sys_log (id, tenant_id, create_time, log_type, operate_type, outcome, user_id, username, realname, noun, act, log_content,
          object_id, object_name, object_count, ip, device, user_agent, method, request_url, cost_time)
        overriding system value values (${id}, ${b.key('tenant', corner)}, now(), 2, 3, 1, ${b.next()}, ${text()}, ${text()}, ${text()}, 'edit',
          ${[text(), text(), text()].join('\n')}, ${text()}, ${text()}, 1, ${text()}, ${text()}, ${text()}, 'PUT', ${text()}, 5)`.execute(
        b.database.system,
      );
      return id;
    },
  },
};

/** How to make a row of each noun, in the order they need each other. A noun that is missing here fails the tests. */
export const nouns: Readonly<Record<string, NounFixture>> = {
  ...network,
  ...tariffs,
  ...people,
  ...dictionaries,
  ...rules,
  ...customers,
  ...moneyNouns,
  ...devices,
  ...orderNouns,
  ...house,
};
