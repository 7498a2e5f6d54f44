import { TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Type } from 'typescript/unstable/sync';
import type { Column } from './describe.ts';
import type { JsKind } from './js-kinds.ts';

/** How the driver gives a value of a PostgreSQL type, and the type's name. */
export type KindOf = (type: number) => { readonly kind: JsKind; readonly name: string };

/** What is wrong between the type that rows are read as and the columns that PostgreSQL answers, a line each. */
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
  const found = properties.flatMap((property): readonly string[] => {
    const type = checker.getTypeOfSymbol(property);
    const column = columns.find(({ name }) => property.name === camel(name) || property.name === name);
    if (!type) return [];
    const told = checker.typeToString(type);
    if (!column) return admitsUndefined(type) ? [] : [`${property.name} is read as ${told}, but PostgreSQL answers no such column`];
    const { kind, name } = kindOf(column.type);
    const says = `${property.name} is read as ${told}, but PostgreSQL answers ${name}`;
    if (!fits(checker, type, kind)) return [`${says}, which the driver gives as ${wordOf(kind)}`];
    return column.nullness === 'may' && !admitsNull(type) ? [`${says} that may be null`] : [];
  });
  return [...found, ...unread.map(({ name }) => `column ${name} is answered, but nobody reads it`)];
};

/** As the database layer turns names of columns. */
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

/** What a document can hold: nothing that the driver would give for a column of its own. */
const isJson = (checker: Checker, type: Type, seen: ReadonlySet<number>): boolean => {
  if (seen.has(type.id)) return true;
  const within = new Set([...seen, type.id]);
  if (type.isUnionType()) return type.getTypes().every((each) => isJson(checker, each, within));
  if (has(type, TypeFlags.BigIntLike | TypeFlags.ESSymbolLike)) return false;
  if (!has(type, TypeFlags.Object | TypeFlags.Intersection)) return true;
  if (checker.isArrayLikeType(type)) return type.isTypeReference() && checker.getTypeArguments(type).every((each) => isJson(checker, each, within));
  if (
    Object.values(CLASSES)
      .flat()
      .includes(type.getSymbol()?.name ?? '')
  )
    return false;
  return checker.getPropertiesOfType(type).every((property) => {
    const inner = checker.getTypeOfSymbol(property);
    return !inner || isJson(checker, inner, within);
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
