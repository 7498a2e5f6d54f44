import { valuesOf } from '#kit/fields/codes.ts';
import { roleLevel } from './levels.ts';
import type { RoleLevel } from './levels.ts';

const { bigCustomer, station, agent, tenant, platform } = valuesOf(roleLevel);

/** The lowest level that may read a noun, change it, and use a single right of it that is neither. */
interface Share {
  readonly read: RoleLevel;
  readonly write: RoleLevel;
  readonly also?: Readonly<Record<string, RoleLevel>>;
}

/** Who may do what, by noun. A noun that is not named belongs to the platform alone. */
const shares: Readonly<Record<string, Share>> = {
  tenant: { read: tenant, write: platform },
  agent: { read: agent, write: tenant },
  station: { read: station, write: agent },
  pile: { read: station, write: agent, also: { remote: station, secret: tenant } },
  pileProfile: { read: agent, write: agent, also: { secret: tenant } },
  gun: { read: station, write: agent, also: { start: station, stop: station, remote: station } },
  rateRule: { read: station, write: agent },
  powerControl: { read: station, write: agent },
  customer: { read: agent, write: agent },
  card: { read: bigCustomer, write: agent },
  car: { read: bigCustomer, write: agent },
  carType: { read: bigCustomer, write: tenant },
  vipLevel: { read: agent, write: tenant },
  vipDiscount: { read: agent, write: tenant },
  recharge: { read: bigCustomer, write: tenant },
  /** Its reasons are not for the debtor. */
  writeOff: { read: agent, write: tenant },
  consume: { read: bigCustomer, write: tenant },
  wallet: { read: bigCustomer, write: tenant },
  money: { read: tenant, write: tenant },
  chargingOrder: {
    read: bigCustomer,
    write: tenant,
    also: { log: station, start: station, stop: station, cancelReservation: station, manualEnd: station, reveal: station },
  },
  reservationConf: { read: station, write: agent },
  reservationOrder: { read: bigCustomer, write: tenant, also: { make: station, cancel: station, reveal: station } },
  monitor: { read: station, write: station },
  messageLog: { read: station, write: platform },
  deviceCommand: { read: station, write: station, also: { parameter: agent } },
  notice: { read: tenant, write: tenant },
  sysLog: { read: tenant, write: platform },
  user: { read: agent, write: agent },
  online: { read: agent, write: agent },
  role: { read: agent, write: tenant },
  permission: { read: tenant, write: tenant },
  roleGroup: { read: tenant, write: tenant },
  /** Entries that people made. */
  menu: { read: bigCustomer, write: bigCustomer },
  area: { read: station, write: platform },
  config: { read: tenant, write: tenant },
  category: { read: station, write: tenant },
  checkRule: { read: agent, write: tenant },
  totp: { read: tenant, write: tenant },
  outbox: { read: platform, write: platform },
  dict: { read: agent, write: tenant },
  dictItem: { read: agent, write: tenant },
  depart: { read: agent, write: tenant },
  departRole: { read: agent, write: tenant },
  position: { read: agent, write: tenant },
  stationDay: { read: station, write: station },
  orderDay: { read: station, write: station },
  energyDay: { read: station, write: station },
  incomeDay: { read: station, write: station },
  job: { read: platform, write: platform },
  jobRun: { read: platform, write: platform },
  gallery: { read: platform, write: platform },
};

const readings: ReadonlySet<string> = new Set(['list', 'export', 'query', 'detail', 'totals', 'see']);

/** The lowest level that may hold a permission code. */
export const levelOf = (permission: string): RoleLevel => {
  const [noun = '', action = ''] = permission.split(':');
  const share = shares[noun];
  if (!share) return platform;
  return share.also?.[action] ?? (readings.has(action) ? share.read : share.write);
};

/** The codes a role of this level may hold at most, out of all there are. */
export const permissionsOf = (level: RoleLevel, all: readonly string[]): readonly string[] => all.filter((code) => levelOf(code) <= level);

/** Nouns whose rights nobody has thought about yet: a test of the assembled program wants none. */
export const unshared = (all: readonly string[]): readonly string[] =>
  [...new Set(all.map((code) => code.split(':')[0] ?? code))].filter((noun) => !(noun in shares));

/** The roles the program brings along. `all` means every right there is and will be. */
export const builtInRoles = {
  platform: { level: platform, words: ['平台管理员', '平台管理員', 'Platform administrator'] },
  tenantAdmin: { level: tenant, words: ['租户管理员', '租戶管理員', 'Tenant administrator'] },
  agentManager: { level: agent, words: ['运营商经理', '營運商經理', 'Agent manager'] },
  stationManager: { level: station, words: ['站长', '站長', 'Station manager'] },
  bigCustomer: { level: bigCustomer, words: ['大客户', '大客戶', 'Big customer'] },
  // The narrowest level, and no right at all.
  applicant: { level: bigCustomer, words: ['待审核', '待審核', 'Applicant'] },
} as const;
