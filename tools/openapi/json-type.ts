import { SymbolFlags, TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Symbol, Type } from 'typescript/unstable/sync';
import type { Schema } from '#kit/server/openapi/api-facts.ts';
import { pathOf } from '../sql/sources.ts';

/** The schemas of the types that have names, each once. */
export interface NamedSchemas {
  readonly schemaOf: (type: Type) => Schema;
  readonly all: () => Readonly<Record<string, Schema>>;
}

const REF = '#/components/schemas/';

/** Converts types of the program to the JSON Schema of their JSON form. */
export const createNamedSchemas = (checker: Checker): NamedSchemas => {
  const schemas = new Map<string, Schema>();
  const names = new Map<number, string>();
  const namedSchema = (type: Type, symbol: Symbol): Schema => {
    const knownName = names.get(type.id);
    if (knownName !== undefined) return { $ref: `${REF}${knownName}` };
    const name = freeName(schemas, symbol.name);
    names.set(type.id, name);
    schemas.set(name, {});
    schemas.set(name, { ...objectSchema(type), ...described(checker, symbol) });
    return { $ref: `${REF}${name}` };
  };
  const objectSchema = (type: Type): Schema => {
    const properties = checker.getPropertiesOfType(type);
    const members = properties.map((property) => [property.name, memberSchema(property)] as const);
    const required = properties.filter((property) => !isOptional(checker, property)).map(({ name }) => name);
    return {
      type: 'object',
      ...(members.length > 0 && { properties: Object.fromEntries(members) }),
      ...(required.length > 0 && { required }),
      ...indexSchema(type),
    };
  };
  const memberSchema = (property: Symbol): Schema => {
    const type = checker.getTypeOfSymbol(property);
    return { ...(type ? schemaOf(type) : {}), ...described(checker, property) };
  };
  const indexSchema = (type: Type): Schema => {
    const infos = checker.getIndexInfosOfType(type);
    const [plain] = infos.filter(({ keyType }) => keyType.flags & TypeFlags.String);
    const patterned = infos.flatMap(({ keyType, valueType }) =>
      keyType.isTemplateLiteralType() ? [[patternOf(keyType.texts), schemaOf(valueType)] as const] : [],
    );
    return {
      ...(plain && { additionalProperties: schemaOf(plain.valueType) }),
      ...(patterned.length > 0 && { patternProperties: Object.fromEntries(patterned) }),
    };
  };
  const schemaOf = (type: Type): Schema => {
    const plain = plainSchema(type);
    if (plain) return plain;
    if (type.isUnionType()) return unionSchema(type.getTypes(), schemaOf);
    if (type.isTypeReference() && checker.isTupleType(type))
      return { type: 'array', prefixItems: checker.getTypeArguments(type).map(schemaOf), items: false };
    if (type.isTypeReference() && checker.isArrayLikeType(type)) {
      const [item] = checker.getTypeArguments(type);
      return { type: 'array', items: item ? schemaOf(item) : {} };
    }
    // The alias of a generic type says how a type was made, not what it contains.
    const symbol = type.getAliasTypeArguments().length > 0 ? undefined : (type.getAliasSymbol() ?? type.getSymbol());
    if (type.getSymbol()?.name === 'Date') return { type: 'string', format: 'date-time' };
    return symbol && hasOwnName(symbol) ? namedSchema(type, symbol) : objectSchema(type);
  };
  return { schemaOf, all: () => Object.fromEntries([...schemas].toSorted(([one], [other]) => (one < other ? -1 : 1))) };
};

const PLAIN: readonly (readonly [TypeFlags, Schema])[] = [
  [TypeFlags.AnyOrUnknown, {}],
  [TypeFlags.Null | TypeFlags.Void | TypeFlags.Undefined, { type: 'null' }],
  [TypeFlags.String | TypeFlags.TemplateLiteral, { type: 'string' }],
  [TypeFlags.Number, { type: 'number' }],
  [TypeFlags.Boolean, { type: 'boolean' }],
];

const plainSchema = (type: Type): Schema | undefined => {
  if (type.isErrorType()) throw new Error('a type of an answer cannot be read: the sources do not compile');
  if (type.isStringLiteralType() || type.isNumberLiteralType() || type.isBooleanLiteralType()) return { const: type.value };
  return PLAIN.find(([flags]) => (type.flags & flags) !== 0)?.[1];
};

/** Literals are merged into one enumeration, and null is merged with the other type. */
const unionSchema = (members: readonly Type[], schemaOf: (type: Type) => Schema): Schema => {
  const memberSchemas = members.filter(({ flags }) => (flags & TypeFlags.Undefined) === 0).map(schemaOf);
  const values = memberSchemas.flatMap((each) => ('const' in each ? [each['const']] : []));
  const isBoolean = values.includes(true) && values.includes(false);
  const literals = isBoolean ? values.filter((value) => typeof value !== 'boolean') : values;
  const others = [...(isBoolean ? [{ type: 'boolean' }] : []), ...memberSchemas.filter((each) => !('const' in each))];
  const hasNull = others.some(({ type }) => type === 'null');
  const rest = others.filter(({ type }) => type !== 'null');
  if (literals.length > 0) rest.push({ enum: hasNull && rest.length === 0 ? [...literals, null] : literals });
  const [only] = rest;
  if (!only) return { type: 'null' };
  if (rest.length === 1 && (!hasNull || 'enum' in only)) return only;
  if (rest.length === 1 && typeof only['type'] === 'string') return { ...only, type: [only['type'], 'null'] };
  return { anyOf: hasNull ? [...rest, { type: 'null' }] : rest };
};

const isOptional = (checker: Checker, property: Symbol): boolean => {
  if ((property.flags & SymbolFlags.Optional) !== 0) return true;
  const type = checker.getTypeOfSymbol(property);
  return type !== undefined && (type.isUnionType() ? type.getTypes() : [type]).some(({ flags }) => (flags & TypeFlags.Undefined) !== 0);
};

const described = (checker: Checker, symbol: Symbol): Schema => {
  const description = symbol.getDocumentationComment(checker).trim();
  return description === '' ? {} : { description };
};

/** Generic helper types: `Readonly<…>` and `Pick<…>` do not describe what they produce. */
const hasOwnName = (symbol: Symbol): boolean => {
  const [declaration] = symbol.declarations;
  return (
    !symbol.name.startsWith('__') &&
    declaration !== undefined &&
    /^(?:engines|kit|domains|apps)\//u.test(pathOf(declaration.path)) &&
    !GENERIC.has(symbol.name)
  );
};
/** Interfaces that wrap an answer and are named after what they wrap. */
const GENERIC: ReadonlySet<string> = new Set(['Page', 'ReportPage']);

const freeName = (used: ReadonlyMap<string, unknown>, name: string): string => {
  let candidate = name;
  for (let n = 2; used.has(candidate); n += 1) candidate = `${name}${n}`;
  return candidate;
};

const patternOf = (texts: readonly string[]): string =>
  `^${texts.map((text) => text.replaceAll(/[$.*+?()[\]{}|\\^]/gu, String.raw`\$&`)).join('.*')}$`;
