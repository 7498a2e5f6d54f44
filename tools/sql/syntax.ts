import type { Expression, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Type } from 'typescript/unstable/sync';
import { nothing, textOf } from './values.ts';
import type { FunctionNode, Value } from './values.ts';

export const keyOf = (node: Node): string => `${node.getSourceFile().fileName}:${node.pos}`;

export const isFunction = (node: Node): node is FunctionNode =>
  is.isArrowFunction(node) || is.isFunctionDeclaration(node) || is.isFunctionExpression(node);

/** The name of a property as it is written. */
export const nameIn = (name: Node): string | undefined =>
  is.isIdentifier(name) || is.isStringLiteral(name) || is.isNumericLiteral(name) ? name.text : undefined;

/** Conditions under which a function returns or throws before it reaches a node. */
export const guardsOf = (node: Node): readonly Expression[] => {
  const { parent } = node;
  if (!parent || isFunction(node)) return [];
  const earlier = is.isBlock(parent) ? parent.statements.filter((statement) => statement.end <= node.pos) : [];
  const guards = earlier.flatMap((statement) => (is.isIfStatement(statement) && leaves(statement.thenStatement) ? [statement.expression] : []));
  return [...guards, ...guardsOf(parent)];
};

const leaves = (statement: Node): boolean =>
  is.isReturnStatement(statement) || is.isThrowStatement(statement) || (is.isBlock(statement) && statement.statements.some(leaves));

/** The expressions that a body returns, without those of functions inside it. */
export const returnsIn = (body: Node): readonly Expression[] => {
  const expressions: Expression[] = [];
  const visit = (node: Node): void => {
    if (isFunction(node)) return;
    if (is.isReturnStatement(node) && node.expression) expressions.push(node.expression);
    node.forEachChild(visit);
  };
  body.forEachChild(visit);
  return expressions;
};

/** A list that is filled after its declaration has other items than its declaration. */
export const isFilledLater = (declaration: Node, name: string): boolean =>
  new RegExp(`\\b${name}\\.(?:push|unshift|splice)\\(`, 'u').test(declaration.getSourceFile().text);

export const membersOf = (type: Type): readonly Type[] => (type.isUnionType() ? type.getTypes() : [type]);

/** Whether a value of the type can be a statement or a part of one. */
export const mayBeSql = (type: Type): boolean => membersOf(type).some((each) => each.getSymbol()?.name === 'RawBuilder');

/** The values of a union of literals. */
export const literalsOf = (type: Type): readonly Value[] | undefined => {
  const values: Value[] = [];
  for (const each of membersOf(type)) {
    if (each.isStringLiteralType()) values.push(textOf(each.value));
    else if (each.isNumberLiteralType()) values.push({ kind: 'number', number: each.value });
    else if ((each.flags & TypeFlags.Nullable) !== 0) values.push(nothing);
    else return undefined;
  }
  return values;
};
