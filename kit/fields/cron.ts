import type { CronProblem } from '#engines/cron/expression.ts';
import type { PartName } from '#engines/cron/part.ts';
import { say } from './words.ts';
import type { Language, Words } from './words.ts';

export const partWords = {
  second: ['秒', '秒', 'Second'],
  minute: ['分', '分', 'Minute'],
  hour: ['时', '時', 'Hour'],
  day: ['日', '日', 'Day'],
  month: ['月', '月', 'Month'],
  week: ['周', '週', 'Week'],
  year: ['年', '年', 'Year'],
} as const satisfies Readonly<Record<PartName, Words>>;

/** Why an expression is invalid; the form and the server give the same reason. */
export const cronProblems = {
  'cron.empty': ['请输入cron表达式', '請輸入cron表達式', 'Enter a cron expression'],
  'cron.fewParts': [
    '至少需要6段：秒 分 时 日 月 周',
    '至少需要6段：秒 分 時 日 月 週',
    'At least 6 parts are needed: second minute hour day month week',
  ],
  'cron.manyParts': [
    '最多7段：秒 分 时 日 月 周 年',
    '最多7段：秒 分 時 日 月 週 年',
    'At most 7 parts are allowed: second minute hour day month week year',
  ],
  'cron.long': ['表达式过长', '表達式過長', 'The expression is too long'],
  'cron.badPart': ['“{part}”的内容“{text}”无法识别', '「{part}」的內容「{text}」無法識別', '{part}: "{text}" cannot be read'],
  'cron.outside': [
    '“{part}”的内容“{text}”超出范围，应在{min}到{max}之间',
    '「{part}」的內容「{text}」超出範圍，應在{min}到{max}之間',
    '{part}: "{text}" is out of range, from {min} to {max}',
  ],
  'cron.badStep': ['“{part}”的内容“{text}”间隔无效', '「{part}」的內容「{text}」間隔無效', '{part}: the interval in "{text}" is not valid'],
  'cron.order': ['“{part}”的内容“{text}”结束早于开始', '「{part}」的內容「{text}」結束早於開始', '{part}: "{text}" ends before it begins'],
  'cron.alone': [
    '“{part}”的内容“{text}”中，L、W、#、? 只能单独使用',
    '「{part}」的內容「{text}」中，L、W、#、? 只能單獨使用',
    '{part}: in "{text}", L, W, # and ? must stand alone',
  ],
  'cron.bothDays': [
    '日和周不能同时设置，其中一个应为 ?',
    '日和週不能同時設定，其中一個應為 ?',
    'Day and week cannot both be set; one of them must be ?',
  ],
  'cron.noDay': ['日和周不能同时为 ?', '日和週不能同時為 ?', 'Day and week cannot both be ?'],
  'cron.never': ['该表达式不会再执行', '該表達式不會再執行', 'The expression never runs again'],
} as const satisfies Readonly<Record<`cron.${CronProblem['code']}`, Words>>;

/** The arguments for the text of a problem. */
export const cronProblemArgs = (problem: CronProblem, language: Language) =>
  'part' in problem ? { part: say(partWords[problem.part], language), text: problem.text, min: problem.min, max: problem.max } : {};

export const cronProblemText = (problem: CronProblem, language: Language): string =>
  say(cronProblems[`cron.${problem.code}`], language, cronProblemArgs(problem, language));
