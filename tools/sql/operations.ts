import { SyntaxKind } from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import { isTaggedTemplateExpression } from 'typescript/unstable/ast/is';
import { fromProgram } from './declared.ts';
import { nothing, sqlOf, textOf, unknownAt } from './values.ts';
import type { Value } from './values.ts';

/** `value.name`; undefined where it is not known. */
export const propertyOf = (value: Value, name: string, at: Node): Value | undefined => {
  if (value.kind === 'object') return value.properties.get(name)?.value() ?? (value.isOpen ? undefined : nothing);
  if (value.kind === 'native') return fromProgram(Reflect.get(value.value, name), at);
  if (value.kind === 'list' && name === 'length') return { kind: 'number', number: value.items.length };
  return undefined;
};

export const namesOf = (value: Value): readonly string[] | undefined => {
  if (value.kind === 'object') return value.isOpen ? undefined : [...value.properties.keys()];
  return value.kind === 'native' ? Object.keys(value.value) : undefined;
};

/** `Object.keys`, `Object.values` and `Object.entries`. */
export const ofObject = (method: string, value: Value | undefined, at: Node): Value | undefined => {
  const names = value && namesOf(value);
  if (!value || !names) return undefined;
  const items = names.map((name): Value => {
    if (method === 'keys') return textOf(name);
    const inner = heldIn(value, name, at);
    return method === 'values' ? inner : { kind: 'list', items: [textOf(name), inner] };
  });
  return ['keys', 'values', 'entries'].includes(method) ? { kind: 'list', items } : undefined;
};

/** What a row is written with is a parameter, whatever it comes to: it is not looked into. */
const heldIn = (value: Value, name: string, at: Node): Value => {
  const property = value.kind === 'object' ? value.properties.get(name) : undefined;
  return property && !isTaggedTemplateExpression(property.at) ? unknownAt(property.at) : (propertyOf(value, name, at) ?? unknownAt(at));
};

/** `a === b` and `a !== b`; undefined where one of them is not known. */
export const compared = (operator: SyntaxKind, left: Value, right: Value): Value | undefined => {
  const [one, other] = [plainOf(left), plainOf(right)];
  if (one === undefined || other === undefined) return undefined;
  if (operator === SyntaxKind.EqualsEqualsEqualsToken) return { kind: 'boolean', boolean: one === other };
  return operator === SyntaxKind.ExclamationEqualsEqualsToken ? { kind: 'boolean', boolean: one !== other } : undefined;
};

/** What a condition makes of a value; undefined where it is not known. */
export const truthOf = (value: Value): boolean | undefined => {
  if (value.kind === 'boolean') return value.boolean;
  if (value.kind === 'nothing') return false;
  if (value.kind === 'text') return value.text !== '';
  if (value.kind === 'number') return value.number !== 0;
  return value.kind === 'unknown' || value.kind === 'never' ? undefined : true;
};

const plainOf = (value: Value): string | number | boolean | null | undefined => {
  if (value.kind === 'text') return value.text;
  if (value.kind === 'number') return value.number;
  if (value.kind === 'boolean') return value.boolean;
  return value.kind === 'nothing' ? null : undefined;
};

export const isAmong = (items: readonly Value[], wanted: Value): Value | undefined => {
  const [plain, known] = [plainOf(wanted), items.map(plainOf)];
  return plain === undefined || known.includes(undefined) ? undefined : { kind: 'boolean', boolean: known.includes(plain) };
};

/** Texts one after another; undefined where one of them is not known. */
export const textsJoined = (items: readonly Value[], separator: Value | undefined): Value | undefined =>
  items.every((item) => item.kind === 'text')
    ? textOf(items.map((item) => (item.kind === 'text' ? item.text : '')).join(separator?.kind === 'text' ? separator.text : ','))
    : undefined;

/** What `sql.lit`, `sql.raw`, `sql.ref` and `sql.table` make of a plain value. */
export const pieceOf = (builder: string, value: Value): Value | undefined => {
  if (builder === 'lit') return sqlOf(value.kind === 'number' ? String(value.number) : value.kind === 'text' ? `'${value.text}'` : 'null');
  if (value.kind !== 'text') return undefined;
  if (builder === 'raw') return sqlOf(value.text);
  return builder === 'ref' || builder === 'table'
    ? sqlOf(
        value.text
          .split('.')
          .map((part) => `"${part}"`)
          .join('.'),
      )
    : undefined;
};
