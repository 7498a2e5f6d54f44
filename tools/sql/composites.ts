import { SyntaxKind } from 'typescript/unstable/ast';
import type { BinaryExpression, ElementAccessExpression, Node, ObjectLiteralExpression } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { valueOfComparison, namesOf, propertyOf, truthOf } from './operations.ts';
import { at } from './reading.ts';
import type { SourceReader } from './reading.ts';
import { nameIn } from './syntax.ts';
import { nothing, textOf, unknownAt } from './values.ts';
import type { Property, Scope, Value } from './values.ts';

export const listed = (reading: SourceReader, elements: readonly Node[], scope: Scope | undefined): Value => {
  const items: Value[] = [];
  for (const element of elements) {
    const isSpread = is.isSpreadElement(element);
    const value = reading.value(isSpread ? element.expression : element, scope);
    if (!isSpread) items.push(value);
    else if (value.kind === 'list') items.push(...value.items);
    else return value.kind === 'never' ? value : unknownAt(element);
  }
  return { kind: 'list', items };
};

export const objectOf = (reading: SourceReader, node: ObjectLiteralExpression, scope: Scope | undefined): Value => {
  const properties = new Map<string, Property>();
  let isOpen = false;
  for (const property of node.properties) {
    if (is.isSpreadAssignment(property)) {
      const value = reading.value(property.expression, scope);
      // A spread of an unknown value may replace every member before it.
      if (value.kind !== 'object' && value.kind !== 'nothing') properties.clear();
      isOpen ||= value.kind === 'object' ? value.isOpen : value.kind !== 'nothing';
      if (value.kind === 'object') for (const [name, item] of value.properties) properties.set(name, item);
      continue;
    }
    const held = is.isPropertyAssignment(property) ? property.initializer : is.isShorthandPropertyAssignment(property) ? property.name : undefined;
    const name = property.name && keyIn(reading, property.name, scope);
    if (held && name !== undefined) properties.set(name, { at: held, value: () => reading.value(held, scope) });
    else isOpen = true;
  }
  return { kind: 'object', properties, isOpen };
};

/** A computed name that is unknown still refers to one of the values. */
const keyIn = (reading: SourceReader, name: Node, scope: Scope | undefined): string | undefined =>
  is.isComputedPropertyName(name) ? (keyText(reading.value(name.expression, scope)) ?? `[${name.getText()}]`) : nameIn(name);

const keyText = (value: Value): string | undefined =>
  value.kind === 'text' ? value.text : value.kind === 'number' ? String(value.number) : undefined;

/** `a[b]`: where the key is unknown, any member. */
export const elementOf = (reading: SourceReader, node: ElementAccessExpression, scope: Scope | undefined): Value | undefined => {
  const value = reading.value(node.expression, scope);
  const key = reading.value(node.argumentExpression, scope);
  if (value.kind === 'list') return key.kind === 'number' ? (value.items[key.number] ?? nothing) : undefined;
  const names = namesOf(value) ?? [];
  const name = keyText(key) ?? at(names, reading.choose(node.argumentExpression, scope, names.length));
  return name === undefined ? undefined : propertyOf(value, name, node);
};

/** `a ?? b`, `a || b`, `a && b`, comparisons, and sums of texts and numbers. */
export const valueOfBinary = (
  reading: SourceReader,
  { left, right, operatorToken }: BinaryExpression,
  scope: Scope | undefined,
): Value | undefined => {
  const first = reading.value(left, scope);
  const second = (): Value => reading.value(right, scope);
  const truth = truthOf(first);
  switch (operatorToken.kind) {
    case SyntaxKind.PlusToken:
      return added(first, second());
    case SyntaxKind.QuestionQuestionToken:
      if (first.kind === 'unknown') return reading.choose(left, scope, 2) === 1 ? second() : first;
      return first.kind === 'nothing' ? second() : first;
    case SyntaxKind.BarBarToken:
      return truth === undefined ? undefined : truth ? first : second();
    case SyntaxKind.AmpersandAmpersandToken:
      return truth === undefined ? undefined : truth ? second() : first;
    default:
      return valueOfComparison(operatorToken.kind, first, second());
  }
};

const added = (first: Value, second: Value): Value | undefined => {
  if (first.kind === 'number' && second.kind === 'number') return { kind: 'number', number: first.number + second.number };
  return first.kind === 'text' && second.kind === 'text' ? textOf(first.text + second.text) : undefined;
};
