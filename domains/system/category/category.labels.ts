import type { Words } from '#kit/fields/words.ts';
import { labels } from '#kit/resource/labels.ts';
import type { RefusalTable } from '#kit/resource/refusal.ts';
import { category } from './category.ts';

export const categoryLabels = labels(category, {
  noun: ['分类', '分類', 'Category'],
  fields: {
    id: ['分类编号', '分類編號', 'Category id'],
    tenantId: ['租户', '租戶', 'Tenant'],
    pid: ['上级分类', '上級分類', 'The category above'],
    name: ['分类名称', '分類名稱', 'Category'],
    code: ['分类编码', '分類編碼', 'Category code'],
    hasChild: ['有下级', '有下級', 'Has categories below'],
  },
  hints: {
    code: ['不填则自动生成，须以上级编码开头', '不填則自動產生，須以上級編碼開頭', 'Begins with the code above; made for you when left empty'],
  },
});

export const categoryInputLabels = {
  async: ['逐级加载', '逐級載入', 'Level by level'],
  pcode: ['上级编码', '上級編碼', 'The code above'],
  condition: ['条件', '條件', 'Condition'],
  field: ['字段', '欄位', 'Field'],
  val: ['值', '值', 'Value'],
} as const satisfies Readonly<Record<string, Words>>;

export const categoryRefusals = {
  'category.unknown': ['分类“{code}”不存在', '分類「{code}」不存在', 'There is no category {code}'],
  'category.several': ['找到多个分类', '找到多個分類', 'Several categories fit'],
  'category.noParent': ['请指定上级分类', '請指定上級分類', 'Name the category above by pid or pcode'],
  'category.badCode': ['编码须以上级编码“{code}”开头', '編碼須以上級編碼「{code}」開頭', 'The code must begin with the code above, {code}'],
  'category.badField': ['不能按“{field}”查找分类', '不能按「{field}」查找分類', 'Categories are not found by {field}'],
  'category.hasChildren': [
    '“{name}”下还有分类，不能删除',
    '「{name}」下還有分類，不能刪除',
    'There are categories below {name}; it cannot be deleted',
  ],
  'category.intoItself': ['不能移到自身或其下级之下', '不能移到自身或其下級之下', 'A category cannot be moved below itself'],
  'category.foreignParent': [
    '平台分类只能移到平台分类之下',
    '平台分類只能移到平台分類之下',
    'What the platform keeps stays below what the platform keeps',
  ],
  'category.platformOwn': ['平台分类只能由平台维护', '平台分類只能由平台維護', 'Only the platform keeps its own categories'],
  'category.tooDeep': ['分类层级过深', '分類層級過深', 'The tree is deep enough'],
} as const satisfies RefusalTable;

export const categoryWords = {
  addBelow: ['添加下级', '新增下級', 'Add below'],
  move: ['移动', '移動', 'Move'],
  moveTitle: ['移动“{name}”', '移動「{name}」', 'Move {name}'],
  moveHint: ['编码随上级改变，下级一并移动', '編碼隨上級改變，下級一併移動', 'Its code follows the one above; all below it goes along'],
  moved: ['已移动', '已移動', 'Moved'],
  firstLevel: ['一级分类', '一級分類', 'First level'],
  addRoot: ['新增一级分类', '新增一級分類', 'Add a first level'],
  none: ['还没有分类', '還沒有分類', 'No categories yet'],
} as const satisfies Readonly<Record<string, Words>>;
