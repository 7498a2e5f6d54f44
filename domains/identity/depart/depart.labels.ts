import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { depart } from './depart.ts';

export const departLabels = labels(depart, {
  noun: ['部门', '部門', 'Department'],
  fields: {
    id: ['部门编号', '部門編號', 'Department id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    parentId: ['上级部门', '上級部門', 'Parent department'],
    orgCode: ['机构编码', '機構編碼', 'Department code'],
    departName: ['部门名称', '部門名稱', 'Name'],
    departNameEn: ['英文名', '英文名', 'English name'],
    departNameAbbr: ['简称', '簡稱', 'Short name'],
    departOrder: ['排序', '排序', 'Order'],
    orgCategory: ['机构类型', '機構類型', 'Kind'],
    status: ['状态', '狀態', 'State'],
    mobile: ['电话', '電話', 'Phone'],
    address: ['地址', '地址', 'Address'],
    memo: ['备注', '備註', 'Remark'],
  },
});

export const departInputLabels = {
  keyWord: ['关键字', '關鍵字', 'Keyword'],
  pid: ['上级部门', '上級部門', 'Parent department'],
  primaryKey: ['主键字段', '主鍵欄位', 'Key field'],
  departId: ['部门', '部門', 'Department'],
  userIds: ['用户', '使用者', 'Users'],
} as const satisfies Readonly<Record<string, Words>>;

/** The texts of the page besides the labels of its fields. */
export const departWords = {
  choose: ['选择部门', '選擇部門', 'Choose departments'],
  roles: ['部门角色', '部門角色', 'Department roles'],
  rights: ['部门权限', '部門權限', 'Rights of the department'],
  rightsHint: [
    '部门角色可从这些权限中选择；收回的权限也会从部门角色中移除',
    '部門角色可從這些權限中選擇；收回的權限也會從部門角色中移除',
    'Its roles can be given these rights. What is taken here is taken from its roles as well',
  ],
  addPeople: ['添加用户', '新增使用者', 'Add people'],
  removePerson: ['移出', '移出', 'Take out'],
  askRemove: ['将“{name}”移出该部门？', '將「{name}」移出該部門？', 'Take {name} out of this department?'],
  below: ['该用户属于下级部门', '該使用者屬於下級部門', 'This user belongs to a department below'],
  noPeople: ['该部门还没有用户', '該部門還沒有使用者', 'Nobody belongs to this department yet'],
  of: ['部门', '部門', 'Departments'],
  directsHint: ['先选择所属部门', '先選擇所屬部門', 'Choose the departments first'],
  addRoot: ['新增一级部门', '新增一級部門', 'Add a root department'],
  addBelow: ['添加下级', '新增下級', 'Add below'],
  search: ['按部门名称搜索…', '依部門名稱搜尋…', 'Search departments'],
  none: ['还没有部门', '還沒有部門', 'No departments yet'],
  noneFound: ['没有查询到任何数据', '沒有查詢到任何資料', 'Nothing was found'],
  pick: ['请选择一个部门', '請選擇一個部門', 'Choose a department'],
  info: ['基本信息', '基本資訊', 'Details'],
  people: ['部门用户', '部門使用者', 'People'],
  expandAll: ['展开全部', '展開全部', 'Expand all'],
  foldAll: ['折叠全部', '摺疊全部', 'Fold all'],
} as const satisfies Readonly<Record<string, Words>>;

export const departRefusals = {
  'depart.notFound': ['没有查询到任何数据', '沒有查詢到任何資料', 'Nothing was found'],
  'depart.hasChildren': [
    '部门“{name}”还有下级部门，不能删除',
    '部門「{name}」還有下級部門，不能刪除',
    'Department {name} has departments below it and cannot be deleted',
  ],
  'depart.hasPeople': [
    '部门“{name}”还有{count}个用户，不能删除',
    '部門「{name}」還有{count}個使用者，不能刪除',
    'Department {name} still has {count} {count|user|users} and cannot be deleted',
  ],
  'depart.tooDeep': ['部门最多{max}级', '部門最多{max}級', 'Departments may stand {max} deep at most'],
  'depart.tooMany': ['该部门的下级部门已满', '該部門的下級部門已滿', 'There is no room for another department here'],
  'depart.foreign': ['所选部门不存在', '所選部門不存在', 'A chosen department does not exist'],
  'depart.foreignUser': ['所选用户不存在', '所選使用者不存在', 'A chosen user does not exist'],
} as const satisfies RefusalTable;
export type DepartRefusal = keyof typeof departRefusals;
