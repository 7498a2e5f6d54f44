import { optional, ref, text } from '#kit/fields/field.ts';
import { endpoint, opaque, withMessage, words } from '#kit/resource/endpoint.ts';
import { agreedPrivacy } from '../account/privacy.ts';
import type { AllDictItems } from '#domains/system/resources.ts';

/** The signed-in user as pages show them. The server never uses this as input. */
export interface UserInfo {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
  readonly avatar: string | null;
  readonly phone: string | null;
  readonly email: string | null;
  readonly roleCode: string;
  readonly roleName: string;
  readonly roleLevel: number;
  /** The role covers a whole tenant or all tenants. */
  readonly hasAuth: boolean;
  /** The password has expired, and a new one is required. */
  readonly passwordDue: boolean;
  /** The days until the password expires, when only a few remain; otherwise null. */
  readonly passwordDaysLeft: number | null;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  /** The station of the user, if it is exactly one. */
  readonly stationId: string | null;
  readonly stationIds: readonly string[];
  readonly custId: string | null;
  /** The currency of the tenant; null for the platform. */
  readonly currency: string | null;
  /** The code and the name of the user's current department. */
  readonly orgCode: string | null;
  readonly orgCodeTxt: string | null;
}

/** A department in which the user can work. */
export interface DepartChoice {
  readonly id: string;
  readonly departName: string;
  readonly orgCode: string;
  readonly parentId: string | null;
}

/** The number of departments to choose from after a sign-in, as clients of the product family expect it. */
export const multiDepart = { none: 0, one: 1, several: 2 } as const;
type MultiDepart = (typeof multiDepart)[keyof typeof multiDepart];

export interface LoginAnswer {
  readonly token: string;
  /** The token that this browser sends with the next sign-in, to have separate attempt counters; null if it was not requested. */
  readonly deviceToken: string | null;
  readonly userInfo: UserInfo;
  readonly departs: readonly DepartChoice[];
  /** 0: no department. 1: one, which is already selected. 2: several, of which one has to be selected. */
  readonly multi_depart: MultiDepart;
  readonly tenantList: readonly { readonly id: string; readonly name: string }[];
  readonly sysAllDictItems: AllDictItems;
}

export interface MenuNode {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly component: string;
  /** "0": an entry of the menu without its own route. */
  readonly route: '0' | '1';
  readonly redirect: string | null;
  readonly hidden?: true;
  /** Shows the entry as a group even when it has a single child. */
  readonly alwaysShow?: true;
  readonly meta: {
    readonly title: string;
    readonly icon: string;
    readonly keepAlive: boolean;
    readonly internalOrExternal: boolean;
    readonly componentName: string;
    /** Permissions of this page that the viewer holds. */
    readonly permissionList: readonly string[];
    /** For an entry with a URL, which may contain placeholders. */
    readonly url?: string;
  };
  readonly children?: readonly MenuNode[];
}

/** A rule: `type` "1" shows or hides, "2" enables or disables; `status` "1" means active. */
export interface PermissionRule {
  readonly action: string;
  readonly describe: string;
  readonly type: '1' | '2';
  readonly status: '0' | '1';
}

export interface MenuAnswer {
  readonly menu: readonly MenuNode[];
  /** The rules whose permission the viewer holds. */
  readonly auth: readonly PermissionRule[];
  /** All rules. */
  readonly allAuth: readonly PermissionRule[];
  /** Only the viewer's codes. */
  readonly codeList: readonly string[];
  readonly sysSafeMode: false;
}

const name = text({ min: 1, max: 64 });
/** Checked against the stored password and not by the field, so that every wrong one gets the same answer. */
const loginSecret = text({ min: 1, max: 128 });

export const sessionApi = {
  login: endpoint({
    method: 'POST',
    path: '/sys/login',
    allow: 'public',
    noTransaction: true,
    signs: 'in',
    input: {
      username: name,
      password: loginSecret,
      captcha: optional(text({ max: 64 })),
      checkKey: optional(text({ max: 64 })),
      deviceToken: optional(text({ max: 64 })),
      agreePrivacy: agreedPrivacy(),
    },
    output: opaque<LoginAnswer>(),
  }),
  logout: endpoint({ method: 'POST', path: '/sys/logout', allow: 'public', noTransaction: true, signs: 'out', input: {}, output: words() }),
  getUserInfo: endpoint({
    method: 'GET',
    path: '/sys/user/getUserInfo',
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<{ readonly userInfo: UserInfo }>(),
  }),
  getCurrentUserDeparts: endpoint({
    method: 'GET',
    path: '/sys/user/getCurrentUserDeparts',
    allow: 'signedIn',
    noTransaction: true,
    input: {},
    output: opaque<{ readonly list: readonly DepartChoice[]; readonly orgCode: string | null }>(),
  }),
  /** Selects the department in which the user works. A switch after the sign-in returns a new token. */
  selectDepart: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: '/sys/selectDepart',
    allow: 'signedIn',
    noTransaction: true,
    input: { orgCode: text({ min: 1, max: 30 }), username: name },
    output: opaque<{ readonly userInfo: UserInfo; readonly token: string | null }>(),
  }),
  /** Selects the tenant in which the user works, for the duration of the session. */
  selectTenant: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: '/sys/selectTenant',
    allow: 'signedIn',
    noTransaction: true,
    input: { tenantId: ref('tenant') },
    output: opaque<{ readonly userInfo: UserInfo }>(),
  }),
  menu: endpoint({ method: 'GET', path: '/sys/permission/getUserPermissionByToken', allow: 'signedIn', input: {}, output: opaque<MenuAnswer>() }),
  /** Ends all other sessions, and returns a new token for this one. */
  updatePassword: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: '/sys/user/updatePassword',
    allow: 'signedIn',
    noTransaction: true,
    input: { username: name, oldpassword: loginSecret, password: loginSecret, confirmpassword: loginSecret },
    output: withMessage<{ readonly token: string }>(),
  }),
};
