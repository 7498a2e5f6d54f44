import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { permission } from './permission.ts';

export const permissionLabels = labels(permission, {
  noun: ['权限', '權限', 'Permission'],
  fields: {
    id: ['权限编号', '權限編號', 'Permission id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    parentId: ['上级', '上級', 'Under'],
    builtIn: ['系统内置', '系統內建', 'Built in'],
    menuType: ['类型', '類型', 'Kind'],
    name: ['名称（简体）', '名稱（簡體）', 'Name (simplified Chinese)'],
    nameTw: ['名称（繁体）', '名稱（繁體）', 'Name (traditional Chinese)'],
    nameEn: ['名称（英文）', '名稱（英文）', 'Name (English)'],
    url: ['地址', '位址', 'Address'],
    component: ['页面', '頁面', 'Page'],
    componentName: ['组件名称', '元件名稱', 'Component name'],
    redirect: ['跳转地址', '跳轉位址', 'Leads to'],
    icon: ['图标', '圖示', 'Icon'],
    perms: ['权限编码', '權限編碼', 'Code'],
    permsType: ['授权策略', '授權策略', 'Without the right'],
    status: ['规则状态', '規則狀態', 'Rule'],
    ruleNoun: ['数据', '資料', 'Data'],
    ruleField: ['字段', '欄位', 'Field'],
    minLevel: ['内置角色自此级别拥有', '內建角色自此級別擁有', 'Built-in roles hold it from'],
    sortNo: ['排序', '排序', 'Order'],
    isRoute: ['注册路由', '註冊路由', 'Has a page'],
    hidden: ['菜单中隐藏', '選單中隱藏', 'Hidden in the menu'],
    alwaysShow: ['聚合子菜单', '聚合子選單', 'One entry for all below'],
    keepAlive: ['保留页面', '保留頁面', 'Kept while hidden'],
    internalOrExternal: ['新窗口打开', '新視窗開啟', 'Opens in a new window'],
    description: ['说明', '說明', 'Description'],
  },
  hints: {
    url: [
      '以 / 开头的路径，或 http(s) 地址；可含 {{origin}}、{{basePath}}、{{userId}}',
      '以 / 開頭的路徑，或 http(s) 位址；可含 {{origin}}、{{basePath}}、{{userId}}',
      'A path that begins with /, or an http(s) address; {{origin}}, {{basePath}} and {{userId}} are filled in',
    ],
    status: [
      '未生效的规则不限制界面；操作仍由服务器校验',
      '未生效的規則不限制介面；操作仍由伺服器校驗',
      'A rule that is not in force restricts no screen; the server still asks for the right of an action',
    ],
    sortNo: ['数值小的在前', '數值小的在前', 'Smaller comes first'],
  },
});

export const permissionInputLabels = {
  permissionIds: ['所选权限', '所選權限', 'The chosen permissions'],
  lastpermissionIds: ['原有权限', '原有權限', 'The permissions before'],
  parentIds: ['上级', '上級', 'Under'],
  permissionId: ['权限', '權限', 'Permission'],
  departId: ['部门', '部門', 'Department'],
  roleId: ['角色', '角色', 'Role'],
  ruleName: ['规则名称', '規則名稱', 'Rule'],
  perms: ['权限编码', '權限編碼', 'Code'],
} as const satisfies Readonly<Record<string, Words>>;

export const permissionRefusals = {
  'permission.unknown': ['所选权限不存在', '所選權限不存在', 'A chosen permission does not exist'],
  'permission.platformOwn': ['平台权限只能由平台修改', '平台權限只能由平台修改', 'Only the platform changes its own permissions'],
  'permission.ofProgram': [
    '“{name}”由系统定义，只能调整排序、隐藏、策略和规则状态',
    '「{name}」由系統定義，只能調整排序、隱藏、策略和規則狀態',
    'The program defines {name}; only its order, whether it is hidden, its strategy and its rule can be set',
  ],
  'permission.needsUrl': ['菜单需要地址', '選單需要位址', 'A menu entry needs an address'],
  'permission.badUrl': [
    '地址无效：须为 / 开头的路径或 http(s) 地址，占位符仅支持 origin、basePath、userId',
    '位址無效：須為 / 開頭的路徑或 http(s) 位址，佔位符僅支援 origin、basePath、userId',
    'The address must be a path that begins with / or an http(s) address, with no placeholders but origin, basePath and userId',
  ],
  'permission.notFramed': [
    '该网站不允许在系统内显示，请改为新窗口打开',
    '該網站不允許在系統內顯示，請改為新視窗開啟',
    'This site may not be shown inside the product; let it open in a new window',
  ],
  'permission.unknownPage': ['页面“{component}”不存在', '頁面「{component}」不存在', 'There is no page called {component}'],
  'permission.badParent': ['上级须为菜单且不能在自身之下', '上級須為選單且不能在自身之下', 'It must stand under a menu entry, and not under itself'],
  'permission.unknownField': ['该字段不能设置规则', '該欄位不能設定規則', 'No rule can be made about this field'],
  'permission.strategyFixed': ['字段规则的策略不能修改', '欄位規則的策略不能修改', 'The strategy of a field rule is fixed'],
  'permission.hasChildren': ['请先删除“{name}”的下级', '請先刪除「{name}」的下級', 'Delete what is under {name} first'],
} as const satisfies RefusalTable;

/** The texts of a permission tree. */
export const rightsWords = {
  all: ['全部权限', '全部權限', 'All permissions'],
  count: ['{count} 项权限', '{count} 項權限', '{count} {count|permission|permissions}'],
  search: ['按名称或编码查找权限', '按名稱或編碼尋找權限', 'Find a right by name or code'],
  deep: ['连同下级', '連同下級', 'With all below'],
  unchanged: ['权限未变更', '權限未變更', 'No right is changed'],
  given: ['将授予 {n} 项', '將授予 {n} 項', '{n} to be given:'],
  taken: ['将收回 {n} 项', '將收回 {n} 項', '{n} to be taken:'],
} as const satisfies Readonly<Record<string, Words>>;

/** The texts of the page besides the labels of its fields. */
export const permissionWords = {
  savedBeside: [
    '已保存。您打开后他人也作了修改，已保留：{changes}',
    '已儲存。您開啟後他人也作了修改，已保留：{changes}',
    'Saved. Others have changed this since you opened it, and that stays: {changes}',
  ],
  andMore: ['{names} 等 {n} 项', '{names} 等 {n} 項', '{names} and others, {n} in all'],
  comma: ['，', '，', ', '],
  addEntry: ['添加菜单', '新增選單', 'Add a menu entry'],
  addGroup: ['添加一级菜单', '新增一級選單', 'Add a menu group'],
  addRule: ['添加字段规则', '新增欄位規則', 'Add a field rule'],
  name: ['名称', '名稱', 'Name'],
  what: ['权限码 / 路径', '權限碼 / 路徑', 'Code or path'],
  marks: ['标记', '標記', 'Marks'],
  addBelow: ['添加下级', '新增下級', 'Add below'],
  search: ['按名称或编码查找权限', '按名稱或編碼尋找權限', 'Find a right by name or code'],
  hidden: ['隐藏', '隱藏', 'Hidden'],
  own: ['自定义', '自訂', 'Own'],
  field: ['字段', '欄位', 'Field'],
  removes: ['无权限时不显示', '無權限時不顯示', 'Hidden without the right'],
  about: [
    '规则生效时，无权限者的按钮停用或不显示、字段不显示或不可修改；规则未生效时界面不受限，服务器仍校验操作权限。',
    '規則生效時，無權限者的按鈕停用或不顯示、欄位不顯示或不可修改；規則未生效時介面不受限，伺服器仍校驗操作權限。',
    'A rule in force disables or hides the button of whoever lacks the right, and hides or locks the field. One that is not in force restricts no screen; the server still asks for the right of an action.',
  ],
} as const satisfies Readonly<Record<string, Words>>;
