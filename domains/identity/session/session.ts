import { optional, ref, text } from '#kit/fields/field.ts';
import { endpoint, opaque, withMessage, words } from '#kit/resource/endpoint.ts';
import { agreedPrivacy } from '../account/privacy.ts';
import type { AllDictItems } from '#domains/system/resources.ts';

/** The person behind a session as pages show them. The server never reads it back. */
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
  /** Answers for a whole tenant, or for all of them. */
  readonly hasAuth: boolean;
  /** The password is older than the operator wants it; a new one is asked for. */
  readonly passwordDue: boolean;
  /** The days until then, when they are few enough to be told; null otherwise. */
  readonly passwordDaysLeft: number | null;
  readonly tenantId: string | null;
  readonly agentId: string | null;
  /** The one station, when it is exactly one. */
  readonly stationId: string | null;
  readonly stationIds: readonly string[];
  readonly custId: string | null;
  /** Currency of the tenant's money; null for the platform. */
  readonly currency: string | null;
  /** The department they work in at the moment, and its name. */
  readonly orgCode: string | null;
  readonly orgCodeTxt: string | null;
}

/** A department somebody may choose to work in. */
export interface DepartChoice {
  readonly id: string;
  readonly departName: string;
  readonly orgCode: string;
  readonly parentId: string | null;
}

/** Departments to choose from after a sign-in, as the family's clients know it. */
export const multiDepart = { none: 0, one: 1, several: 2 } as const;
type MultiDepart = (typeof multiDepart)[keyof typeof multiDepart];

export interface LoginAnswer {
  readonly token: string;
  /** What the browser shows at the next sign-in, so that it is counted apart; null where none was asked for. */
  readonly deviceToken: string | null;
  readonly userInfo: UserInfo;
  readonly departs: readonly DepartChoice[];
  /** 0: belongs to none. 1: to one, which is chosen already. 2: to several, one of which is to be chosen. */
  readonly multi_depart: MultiDepart;
  readonly tenantList: readonly { readonly id: string; readonly name: string }[];
  readonly sysAllDictItems: AllDictItems;
}

export interface MenuNode {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly component: string;
  /** "0": stands in the menu without a route of its own. */
  readonly route: '0' | '1';
  readonly redirect: string | null;
  readonly hidden?: true;
  /** One entry for all that is under it. */
  readonly alwaysShow?: true;
  readonly meta: {
    readonly title: string;
    readonly icon: string;
    readonly keepAlive: boolean;
    readonly internalOrExternal: boolean;
    readonly componentName: string;
    /** Rights of this page that the viewer holds. */
    readonly permissionList: readonly string[];
    /** Of an entry that leads elsewhere; may hold placeholders. */
    readonly url?: string;
  };
  readonly children?: readonly MenuNode[];
}

/** One rule: `type` "1" shows or hides, "2" enables or disables; `status` "1" says that it is in force. */
export interface PermissionRule {
  readonly action: string;
  readonly describe: string;
  readonly type: '1' | '2';
  readonly status: '0' | '1';
}

export interface MenuAnswer {
  readonly menu: readonly MenuNode[];
  /** What the viewer holds. */
  readonly auth: readonly PermissionRule[];
  /** What there is. */
  readonly allAuth: readonly PermissionRule[];
  /** The viewer's codes alone. */
  readonly codeList: readonly string[];
  readonly sysSafeMode: false;
}

const name = text({ min: 1, max: 64 });
/** Judged by the password rule, not by the field: a wrong one is answered like any other. */
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
  /** Says which of their own departments somebody works in from now on; a switch, which is no part of the sign-in any more, answers another token. */
  selectDepart: endpoint({
    method: 'PUT',
    alsoMethod: 'POST',
    path: '/sys/selectDepart',
    allow: 'signedIn',
    noTransaction: true,
    input: { orgCode: text({ min: 1, max: 30 }), username: name },
    output: opaque<{ readonly userInfo: UserInfo; readonly token: string | null }>(),
  }),
  /** Says in which of their own tenants somebody works, as long as this session lasts. */
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
  /** Ends all other sessions, and answers another token for this one. */
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
