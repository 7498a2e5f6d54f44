import type { Language, Words } from '#kit/fields/words.ts';
import { say } from '#kit/fields/words.ts';
import { allow, deny } from '#kit/resource/verdict.ts';
import type { Verdict } from '#kit/resource/verdict.ts';
import type { WarningConfRefusal } from './warning-conf.labels.ts';

/** Without these a warning does not say what happened where and when. */
export const requiredNames = ['time', 'station', 'cp', 'errorInfo'] as const;
const optionalNames = ['gun', 'level', 'count', 'since', 'url'] as const;
export const templateNames = [...requiredNames, ...optionalNames] as const;
export type TemplateName = (typeof templateNames)[number];
export type TemplateValues = Readonly<Record<TemplateName, string>>;

const NAME = /\{([^{}]*)\}/gu;

/** A template contains each required name, and no brace besides those of known names. */
export const checkTemplate = (template: string): Verdict<string, WarningConfRefusal> => {
  const text = template.trim();
  if (text === '') return deny('warningConf.empty');
  const names = [...text.matchAll(NAME)].map(([, name = '']) => name);
  const unknown = names.find((name) => !templateNames.some((known) => known === name));
  if (unknown !== undefined) return deny('warningConf.unknownName', { name: unknown });
  if (/[{}]/u.test(text.replaceAll(NAME, ''))) return deny('warningConf.brace');
  const missing = requiredNames.filter((name) => !names.includes(name));
  return missing.length > 0 ? deny('warningConf.missingName', { names: missing.map((name) => `{${name}}`).join(' ') }) : allow(text);
};

/** The text of a warning. A value is never read as a template again. */
export const fillTemplate = (template: string, values: TemplateValues): string =>
  template.replaceAll(NAME, (whole, name: string) => {
    const known = templateNames.find((each) => each === name);
    return known === undefined ? whole : values[known];
  });

const sampleWords: Readonly<Record<'station' | 'errorInfo' | 'level', Words>> = {
  station: ['示例站点', '範例站點', 'Example station'],
  errorInfo: ['急停按钮被按下', '急停按鈕被按下', 'The emergency stop was pressed'],
  level: ['紧急', '緊急', 'Critical'],
};

/** Values for a preview. */
export const sampleValues = (language: Language): TemplateValues => ({
  time: '2026-01-31 08:30',
  station: say(sampleWords.station, language),
  cp: '10001234',
  errorInfo: say(sampleWords.errorInfo, language),
  gun: '1',
  level: say(sampleWords.level, language),
  count: '1',
  since: '12 min',
  url: 'https://chargeops.example/#/monitor/exception-record',
});
