import { readable } from '../resource.ts';
import type { AnyResource } from '../resource.ts';

/** Fields that nothing works without: rows are named, placed, sorted and guarded by them. */
const isNeeded = (noun: AnyResource, name: string): boolean =>
  [noun.key, noun.title, noun.sort?.column, 'version', 'createTime'].includes(name) || Object.values(noun.scope).includes(name);

/** The fields of a noun that a rule may be about: an answer leaves out those that its reader is not shown. */
export const ruleableFields = (noun: AnyResource): readonly string[] =>
  readable(noun)
    .map(([name]) => name)
    .filter((name) => !isNeeded(noun, name));
