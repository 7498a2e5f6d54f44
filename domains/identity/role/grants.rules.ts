import { valuesOf } from '#kit/fields/codes.ts';
import type { FeatureLookup } from '#kit/resource/feature.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import { APPLICANT } from '../admin.ts';
import { roleLevel } from './levels.ts';
import type { RoleLevel } from './levels.ts';

const { bigCustomer, station, agent, tenant, platform } = valuesOf(roleLevel);

/** The first part of the codes of menu entries that users created. */
const OWN_RECORD_NOUN = 'menu';

const readVerbs: ReadonlySet<string> = new Set(['list', 'export', 'query', 'detail', 'totals', 'see']);

/**
 * The lowest role level that can hold a permission, as its feature declares it. Permissions of a feature without declared rights belong only to the
 * platform.
 */
export const levelOf = (permission: string, features: FeatureLookup): RoleLevel => {
  const [noun = '', action = ''] = permission.split(':');
  if (noun === OWN_RECORD_NOUN) return bigCustomer;
  const rights = features.feature(noun)?.rights;
  return rights ? roleReach[rights.otherRights?.[action] ?? (readVerbs.has(action) ? rights.read : rights.write)] : platform;
};

/** All permissions and the features that declare them. */
type AllRights = FeatureLookup & { readonly permissions: readonly string[] };

/** All permissions that a role of this level can hold. */
export const permissionsOf = (level: RoleLevel, declared: AllRights): readonly string[] =>
  declared.permissions.filter((code) => levelOf(code, declared) <= level);

/** The built-in roles. `all` means all permissions, including future ones. */
export const builtInRoles = {
  platform: { level: platform, words: ['平台管理员', '平台管理員', 'Platform administrator'] },
  tenantAdmin: { level: tenant, words: ['租户管理员', '租戶管理員', 'Tenant administrator'] },
  agentManager: { level: agent, words: ['运营商经理', '營運商經理', 'Agent manager'] },
  stationManager: { level: station, words: ['站长', '站長', 'Station manager'] },
  bigCustomer: { level: bigCustomer, words: ['大客户', '大客戶', 'Big customer'] },
  // The lowest level, without any permission.
  applicant: { level: bigCustomer, words: ['待审核', '待審核', 'Applicant'] },
} as const;

/** The permissions of a built-in role by its code; `*` is all permissions, including future ones. */
export const builtInPermissions = (roleCode: string, level: RoleLevel, declared: AllRights): readonly string[] =>
  roleCode === 'platform' ? ['*'] : roleCode === APPLICANT ? [] : permissionsOf(level, declared);

/** The built-in roles that hold a permission, the widest first. */
export const builtInHolders = (code: string, declared: AllRights): readonly string[] =>
  Object.entries(builtInRoles).flatMap(([roleCode, { level }]) => {
    const heldCodes = builtInPermissions(roleCode, level, declared);
    return heldCodes.includes('*') || heldCodes.includes(code) ? [roleCode] : [];
  });
