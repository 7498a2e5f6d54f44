import { domain } from '#kit/resource/feature.ts';
import { codeFeature } from './code/code.feature.ts';
import { accountFeature } from './account/account.feature.ts';
import { preferenceFeature } from './preference/preference.feature.ts';
import { savedViewFeature } from './saved-view/saved-view.feature.ts';
import { captchaFeature } from './captcha/captcha.feature.ts';
import { totpFeature } from './totp/totp.feature.ts';
import { thirdPartyFeature } from './third-party/third-party.feature.ts';
import { stepUpFeature } from './step-up/step-up.feature.ts';
import { sessionFeature } from './session/session.feature.ts';
import { userFeature } from './user/user.feature.ts';
import { permissionFeature } from './permission/permission.feature.ts';
import { onlineFeature } from './online/online.feature.ts';
import { roleGroupFeature } from './role-group/role-group.feature.ts';
import { roleFeature } from './role/role.feature.ts';
import { departFeature } from './depart/depart.feature.ts';
import { departRoleFeature } from './depart-role/depart-role.feature.ts';
import { positionFeature } from './position/position.feature.ts';

export const identity = domain('identity', [
  codeFeature,
  accountFeature,
  preferenceFeature,
  savedViewFeature,
  captchaFeature,
  totpFeature,
  thirdPartyFeature,
  stepUpFeature,
  sessionFeature,
  userFeature,
  permissionFeature,
  onlineFeature,
  roleGroupFeature,
  roleFeature,
  departFeature,
  departRoleFeature,
  positionFeature,
]);
