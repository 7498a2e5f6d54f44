import type { Words } from '#kit/fields/words.ts';

/** The texts of an editable table. */
export const tableWords = {
  table: ['可编辑表格', '可編輯表格', 'Editable table'],
  rowNumber: ['行号', '列號', 'Row'],
  rowTools: ['第{n}行的操作', '第{n}列的操作', 'Move or insert, row {n}'],
  selectRow: ['选择第{n}行', '選擇第{n}列', 'Select row {n}'],
  selectAll: ['全选', '全選', 'Select all'],
  insertBelow: ['下方插入一行', '下方插入一列', 'Insert a row below'],
  addSettings: ['新增设置', '新增設定', 'How to add'],
  addRowNum: ['新增行数', '新增列數', 'Rows to add'],
  addIndex: ['插入位置', '插入位置', 'Before row'],
  addIndexHint: ['0 表示末尾', '0 表示末尾', '0 is the end'],
  addScrollToBottom: ['新增到末尾后滚动到底部', '新增到末尾後捲動到底部', 'Scroll down to rows added at the end'],
  settingsSaved: ['保存成功', '儲存成功', 'Saved'],
  tooFast: ['你点击的太快了，请慢点点击!', '你點擊得太快了，請慢點點擊!', 'You are clicking too fast. Please slow down!'],
  clipboardEmpty: ['剪贴板为空', '剪貼簿為空', 'The clipboard is empty'],
  sum: ['合计', '合計', 'Sum'],
  popupUnset: ['popup参数未正确配置!', 'popup參數未正確設定!', 'The report picker is not set up correctly!'],
  popupUneven: [
    'popup参数未正确配置,原始值和目标值数量不一致!',
    'popup參數未正確設定,原始值和目標值數量不一致!',
    'The report picker is not set up correctly: source and target fields differ in number!',
  ],
  popupSorter: [
    '排序参数不正确，应为 column=asc 或 column=desc',
    '排序參數不正確，應為 column=asc 或 column=desc',
    'The order is not set up correctly: column=asc or column=desc',
  ],
  subTable: ['子表', '子表', 'Sub-table'],
  subTableFailed: ['打开子表失败', '開啟子表失敗', 'The sub-table could not be opened'],
  details: ['详细信息', '詳細資訊', 'Details'],
  fullscreen: ['全屏', '全螢幕', 'Full screen'],
  window: ['退出全屏', '退出全螢幕', 'Leave full screen'],
  keys: [
    '方向键移动，Enter 编辑，Esc 取消，Tab 到下一格',
    '方向鍵移動，Enter 編輯，Esc 取消，Tab 到下一格',
    'Arrows move, Enter edits, Esc takes back, Tab goes on to the next cell',
  ],
} as const satisfies Readonly<Record<string, Words>>;
