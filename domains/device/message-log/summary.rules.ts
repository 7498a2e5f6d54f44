import { replyResult } from '../command/command.ts';
import { accountQueryResult, genericResult, loginResult, recordResult, startResultReply } from '../protocol.codes.ts';
import { recordCommand } from '../v10-record/v10-record.codes.ts';
import { startResult } from '../start-result.codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { CodeTable } from '#kit/fields/codes.ts';
import type { Words } from '#kit/fields/words.ts';
import { codeTables } from './frame-codes.rules.ts';
import { frameFields } from './frame-fields.labels.ts';

type Translate = (words: Words) => string;

/** The facts of a native message in the viewer's words, without the message's name, which comes first in the summary and has a column of its own. */
export const factsOf = ({ summary, msgType }: { readonly summary: string; readonly msgType: string }, say: Translate): string =>
  summary
    .split(', ')
    .slice(1)
    .map((fact) => factOf(fact, { msgType, say }))
    .join(', ');

const factOf = (fact: string, { msgType, say }: { readonly msgType: string; readonly say: Translate }): string => {
  const [, name = '', value = ''] = /^(\w+) (.*)$/.exec(fact) ?? [];
  const words = frameFields[name];
  if (!words) return fact;
  const table = name === 'result' ? resultTableOf(msgType) : codeTables[name];
  const number = /\((\d+)\)$/.exec(value)?.[1];
  const item = name === 'cmd' ? itemOf(recordCommand, value) : table && number !== undefined ? itemOf(table, number) : undefined;
  return `${say(words)} ${item ? say(item.words) : value}`;
};

/** The code table of a `result` depends on the type of the message. */
const resultTableOf = (msgType: string): CodeTable => {
  if (msgType.startsWith('11')) return replyResult;
  return results[msgType] ?? genericResult;
};
const results: Readonly<Record<string, CodeTable>> = {
  '0100': loginResult,
  '0103': accountQueryResult,
  '0104': accountQueryResult,
  '0105': startResultReply,
  '9002': startResult,
  '9102': startResultReply,
  '9104': recordResult,
  '9110': replyResult,
};
