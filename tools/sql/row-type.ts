import { TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Type } from 'typescript/unstable/sync';
import type { Column } from './describe.ts';
import type { JsKind } from './js-kinds.ts';

/** The JavaScript type of a PostgreSQL type's values, and the type's name. */
export type KindOf = (type: number) => { readonly kind: JsKind; readonly name: string };

/** The differences between the declared row type and the columns of PostgreSQL's result, one line each. */
export const differences = (
  checker: Checker,
  rowType: Type,
  { columns, kindOf }: { readonly columns: readonly Column[]; readonly kindOf: KindOf },
): readonly string[] => {
  if (has(rowType, TypeFlags.TypeVariable))
    return [`rows are read as ${checker.typeToString(rowType)}, which says nothing: give the statement the type of its rows`];
  if (checker.getIndexInfosOfType(rowType).length > 0) return [];
  const properties = checker.getPropertiesOfType(rowType);
  const unread = columns.filter(({ name }) => !properties.some((property) => property.name === camel(name) || property.name === name));
  const differing = properties.flatMap((property): readonly string[] => {
    const type = checker.getTypeOfSymbol(property);
    const column = columns.find(({ name }) => property.name === camel(name) || property.name === name);
    if (!type) return [];
    const typeText = checker.typeToString(type);
    if (!column) return admitsUndefined(type) ? [] : [`${property.name} is read as ${typeText}, but PostgreSQL answers no such column`];
    const { kind, name } = kindOf(column.type);
    const message = `${property.name} is read as ${typeText}, but PostgreSQL answers ${name}`;
    if (!fits(checker, type, kind)) return [`${message}, which the driver gives as ${wordOf(kind)}`];
    return column.nullness === 'may' && !admitsNull(type) ? [`${message} that may be null`] : [];
  });
  return [...differing, ...unread.map(({ name }) => `column ${name} is answered, but nobody reads it`)];
};

/** Like the conversion of column names in the database layer. */
const camel = (name: string): string => name.replace(/_([a-z0-9])/gu, (_all, letter: string) => letter.toUpperCase());

const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);
const has = (type: Type, flags: TypeFlags): boolean => (type.flags & flags) !== 0;
const admitsNull = (type: Type): boolean => membersOf(type).some((each) => has(each, TypeFlags.Null | TypeFlags.AnyOrUnknown));
const admitsUndefined = (type: Type): boolean => membersOf(type).some((each) => has(each, TypeFlags.Undefined));

const FLAGS = { string: TypeFlags.StringLike, number: TypeFlags.NumberLike, bigint: TypeFlags.BigIntLike, boolean: TypeFlags.BooleanLike } as const;
const CLASSES: Readonly<Record<'date' | 'bytes', readonly string[]>> = { date: ['Date'], bytes: ['Buffer', 'Uint8Array'] };

const fits = (checker: Checker, type: Type, kind: JsKind): boolean =>
  membersOf(type).some((each) => has(each, TypeFlags.AnyOrUnknown) || memberFits(checker, each, kind));

const memberFits = (checker: Checker, type: Type, kind: JsKind): boolean => {
  if (typeof kind === 'object') {
    const [item] = checker.isArrayLikeType(type) && type.isTypeReference() ? checker.getTypeArguments(type) : [];
    return item !== undefined && fits(checker, item, kind.of);
  }
  switch (kind) {
    case 'json':
      return isJson(checker, type, new Set());
    case 'date':
    case 'bytes':
      return CLASSES[kind].includes(type.getSymbol()?.name ?? '');
    case 'object':
      return false;
    default:
      return has(type, FLAGS[kind]);
  }
};

/** The types of a JSON document, without types that the driver would return for a column of its own. */
const isJson = (checker: Checker, type: Type, visited: ReadonlySet<number>): boolean => {
  if (visited.has(type.id)) return true;
  const nowVisited = new Set([...visited, type.id]);
  if (type.isUnionType()) return type.getTypes().every((each) => isJson(checker, each, nowVisited));
  if (has(type, TypeFlags.BigIntLike | TypeFlags.ESSymbolLike)) return false;
  if (!has(type, TypeFlags.Object | TypeFlags.Intersection)) return true;
  if (checker.isArrayLikeType(type))
    return type.isTypeReference() && checker.getTypeArguments(type).every((each) => isJson(checker, each, nowVisited));
  if (
    Object.values(CLASSES)
      .flat()
      .includes(type.getSymbol()?.name ?? '')
  )
    return false;
  return checker.getPropertiesOfType(type).every((property) => {
    const inner = checker.getTypeOfSymbol(property);
    return !inner || isJson(checker, inner, nowVisited);
  });
};

const wordOf = (kind: JsKind): string => {
  if (typeof kind === 'object') return `an array of ${wordOf(kind.of)}`;
  return words.get(kind) ?? kind;
};

const words: ReadonlyMap<JsKind, string> = new Map([
  ['date', 'Date'],
  ['bytes', 'Buffer'],
  ['json', 'a value of JSON'],
  ['object', 'an object of the driver'],
]);
