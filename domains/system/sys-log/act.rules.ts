import type { Words } from '#kit/fields/words.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import { languages } from '#kit/fields/words.ts';
import type { Language } from '#kit/fields/words.ts';
import { operateType } from './sys-log.codes.ts';

const operateTypes = valuesOf(operateType);

/** The kind of an endpoint in the log: by its permission, otherwise by its name and method. */
export const operateTypeOf = (endpoint: Endpoint, name: string): (typeof operateTypes)[keyof typeof operateTypes] => {
  const right = endpoint.allow.split(':')[1] ?? '';
  if (right === 'export') return operateTypes.export;
  if (right === 'reveal') return operateTypes.list;
  if (right === 'import' || name.startsWith('import')) return operateTypes.import;
  if (right === 'delete' || name.startsWith('delete') || endpoint.method === 'DELETE') return operateTypes.delete;
  if (right === 'add' || name === 'add' || name === 'register') return operateTypes.add;
  return endpoint.method === 'GET' && endpoint.changes !== true ? operateTypes.list : operateTypes.edit;
};

/** Three languages in one column, one line each, so that a search works in any of them. */
export const linesOf = (words: Words): string => words.map((text) => text.replace(/\s+/g, ' ').trim()).join('\n');
export const lineIn = (lines: string, language: Language): string => lines.split('\n')[languages.indexOf(language)] ?? lines;

/** The names of a browser and its operating system. */
export const deviceOf = (userAgent: string): string => {
  const find = (patterns: readonly (readonly [RegExp, string])[]): string =>
    patterns.flatMap(([shape, name]) => {
      const found = shape.exec(userAgent);
      return found ? [found[1] ? `${name} ${found[1]}` : name] : [];
    })[0] ?? '';
  return [find(browsers), find(systems)].filter(Boolean).join(' · ') || userAgent.slice(0, DEVICE_MAX);
};
const DEVICE_MAX = 60;
const browsers = [
  [/MicroMessenger\/(\d+)/, 'WeChat'],
  [/DingTalk\/(\d+)/, 'DingTalk'],
  [/Edg\w*\/(\d+)/, 'Edge'],
  [/OPR\/(\d+)/, 'Opera'],
  [/Firefox\/(\d+)/, 'Firefox'],
  [/Chrome\/(\d+)/, 'Chrome'],
  [/Version\/(\d+)[\d.]* (?:Mobile\/\S+ )?Safari/, 'Safari'],
] as const;
const systems = [
  [/Windows NT/, 'Windows'],
  [/Android (\d+)/, 'Android'],
  [/iPhone|iPad/, 'iOS'],
  [/Mac OS X/, 'macOS'],
  [/Linux/, 'Linux'],
] as const;
