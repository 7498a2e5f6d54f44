import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { user } from './user.ts';

export const userLabels = labels(user, {
  noun: ['用户', '使用者', 'User'],
  fields: {
    id: ['用户编号', '使用者編號', 'User id'],
    username: ['用户名', '使用者名稱', 'User name'],
    password: ['密码', '密碼', 'Password'],
    realname: ['姓名', '姓名', 'Name'],
    status: ['状态', '狀態', 'State'],
    roleId: ['角色', '角色', 'Role'],
    roleLevel: ['角色级别', '角色級別', 'Level'],
    tenantId: ['租户', '租戶', 'Tenant'],
    agentId: ['运营商', '營運商', 'Agent'],
    stationIds: ['负责站点', '負責站點', 'Stations'],
    custId: ['客户', '客戶', 'Customer'],
    phone: ['手机号', '手機號碼', 'Phone'],
    telephone: ['座机', '市話', 'Landline'],
    email: ['邮箱', '電子郵件', 'E-mail'],
    sex: ['性别', '性別', 'Sex'],
    birthday: ['生日', '生日', 'Birthday'],
    avatar: ['头像', '頭像', 'Picture'],
    workNo: ['工号', '工號', 'Staff number'],
    lastLoginTime: ['最近登录', '最近登入', 'Last sign-in'],
    selecteddeparts: ['所属部门', '所屬部門', 'Departments'],
    departIds: ['负责部门', '負責部門', 'Directs'],
    userIdentity: ['身份', '身分', 'Standing'],
    orgCode: ['当前部门编码', '目前部門編碼', 'Current department code'],
    post: ['职务', '職務', 'Positions'],
    relTenantIds: ['可切换租户', '可切換租戶', 'Further tenants'],
    postTxt: ['职务名称', '職務名稱', 'Holds'],
    orgCodeTxt: ['部门名称', '部門名稱', 'Belongs to'],
  },
  hints: {
    password: [
      '包含字母、数字和特殊字符；长度按系统配置，至少10个字符',
      '包含字母、數字和特殊字元；長度按系統設定，至少10個字元',
      'With a letter, a digit and a special character; as long as the settings ask, 10 characters at least',
    ],
    relTenantIds: [
      '登录时可选择的其他租户，仅限租户级平台角色',
      '登入時可選擇的其他租戶，僅限租戶級平台角色',
      'May be chosen at sign-in; with a tenant role of the platform only',
    ],
    stationIds: ['站点级用户必填', '站點級使用者必填', 'Required for a user of station level'],
  },
  actions: {
    password: ['重置密码', '重設密碼', 'Reset password'],
    resetSecondStep: ['解除两步验证', '解除兩步驟驗證', 'Remove the second step'],
  },
});

export const userInputLabels = {
  keyword: ['关键字', '關鍵字', 'Keyword'],
  departId: ['部门', '部門', 'Department'],
  userIds: ['所选用户', '所選使用者', 'The chosen users'],
  selectedroles: ['角色', '角色', 'Role'],
  smscode: ['验证码', '驗證碼', 'Verification code'],
} as const satisfies Readonly<Record<string, Words>>;

/** The texts of the page besides the labels of its fields. */
export const userWords = {
  pick: ['根据部门选择用户', '依部門選擇使用者', 'Choose people by department'],
  pickSearch: ['按账号或姓名搜索', '依帳號或姓名搜尋', 'Search by account or name'],
  pickAll: ['选择本页全部', '選擇本頁全部', 'Everybody on this page'],
  freeze: ['冻结', '凍結', 'Freeze'],
  thaw: ['解冻', '解凍', 'Thaw'],
  resetPassword: ['重置密码', '重設密碼', 'Reset password'],
  resetStep: ['解除两步验证', '解除兩步驟驗證', 'Remove the second step'],
  confirmResetStep: [
    '解除“{name}”的两步验证？仅在其手机和恢复码都丢失时使用，该用户将立即退出登录',
    '解除「{name}」的兩步驟驗證？僅在其手機和復原碼都遺失時使用，該使用者將立即登出',
    'Remove the second step of {name}? Only when phone and recovery codes are lost. The user is signed out at once',
  ],
  resetOf: ['重置“{name}”的密码', '重設「{name}」的密碼', 'New password for {name}'],
  passwordAgain: ['确认密码', '確認密碼', 'Password again'],
  passwordSet: ['密码已重置，该用户已退出登录', '密碼已重設，該使用者已登出', 'The password is set and the user is signed out'],
  confirmFreeze: ['冻结“{name}”？该用户将立即退出登录', '凍結「{name}」？該使用者將立即登出', 'Freeze {name}? The user is signed out at once'],
  confirmThaw: ['解冻“{name}”？', '解凍「{name}」？', 'Thaw {name}?'],
  differs: ['两次输入的密码不一致', '兩次輸入的密碼不一致', 'The two passwords differ'],
  bin: ['用户回收站', '使用者回收站', 'Deleted users'],
  binHint: [
    '回收站中的用户不能登录，其用户名在彻底删除前仍被占用',
    '回收站中的使用者不能登入，其使用者名稱在徹底刪除前仍被佔用',
    'Nobody in here can sign in. Their user names stay taken until they are deleted for good',
  ],
  binEmpty: ['回收站为空', '回收站為空', 'Nobody has been deleted'],
  deletedAt: ['删除时间、操作人', '刪除時間、操作人', 'Deleted when, by whom'],
  restore: ['恢复', '復原', 'Restore'],
  restoreMany: ['批量恢复（{n}）', '批次復原（{n}）', 'Restore ({n})'],
  destroy: ['彻底删除', '徹底刪除', 'Delete for good'],
  destroyMany: ['批量彻底删除（{n}）', '批次徹底刪除（{n}）', 'Delete for good ({n})'],
  several: ['所选 {n} 个用户', '所選 {n} 個使用者', 'the {n} chosen users'],
  confirmDestroy: ['彻底删除“{name}”？', '徹底刪除「{name}」？', 'Delete {name} for good?'],
  destroyHint: [
    '删除后无法恢复；操作日志中的记录会保留',
    '刪除後無法復原；操作日誌中的記錄會保留',
    'This cannot be taken back. What they did stays in the log',
  ],
  partlyDone: ['已完成{n}项，{m}项未成功：{reasons}', '已完成{n}項，{m}項未成功：{reasons}', '{n} done, {m} refused. {reasons}'],
  self: ['不能对自己的账号执行此操作', '不能對自己的帳號執行此操作', 'You cannot do this to your own account'],
} as const satisfies Readonly<Record<string, Words>>;

export const userRefusals = {
  'user.needsTenant': ['该角色的用户必须属于一个租户', '該角色的使用者必須屬於一個租戶', 'A user with this role must belong to a tenant'],
  'user.needsAgent': ['该角色的用户必须属于一个运营商', '該角色的使用者必須屬於一個營運商', 'A user with this role must belong to an agent'],
  'user.needsStations': ['该角色的用户至少负责一个站点', '該角色的使用者至少負責一個站點', 'A user with this role needs at least one station'],
  'user.needsCustomer': ['该角色的用户必须对应一个大客户', '該角色的使用者必須對應一個大客戶', 'A user with this role must stand for a big customer'],
  'user.tooNarrow': ['“{field}”不适用于该角色级别', '「{field}」不適用於該角色級別', '{field} does not fit a role of this level'],
  'user.foreignRole': ['所选角色不存在', '所選角色不存在', 'The chosen role does not exist'],
  'user.foreignStation': ['所选站点不存在', '所選站點不存在', 'A chosen station does not exist'],
  'user.foreignCustomer': ['所选客户不存在', '所選客戶不存在', 'The chosen customer does not exist'],
  'user.foreignTenant': ['所选租户不存在', '所選租戶不存在', 'A chosen tenant does not exist'],
  'user.tenantsOfPlatform': ['只有平台可以设置可切换租户', '只有平台可以設定可切換租戶', 'Only the platform lets people into further tenants'],
  'user.tenantsRole': [
    '只有使用平台租户级角色的用户可以切换租户',
    '只有使用平台租戶級角色的使用者可以切換租戶',
    'Further tenants are for people with a tenant role of the platform',
  ],
  'user.ofSeveralTenants': [
    '该用户可进入多个租户，只能由平台维护',
    '該使用者可進入多個租戶，只能由平台維護',
    'This user enters several tenants and is looked after by the platform',
  ],
  'user.admin': [
    '系统管理员账号不能冻结、删除或降级',
    '系統管理員帳號不能凍結、刪除或降級',
    'The administrator account cannot be frozen, deleted or demoted',
  ],
  'user.nobody': ['请至少选择一个用户', '請至少選擇一個使用者', 'Choose at least one user'],
  'user.noneDone': ['均未成功：{reasons}', '均未成功：{reasons}', 'None was done. {reasons}'],
  'user.nameInBin': [
    '用户名“{name}”属于回收站中的用户，请先恢复或彻底删除该用户',
    '使用者名稱「{name}」屬於回收站中的使用者，請先復原或徹底刪除該使用者',
    'The name {name} belongs to a user in the recycle bin; restore that user or delete them for good first',
  ],
  'user.needsRole': ['请选择角色', '請選擇角色', 'Role is required'],
  'user.oneRole': [
    '每个用户只有一个角色；其他权限请通过角色组或部门角色授予',
    '每個使用者只有一個角色；其他權限請透過角色組或部門角色授予',
    'A user has one role; give further rights by a role group or a role of their department',
  ],
  'user.phoneTaken': ['该手机号已被其他账号使用', '該手機號碼已被其他帳號使用', 'Another account has this phone already'],
  'user.mailTaken': ['该邮箱已被其他账号使用', '該電子郵件已被其他帳號使用', 'Another account has this e-mail already'],
  'user.onePerson': [
    '{name} 在最近{days}天内为您和申请人设置过账号、密码、手机或权限，须由另一人确认',
    '{name} 在最近{days}天內為您和申請人設定過帳號、密碼、手機或權限，須由另一人確認',
    '{name} has set up the account, password, phone or rights of you both within the last {days} days; somebody else has to confirm',
  ],
  'user.self': userWords.self,
  'user.differs': userWords.differs,
} as const satisfies RefusalTable;
export type UserRefusal = keyof typeof userRefusals;
