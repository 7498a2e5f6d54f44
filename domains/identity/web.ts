import type { CellPickers } from '#kit/web/edit-table/cells/cell-pickers.ts';
import type { Exhibits } from '#kit/web/gallery/exhibit.ts';
import type { Pages } from '#kit/web/page/web-entry.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';

export { accountApi } from './account/account.ts';
export { privacyApi } from './account/privacy.ts';
export type { PrivacyText } from './account/privacy.ts';
export type { SignInOptions } from './account/account.ts';
export { accountFields, fieldProblem } from './account/account-fields.web.ts';
export { departWords } from './account/own-depart/depart-choice.labels.ts';
export { refreshViewer } from './account/refresh-viewer.web.ts';
export { useSignInOptions } from './account/use-sign-in-options.web.ts';
export { codeApi } from './code/code.ts';
export { codeInputWords } from './code/code-input.labels.ts';
export { useResendCountdown } from './code/use-resend-countdown.web.ts';
export { passwordWords } from './password/password.labels.ts';
export { usePasswordProblem } from './password/use-password-problem.web.ts';
export { captchaApi } from './captcha/captcha.ts';
export { fillUrl } from './menu/menu-url.rules.ts';
export { totpApi } from './totp/totp.ts';
export type { SecondStep } from './totp/totp.ts';
export { secondStepWords } from './totp/second-step.labels.ts';
export { thirdPartyApi } from './third-party/third-party.ts';
export { onlineApi } from './online/online.ts';
export { sessionApi } from './session/session.ts';
export type { DepartChoice, LoginAnswer, MenuAnswer } from './session/session.ts';

/** Dialogs of the user's own account, loaded when they are first drawn. */
export const AccountDrawer = lazyComponent(() => import('./account/profile/account-drawer.web.tsx').then((drawer) => drawer.AccountDrawer));
export const Avatar = lazyComponent(
  () => import('./account/profile/avatar.web.tsx').then((avatar) => avatar.Avatar),
  ({ waiting }) => waiting,
);
export const ChangeDepart = lazyComponent(() => import('./account/own-depart/change-depart.web.tsx').then((dialog) => dialog.ChangeDepart));
export const ChangePasswordDialog = lazyComponent(() =>
  import('./account/credentials/change-password-dialog.web.tsx').then((dialog) => dialog.ChangePasswordDialog),
);
export const DepartDialog = lazyComponent(() => import('./account/own-depart/depart-dialog.web.tsx').then((dialog) => dialog.DepartDialog));
export const SecondStepDialog = lazyComponent(() =>
  import('./account/credentials/second-step-dialog.web.tsx').then((dialog) => dialog.SecondStepDialog),
);
export const Slider = lazyComponent(() => import('./captcha/slider.web.tsx').then((slider) => slider.Slider));

export const pages: Pages = {
  'identity/DepartPage': () => import('./depart/depart.web.tsx').then((page) => ({ default: page.DepartPage })),
  'identity/UserList': () => import('./user/user.web.tsx').then((page) => ({ default: page.UserList })),
  'identity/OnlineList': () => import('./online/online.web.tsx').then((page) => ({ default: page.OnlineList })),
  'identity/PermissionPage': () => import('./permission/permission.web.tsx').then((page) => ({ default: page.PermissionPage })),
  'identity/RoleGroupList': () => import('./role-group/role-group.web.tsx').then((page) => ({ default: page.RoleGroupList })),
  'identity/RoleList': () => import('./role/role.web.tsx').then((page) => ({ default: page.RoleList })),
};

export const multiRefInputs = {
  user: lazyComponent(() => import('./user/picker/user-input.web.tsx').then((input) => input.UsersInput)),
};

export const cellPickers = {
  sel_user: {
    Picker: lazyComponent(() => import('./user/picker/user-cell.web.tsx').then((picker) => picker.UserCellPicker)),
    names: async (usernames) => (await import('./user/picker/user-cell.web.tsx')).userOptions(usernames),
  },
  sel_depart: {
    Picker: lazyComponent(() => import('./depart/depart-cell.web.tsx').then((picker) => picker.DepartCellPicker)),
    names: async (ids) => (await import('./depart/depart-cell.web.tsx')).departOptions(ids),
  },
} satisfies CellPickers;

/** For the gallery of widgets. */
export const loadExhibits: Exhibits = async () => {
  const folders = await Promise.all([import('./user/picker/pickers.exhibit.web.tsx'), import('./captcha/slider.exhibit.web.tsx')]);
  return { exhibits: folders.flatMap(({ exhibits }) => exhibits) };
};
