import { codeTable } from '#kit/fields/codes.ts';

/** Code tables that no single noun owns. */
export const yesNo = codeTable({
  dictCode: 'yn',
  title: ['是否', '是否', 'Yes or no'],
  items: {
    yes: { value: 1, words: ['是', '是', 'Yes'], tone: 'good' },
    no: { value: 0, words: ['否', '否', 'No'], tone: 'quiet' },
  },
});

export const sex = codeTable({
  dictCode: 'sex',
  title: ['性别', '性別', 'Sex'],
  items: {
    male: { value: 1, words: ['男', '男', 'Male'] },
    female: { value: 2, words: ['女', '女', 'Female'] },
  },
});

/** The wire tags of the three languages, each with its own name in every language. */
export const languageTag = codeTable({
  dictCode: 'sse_transl:lang_type',
  title: ['语言', '語言', 'Language'],
  items: {
    zhCn: { value: 'zh_CN', words: ['简体中文', '简体中文', '简体中文'] },
    zhTw: { value: 'zh_TW', words: ['繁體中文', '繁體中文', '繁體中文'] },
    enUs: { value: 'en_US', words: ['English', 'English', 'English'] },
  },
});

/** Monday is 1, unlike in cron expressions. */
export const weekday = codeTable({
  dictCode: 'weekday',
  title: ['星期', '星期', 'Weekday'],
  items: {
    monday: { value: 1, words: ['星期一', '星期一', 'Monday'] },
    tuesday: { value: 2, words: ['星期二', '星期二', 'Tuesday'] },
    wednesday: { value: 3, words: ['星期三', '星期三', 'Wednesday'] },
    thursday: { value: 4, words: ['星期四', '星期四', 'Thursday'] },
    friday: { value: 5, words: ['星期五', '星期五', 'Friday'] },
    saturday: { value: 6, words: ['星期六', '星期六', 'Saturday'] },
    sunday: { value: 7, words: ['星期日', '星期日', 'Sunday'] },
  },
});

export const month = codeTable({
  dictCode: 'month',
  title: ['月份', '月份', 'Month'],
  items: {
    january: { value: 1, words: ['一月', '一月', 'January'] },
    february: { value: 2, words: ['二月', '二月', 'February'] },
    march: { value: 3, words: ['三月', '三月', 'March'] },
    april: { value: 4, words: ['四月', '四月', 'April'] },
    may: { value: 5, words: ['五月', '五月', 'May'] },
    june: { value: 6, words: ['六月', '六月', 'June'] },
    july: { value: 7, words: ['七月', '七月', 'July'] },
    august: { value: 8, words: ['八月', '八月', 'August'] },
    september: { value: 9, words: ['九月', '九月', 'September'] },
    october: { value: 10, words: ['十月', '十月', 'October'] },
    november: { value: 11, words: ['十一月', '十一月', 'November'] },
    december: { value: 12, words: ['十二月', '十二月', 'December'] },
  },
});
