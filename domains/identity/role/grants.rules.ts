import { valuesOf } from '#kit/fields/codes.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import { APPLICANT } from '../admin.ts';
import { roleLevel } from './levels.ts';
import type { RoleLevel } from './levels.ts';

const { bigCustomer, station, agent, tenant, platform } = valuesOf(roleLevel);

/** The first half of the codes of menu entries that people made. */
const OWN_RECORD_NOUN = 'menu';

const readVerbs: ReadonlySet<string> = new Set(['list', 'export', 'query', 'detail', 'totals', 'see']);

/** The lowest level that may hold a permission code, as its feature declares it. A feature without rights belongs to the platform alone. */
export const levelOf = (permission: string, features: FeatureLookup): RoleLevel => {
  const [noun = '', action = ''] = permission.split(':');
  if (noun === OWN_RECORD_NOUN) return bigCustomer;
  const rights = features.feature(noun)?.rights;
  return rights ? roleReach[rights.otherRights?.[action] ?? (readVerbs.has(action) ? rights.read : rights.write)] : platform;
};

/** Every right there is, and the features that declare them. */
type AllRights = FeatureLookup & { readonly permissions: readonly string[] };

/** The codes a role of this level may hold at most, out of all there are. */
export const permissionsOf = (level: RoleLevel, declared: AllRights): readonly string[] =>
  declared.permissions.filter((code) => levelOf(code, declared) <= level);

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

/** What a built-in role may do, by its code; `*` is every right there is and will be. */
export const builtInPermissions = (roleCode: string, level: RoleLevel, declared: AllRights): readonly string[] =>
  roleCode === 'platform' ? ['*'] : roleCode === APPLICANT ? [] : permissionsOf(level, declared);

/** The built-in roles that hold a right, the wider first. */
export const builtInHolders = (code: string, declared: AllRights): readonly string[] =>
  Object.entries(builtInRoles).flatMap(([roleCode, { level }]) => {
    const heldCodes = builtInPermissions(roleCode, level, declared);
    return heldCodes.includes('*') || heldCodes.includes(code) ? [roleCode] : [];
  });
