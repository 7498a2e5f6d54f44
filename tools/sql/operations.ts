import { SyntaxKind } from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import { isTaggedTemplateExpression } from 'typescript/unstable/ast/is';
import { fromProgram } from './declared.ts';
import { nothing, sqlOf, textOf, unknownAt } from './values.ts';
import type { Value } from './values.ts';

/** `value.name`; undefined where it is unknown. */
export const propertyOf = (value: Value, name: string, node: Node): Value | undefined => {
  if (value.kind === 'object') return value.properties.get(name)?.value() ?? (value.isOpen ? undefined : nothing);
  if (value.kind === 'native') return fromProgram(Reflect.get(value.value, name), node);
  if (value.kind === 'list' && name === 'length') return { kind: 'number', number: value.items.length };
  return undefined;
};

export const namesOf = (value: Value): readonly string[] | undefined => {
  if (value.kind === 'object') return value.isOpen ? undefined : [...value.properties.keys()];
  return value.kind === 'native' ? Object.keys(value.value) : undefined;
};

/** `Object.keys`, `Object.values` and `Object.entries`. */
export const ofObject = (method: string, value: Value | undefined, node: Node): Value | undefined => {
  const names = value && namesOf(value);
  if (!value || !names) return undefined;
  const items = names.map((name): Value => {
    if (method === 'keys') return textOf(name);
    const inner = parameterOf(value, name, node);
    return method === 'values' ? inner : { kind: 'list', items: [textOf(name), inner] };
  });
  return ['keys', 'values', 'entries'].includes(method) ? { kind: 'list', items } : undefined;
};

/** A value that is written to a row is always a parameter, so it is not examined. */
const parameterOf = (value: Value, name: string, node: Node): Value => {
  const property = value.kind === 'object' ? value.properties.get(name) : undefined;
  return property && !isTaggedTemplateExpression(property.at) ? unknownAt(property.at) : (propertyOf(value, name, node) ?? unknownAt(node));
};

/** `a === b` and `a !== b`; undefined where one of them is unknown. */
export const valueOfComparison = (operator: SyntaxKind, left: Value, right: Value): Value | undefined => {
  const [leftValue, rightValue] = [plainOf(left), plainOf(right)];
  if (leftValue === undefined || rightValue === undefined) return undefined;
  if (operator === SyntaxKind.EqualsEqualsEqualsToken) return { kind: 'boolean', boolean: leftValue === rightValue };
  return operator === SyntaxKind.ExclamationEqualsEqualsToken ? { kind: 'boolean', boolean: leftValue !== rightValue } : undefined;
};

/** The truth of a value in a condition; undefined where it is unknown. */
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

export const isAmong = (items: readonly Value[], searched: Value): Value | undefined => {
  const [plainWanted, plainItems] = [plainOf(searched), items.map(plainOf)];
  return plainWanted === undefined || plainItems.includes(undefined) ? undefined : { kind: 'boolean', boolean: plainItems.includes(plainWanted) };
};

/** Concatenated texts; undefined where one of them is unknown. */
export const textsJoined = (items: readonly Value[], separator: Value | undefined): Value | undefined =>
  items.every((item) => item.kind === 'text')
    ? textOf(items.map((item) => (item.kind === 'text' ? item.text : '')).join(separator?.kind === 'text' ? separator.text : ','))
    : undefined;

/** The result of `sql.lit`, `sql.raw`, `sql.ref` and `sql.table` for a plain value. */
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
