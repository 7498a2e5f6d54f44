import { codeTable } from '#kit/fields/codes.ts';

/** The owner of a dictionary or an item: the platform, for everyone to read, or one tenant. */
export const dictAttribute = codeTable({
  dictCode: 'dict_attr',
  title: ['字典属性', '字典屬性', 'Dictionary attribute'],
  items: {
    public: { value: 1, words: ['公共', '公共', 'Public'], tone: 'busy' },
    private: { value: 2, words: ['私有', '私有', 'Private'], tone: 'quiet' },
  },
});

export const dictValueType = codeTable({
  dictCode: 'dict_type',
  title: ['字典值类型', '字典值類型', 'Kind of value'],
  items: {
    text: { value: 0, words: ['文本', '文字', 'Text'] },
    number: { value: 1, words: ['数字', '數字', 'Number'] },
  },
});

export const dictItemStatus = codeTable({
  dictCode: 'dict_item_status',
  title: ['字典项状态', '字典項狀態', 'Item state'],
  items: {
    enabled: { value: 1, words: ['启用', '啟用', 'Enabled'], tone: 'good' },
    disabled: { value: 0, words: ['禁用', '停用', 'Disabled'], tone: 'quiet' },
  },
});

/** The colours of tags, with the names that clients of the product family use. */
export const dictColor = codeTable({
  dictCode: 'dict_color',
  title: ['标签颜色', '標籤顏色', 'Tag colour'],
  items: {
    default: { value: 'default', words: ['灰色', '灰色', 'Grey'], tone: 'quiet' },
    blue: { value: 'blue', words: ['蓝色', '藍色', 'Blue'], tone: 'busy' },
    green: { value: 'green', words: ['绿色', '綠色', 'Green'], tone: 'good' },
    orange: { value: 'orange', words: ['橙色', '橙色', 'Orange'], tone: 'warn' },
    red: { value: 'red', words: ['红色', '紅色', 'Red'], tone: 'bad' },
  },
});
