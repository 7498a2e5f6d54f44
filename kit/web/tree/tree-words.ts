import type { Words } from '#kit/fields/words.ts';

/** The texts of trees, both of tables and of selects. */
export const treeWords = {
  unknownForm: ['返回数据类型不识别', '返回資料類型不識別', 'The data came back in a form that is not known'],
  badCondition: [
    '组件JTreeSelect-condition传值有误，需要一个json字符串!',
    '元件JTreeSelect-condition傳值有誤，需要一個json字串!',
    'The condition of this tree is wrong: it must be the text of a JSON object!',
  ],
  loading: ['加载中…', '載入中…', 'Loading…'],
  unfoldRow: ['展开 {name}', '展開 {name}', 'Show what is below {name}'],
  foldRow: ['收起 {name}', '收起 {name}', 'Hide what is below {name}'],
  selectRow: ['选择 {name}', '選擇 {name}', 'Select {name}'],
  selectAll: ['全选', '全選', 'Select all'],
  unfoldAll: ['全部展开', '全部展開', 'Expand all'],
  foldAll: ['全部收起', '全部收起', 'Collapse all'],
  keys: [
    '上下键换行，右键展开，左键收起，空格选择，回车打开',
    '上下鍵換列，右鍵展開，左鍵收起，空白鍵選擇，Enter 開啟',
    'Up and down go from row to row, right opens, left closes, Space selects, Enter opens the row',
  ],
} as const satisfies Readonly<Record<string, Words>>;
