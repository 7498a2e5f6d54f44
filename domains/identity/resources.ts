import { domain, feature } from '#kit/resource/feature.ts';
import { menuGroups } from '#kit/resource/menu.ts';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import { accountInputLabels, accountRefusals } from './account/account.labels.ts';
import { accountApi } from './account/account.ts';
import { codeInputLabels, codeRefusals } from './code/code.labels.ts';
import { codeApi } from './code/code.ts';
import { captchaInputLabels, captchaRefusals } from './captcha/captcha.labels.ts';
import { captchaApi } from './captcha/captcha.ts';
import { preferenceInputLabels, preferenceRefusals } from './preference/preference.labels.ts';
import { savedViewInputLabels, savedViewRefusals } from './saved-view/saved-view.labels.ts';
import { departInputLabels, departLabels, departRefusals } from './depart/depart.labels.ts';
import { departRoleInputLabels, departRoleLabels, departRoleRefusals } from './depart-role/depart-role.labels.ts';
import { departRole, departRoleApi } from './depart-role/depart-role.ts';
import { depart, departApi } from './depart/depart.ts';
import { positionLabels, positionRefusals } from './position/position.labels.ts';
import { position, positionApi } from './position/position.ts';
import { permissionInputLabels, permissionLabels, permissionRefusals } from './permission/permission.labels.ts';
import { permission, permissionApi } from './permission/permission.ts';
import { onlineLabels, onlineRefusals } from './online/online.labels.ts';
import { online, onlineApi } from './online/online.ts';
import { roleGroupLabels, roleGroupRefusals } from './role-group/role-group.labels.ts';
import { roleGroup, roleGroupApi } from './role-group/role-group.ts';
import { roleLabels, roleRefusals } from './role/role.labels.ts';
import { role, roleApi } from './role/role.ts';
import { endReasonRefusals } from './session/end-reason.labels.ts';
import { passwordRefusals, sessionInputLabels, sessionRefusals } from './session/session.labels.ts';
import { filingNumber, idleMin, passwordDays, passwordHistory, passwordMin, proofMin } from './session/session-settings.ts';
import { signInSweep } from './session/sweep.ts';
import { sessionApi } from './session/session.ts';
import { stepUpApi } from '#kit/resource/rights/step-up.ts';
import { stepUpInputLabels, stepUpRefusals } from './step-up/step-up.labels.ts';
import { thirdPartyInputLabels, thirdPartyRefusals } from './third-party/third-party.labels.ts';
import { thirdPartyApi } from './third-party/third-party.ts';
import { totpInputLabels, totpRefusals } from './totp/totp.labels.ts';
import { totpApi } from './totp/totp.ts';
import { userInputLabels, userLabels, userRefusals } from './user/user.labels.ts';
import { user, userApi } from './user/user.ts';

export { ADMIN } from './admin.ts';
export {
  accountApi,
  captchaApi,
  codeApi,
  departApi,
  departRoleApi,
  positionApi,
  onlineApi,
  permissionApi,
  roleApi,
  roleGroupApi,
  sessionApi,
  thirdPartyApi,
  totpApi,
  userApi,
};

export const identity = domain('identity', [
  feature({
    name: 'code',
    title: ['验证码', '驗證碼', 'Code'],
    acts: { sms: ['发送', '發送', 'send'] },
    api: codeApi,
    inputLabels: codeInputLabels,
    refusals: codeRefusals,
  }),
  feature({
    name: 'account',
    title: ['账号', '帳號', 'Account'],
    acts: {
      phoneVerification: ['验证手机', '驗證手機', 'verify the phone'],
      phoneLogin: ['手机登录', '手機登錄', 'sign in by phone'],
      register: ['注册', '註冊', 'register'],
      passwordChange: ['找回密码', '找回密碼', 'set a forgotten password'],
    },
    api: accountApi,
    inputLabels: accountInputLabels,
    refusals: accountRefusals,
  }),
  feature({
    name: 'preference',
    title: ['个人设置', '個人設定', 'Personal settings'],
    acts: { save: ['保存', '儲存', 'save'] },
    api: preferenceApi,
    inputLabels: preferenceInputLabels,
    refusals: preferenceRefusals,
  }),
  feature({
    name: 'savedView',
    title: ['列表视图', '列表檢視', 'Saved views'],
    acts: { save: ['保存', '儲存', 'save'] },
    api: savedViewApi,
    inputLabels: savedViewInputLabels,
    refusals: savedViewRefusals,
  }),
  feature({ name: 'captcha', api: captchaApi, inputLabels: captchaInputLabels, refusals: captchaRefusals }),
  feature({
    name: 'totp',
    title: ['两步验证', '兩步驟驗證', 'Second step'],
    acts: {
      verify: ['登录', '登錄', 'sign in'],
      enrol: ['设置', '設定', 'set up'],
      confirm: ['开启', '開啟', 'switch on'],
      remove: ['关闭', '關閉', 'switch off'],
      demand: ['要求全员', '要求全員', 'demand of all'],
    },
    api: totpApi,
    inputLabels: totpInputLabels,
    refusals: totpRefusals,
  }),
  feature({
    name: 'thirdParty',
    title: ['第三方登录', '第三方登錄', 'Other service'],
    acts: {
      begin: ['前往登录', '前往登錄', 'go to sign in'],
      finish: ['登录返回', '登錄返回', 'come back from signing in'],
      getLoginUser: ['登录', '登錄', 'sign in'],
      connect: ['关联账号', '關聯帳號', 'connect an account'],
      disconnect: ['解除关联', '解除關聯', 'disconnect an account'],
      validateLogin: ['CAS登录', 'CAS登錄', 'sign in by CAS'],
    },
    api: thirdPartyApi,
    inputLabels: thirdPartyInputLabels,
    refusals: thirdPartyRefusals,
  }),
  feature({
    name: 'stepUp',
    title: ['身份验证', '身分驗證', 'Proof of identity'],
    acts: { sendCode: ['获取验证码', '取得驗證碼', 'ask for a code'], prove: ['验证身份', '驗證身分', 'prove who they are'] },
    api: stepUpApi,
    inputLabels: stepUpInputLabels,
    refusals: stepUpRefusals,
  }),
  feature({
    name: 'session',
    settings: [idleMin, proofMin, filingNumber, passwordMin, passwordDays, passwordHistory],
    jobs: [signInSweep],
    title: ['会话', '工作階段', 'Session'],
    acts: {
      login: ['登录', '登錄', 'sign in'],
      logout: ['退出登录', '登出', 'sign out'],
      strayed: ['登录凭证出现在其他浏览器，已退出', '登入憑證出現在其他瀏覽器，已登出', 'a token shown by another browser, which ends the session'],
      updatePassword: ['修改密码', '修改密碼', 'change the own password'],
      selectTenant: ['选择租户', '選擇租戶', 'choose a tenant'],
      selectDepart: ['选择部门', '選擇部門', 'choose a department'],
    },
    api: sessionApi,
    inputLabels: sessionInputLabels,
    refusals: { ...sessionRefusals, ...passwordRefusals, ...endReasonRefusals },
  }),
  feature({
    name: 'user',
    acts: {
      frozenBatch: ['冻结或解冻', '凍結或解凍', 'freeze or thaw'],
      changePassword: ['重置密码', '重設密碼', 'reset the password'],
      putRecycleBin: ['恢复', '復原', 'restore'],
      deleteRecycleBin: ['彻底删除', '徹底刪除', 'delete for good'],
      userEdit: ['修改本人资料', '修改本人資料', 'change the own details'],
      changeContact: ['更换本人手机或邮箱', '更換本人手機或信箱', 'change the own phone or mailbox'],
    },
    resource: user,
    api: userApi,
    labels: userLabels,
    inputLabels: { ...sessionInputLabels, ...userInputLabels },
    refusals: userRefusals,
    menu: [
      {
        path: '/system/user',
        component: 'identity/UserList',
        title: ['用户管理', '使用者管理', 'Users'],
        icon: 'user',
        group: menuGroups.system,
        order: 10,
        allow: 'user:list',
      },
    ],
  }),
  feature({
    name: 'permission',
    acts: {
      saveRolePermission: ['授予角色权限', '授予角色權限', 'set the rights of a role'],
      saveDepartPermission: ['授予部门权限', '授予部門權限', 'set the rights of a department'],
    },
    resource: permission,
    api: permissionApi,
    labels: permissionLabels,
    inputLabels: permissionInputLabels,
    refusals: permissionRefusals,
    menu: [
      {
        path: '/system/permission',
        component: 'identity/PermissionPage',
        title: ['权限管理', '權限管理', 'Permissions'],
        icon: 'safety',
        group: menuGroups.system,
        order: 30,
        allow: 'permission:list',
      },
    ],
  }),
  feature({
    name: 'online',
    acts: { endMine: ['退出其他设备', '登出其他裝置', 'sign out another device of their own'] },
    resource: online,
    api: onlineApi,
    labels: onlineLabels,
    refusals: onlineRefusals,
    menu: [
      {
        path: '/system/online',
        component: 'identity/OnlineList',
        title: ['在线用户', '線上使用者', 'Who is online'],
        icon: 'team',
        group: menuGroups.system,
        order: 15,
        allow: 'online:list',
      },
    ],
  }),
  feature({
    name: 'roleGroup',
    resource: roleGroup,
    api: roleGroupApi,
    labels: roleGroupLabels,
    refusals: roleGroupRefusals,
    menu: [
      {
        path: '/system/role-group',
        component: 'identity/RoleGroupList',
        title: ['角色组', '角色組', 'Role groups'],
        icon: 'team',
        group: menuGroups.system,
        order: 25,
        allow: 'roleGroup:list',
      },
    ],
  }),
  feature({
    name: 'role',
    resource: role,
    api: roleApi,
    labels: roleLabels,
    refusals: roleRefusals,
    menu: [
      {
        path: '/system/role',
        component: 'identity/RoleList',
        title: ['角色管理', '角色管理', 'Roles'],
        icon: 'idcard',
        group: menuGroups.system,
        order: 20,
        allow: 'role:list',
      },
    ],
  }),
  feature({
    name: 'depart',
    acts: { addUsers: ['添加用户', '新增使用者', 'add people'], removeUsers: ['移出用户', '移出使用者', 'take people out'] },
    resource: depart,
    api: departApi,
    labels: departLabels,
    inputLabels: departInputLabels,
    refusals: departRefusals,
    menu: [
      {
        path: '/system/depart',
        component: 'identity/DepartPage',
        title: ['部门管理', '部門管理', 'Departments'],
        icon: 'apartment',
        group: menuGroups.system,
        order: 30,
        allow: 'depart:list',
      },
    ],
  }),
  feature({
    name: 'departRole',
    acts: { saveDeptRolePermission: ['授予部门角色权限', '授予部門角色權限', 'set the rights of a department role'] },
    resource: departRole,
    api: departRoleApi,
    labels: departRoleLabels,
    inputLabels: departRoleInputLabels,
    refusals: departRoleRefusals,
  }),
  feature({
    name: 'position',
    resource: position,
    api: positionApi,
    labels: positionLabels,
    refusals: positionRefusals,
    menu: [
      {
        path: '/system/position',
        component: 'identity/PositionList',
        title: ['职务管理', '職務管理', 'Positions'],
        icon: 'idcard',
        group: menuGroups.system,
        order: 35,
        allow: 'position:list',
      },
    ],
  }),
]);
