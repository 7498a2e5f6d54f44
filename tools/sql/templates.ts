import type { CallExpression, Expression, Node, TaggedTemplateExpression, TemplateExpression } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { pieceOf } from './operations.ts';
import type { SourceReader } from './reading.ts';
import { mayBeSql } from './syntax.ts';
import { sqlOf, textOf } from './values.ts';
import type { UnknownValue, Scope, Value } from './values.ts';

/** A statement or a part of one: sql`select ${x}`. */
export const valueOfTagged = (reading: SourceReader, node: TaggedTemplateExpression, scope: Scope | undefined): Value | undefined => {
  const { tag, template } = node;
  if (!is.isIdentifier(tag) || tag.text !== 'sql') return undefined;
  if (is.isNoSubstitutionTemplateLiteral(template)) return { ...sqlOf(template.text), template: node };
  if (!is.isTemplateExpression(template)) return undefined;
  const parts: (string | UnknownValue)[] = [template.head.text];
  for (const span of template.templateSpans) {
    const part = partOf(reading, span.expression, scope);
    if (part.kind !== 'sql') return part;
    parts.push(...part.parts, span.literal.text);
  }
  return { ...sqlOf(...parts), template: node };
};

/** The fragment itself, or the parameter for a value. */
const partOf = (reading: SourceReader, expression: Expression, scope: Scope | undefined): Value => {
  const type = reading.program.sources.checker.getTypeAtLocation(expression);
  if (!type || !mayBeSql(type)) return sqlOf({ value: expression });
  const value = reading.value(expression, scope);
  return ['sql', 'unknown', 'never'].includes(value.kind) ? value : sqlOf({ value: expression });
};

/** An untagged template of texts and numbers. */
export const template = (reading: SourceReader, { head, templateSpans }: TemplateExpression, scope: Scope | undefined): Value | undefined => {
  let { text } = head;
  for (const { expression, literal } of templateSpans) {
    const value = reading.value(expression, scope);
    if (value.kind === 'unknown' || value.kind === 'never') return value;
    if (value.kind !== 'text' && value.kind !== 'number') return undefined;
    text += (value.kind === 'text' ? value.text : value.number) + literal.text;
  }
  return textOf(text);
};

/** `sql.join`, `sql.ref`, `sql.table`, `sql.raw` and `sql.lit`. */
export const builtPiece = (
  reading: SourceReader,
  node: CallExpression,
  { name, scope }: { readonly name: string; readonly scope: Scope | undefined },
) => {
  const [first, second] = node.arguments;
  if (!first) return undefined;
  const value = reading.value(first, scope);
  if (value.kind === 'unknown' || value.kind === 'never') return value;
  if (name !== 'join') return pieceOf(name, value);
  const separator = second ? reading.value(second, scope) : sqlOf(', ');
  return value.kind === 'list' ? joined(reading, first, { items: value.items, separator }) : undefined;
};

const joined = (reading: SourceReader, node: Node, { items, separator }: { readonly items: readonly Value[]; readonly separator: Value }): Value => {
  const parts: (string | UnknownValue)[] = [];
  for (const [index, item] of items.entries()) {
    if (index > 0 && separator.kind === 'sql') parts.push(...separator.parts);
    if (item.kind === 'sql') parts.push(...item.parts);
    else if (item.kind === 'unknown') {
      const type = is.isExpression(item.at) ? reading.program.sources.checker.getTypeAtLocation(item.at) : undefined;
      if (!type || mayBeSql(type)) return item;
      parts.push({ value: item.at });
    } else parts.push({ value: node });
  }
  return sqlOf(...parts);
};
