import { readable } from '../resource.ts';
import type { AnyResource } from '../resource.ts';

/** Fields that rows cannot do without: key, title, scope, order and version. */
const isNeeded = (noun: AnyResource, name: string): boolean =>
  [noun.key, noun.title, noun.sort?.column, 'version', 'createTime'].includes(name) || Object.values(noun.scope).includes(name);

/** The fields of a noun for which a rule is possible. An answer omits those that are hidden from its viewer. */
export const ruleableFields = (noun: AnyResource): readonly string[] =>
  readable(noun)
    .map(([name]) => name)
    .filter((name) => !isNeeded(noun, name));
