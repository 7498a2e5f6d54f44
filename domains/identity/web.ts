import type { CellPickers } from '#kit/web/edit-table/cells/cell-pickers.ts';
import type { Exhibits } from '#kit/web/gallery/exhibit.ts';
import type { Pages } from '#kit/web/page/web-door.ts';
import { late } from '#kit/web/code-loading/lazy-component.tsx';

export { accountApi } from './account/account.ts';
export type { SignInOptions } from './account/account.ts';
export { codeApi } from './code/code.ts';
export { usePasswordLack } from './password/use-password-problem.web.ts';
export { captchaApi, captchaBounds, captchaSize } from './captcha/captcha.ts';
export type { Challenge } from './captcha/captcha.ts';
export { captchaWords } from './captcha/captcha.labels.ts';
export { fillUrl } from './menu/menu-url.rules.ts';
export { totpApi } from './totp/totp.ts';
export type { Enrolment, SecondStep, TotpState } from './totp/totp.ts';
export { thirdPartyApi } from './third-party/third-party.ts';
export { onlineApi } from './online/online.ts';
export { sessionApi } from './session/session.ts';
export type { DepartChoice, LoginAnswer, MenuAnswer } from './session/session.ts';

/** What somebody sees and sets of themselves; it comes when it is looked at. */
export const loadOwnUser = () => import('./user/own-user.web.ts');

export const pages: Pages = {
  'identity/DepartPage': () => import('./depart/depart.web.tsx').then((page) => ({ default: page.DepartPage })),
  'identity/UserList': () => import('./user/user.web.tsx').then((page) => ({ default: page.UserList })),
  'identity/OnlineList': () => import('./online/online.web.tsx').then((page) => ({ default: page.OnlineList })),
  'identity/PermissionPage': () => import('./permission/permission.web.tsx').then((page) => ({ default: page.PermissionPage })),
  'identity/RoleGroupList': () => import('./role-group/role-group.web.tsx').then((page) => ({ default: page.RoleGroupList })),
  'identity/RoleList': () => import('./role/role.web.tsx').then((page) => ({ default: page.RoleList })),
};

export const several = {
  user: late(() => import('./user/picker/user-input.web.tsx').then((input) => input.UsersInput)),
};

export const cellPickers = {
  sel_user: {
    Picker: late(() => import('./user/picker/user-cell.web.tsx').then((picker) => picker.UserCellPicker)),
    names: async (usernames) => (await import('./user/picker/user-cell.web.tsx')).namesOfUsers(usernames),
  },
  sel_depart: {
    Picker: late(() => import('./depart/depart-cell.web.tsx').then((picker) => picker.DepartCellPicker)),
    names: async (ids) => (await import('./depart/depart-cell.web.tsx')).namesOfDeparts(ids),
  },
} satisfies CellPickers;

/** For the gallery of widgets. */
export const loadExhibits: Exhibits = () => import('./user/picker/pickers.exhibit.web.tsx');
