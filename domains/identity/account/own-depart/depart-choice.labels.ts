import type { Words } from '#kit/fields/words.ts';

/** The texts of choosing a department. */
export const departWords = {
  choose: ['选择部门', '選擇部門', 'Choose a department'],
  chooseTenant: ['选择租户', '選擇租戶', 'Choose a tenant'],
  chooseBoth: ['选择租户和部门', '選擇租戶和部門', 'Choose a tenant and a department'],
  change: ['切换部门', '切換部門', 'Change department'],
  current: ['切换部门（当前：{name}）', '切換部門（目前：{name}）', 'Change department (now: {name})'],
  depart: ['部门', '部門', 'Department'],
  tenant: ['租户', '租戶', 'Tenant'],
  needTenant: ['请选择租户', '請選擇租戶', 'Choose a tenant'],
  needDepart: ['请选择部门', '請選擇部門', 'Choose a department'],
  none: ['您尚未设置部门信息！', '您尚未設定部門資訊！', 'You belong to no department yet'],
  chosen: ['当前部门：{name}', '目前部門：{name}', 'You now work in {name}'],
  signOut: ['退出登录', '登出', 'Sign out'],
  enter: ['进入', '進入', 'Enter'],
} as const satisfies Readonly<Record<string, Words>>;
