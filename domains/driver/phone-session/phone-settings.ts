import { count, text } from '#kit/fields/field.ts';
import { setting, withInitial } from '#kit/resource/setting.ts';
import type { Words } from '#kit/fields/words.ts';

const group: Words = ['安全', '安全', 'Security'];

/** To which countries codes are sent: numbers elsewhere are where messages are made dear. */
export const otpCountries = setting({
  key: 'driver.otpCountries',
  field: withInitial(text({ min: 1, max: 60 }), '86'),
  scope: 'tenant',
  group,
  words: ['车主短信登录的国家或地区', '車主簡訊登入的國家或地區', 'Countries for codes by SMS to drivers'],
  hint: [
    '国家或地区代码，用逗号分隔，例如 86,852；未写代码的号码按第一个处理',
    '國家或地區代碼，用逗號分隔，例如 86,852；未寫代碼的號碼按第一個處理',
    'Country codes separated by commas, such as 86,852; a number without one belongs to the first',
  ],
});

export const otpHourMax = setting({
  key: 'driver.otpHourMax',
  field: withInitial(count({ min: 1, max: 100_000 }), 200),
  scope: 'tenant',
  group,
  words: ['车主短信每小时上限', '車主簡訊每小時上限', 'Most codes by SMS to drivers in an hour'],
  hint: ['达到后不再发送并产生异常', '達到後不再傳送並產生異常', 'At this number nothing more is sent, and it is an exception'],
});
