import { NodeFlags } from 'typescript/unstable/ast';
import type { BindingElement, Expression, Identifier, Node, ParameterDeclaration, VariableDeclaration } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { declaredKey, fromProgram } from './declared.ts';
import { propertyOf } from './operations.ts';
import { at } from './reading.ts';
import type { SourceReader } from './reading.ts';
import { isFilledLater, isFunction, keyOf } from './syntax.ts';
import { boundIn, nothing, unknownAt } from './values.ts';
import type { FunctionNode, Scope, Value } from './values.ts';

/** The value of an identifier. */
export const valueOfName = (reading: SourceReader, node: Identifier, scope: Scope | undefined): Value | undefined => {
  const declaration = reading.program.sources.declarationOf(node);
  if (!declaration) return undefined;
  const bound = boundIn(scope, declaration);
  if (bound) return bound();
  if (is.isVariableDeclaration(declaration)) return variable(reading, declaration, scope);
  if (is.isFunctionDeclaration(declaration)) return reading.value(declaration, scope);
  if (is.isBindingElement(declaration)) return valueOfPattern(reading, declaration, scope);
  return is.isParameterDeclaration(declaration) ? valueOfParameter(reading, declaration, scope) : undefined;
};

const variable = (reading: SourceReader, declaration: VariableDeclaration, scope: Scope | undefined): Value | undefined => {
  const { parent, initializer, name } = declaration;
  if (!is.isIdentifier(name)) return undefined;
  const native = reading.program.declared.get(declaredKey(declaration.getSourceFile().fileName, name.text));
  if (native !== undefined) return fromProgram(native, declaration);
  if (is.isForOfStatement(parent.parent)) return valueOfItem(reading, parent.parent.expression, scope);
  const isConst = is.isVariableDeclarationList(parent) && (parent.flags & NodeFlags.Const) !== 0;
  return isConst && initializer && !isFilledLater(declaration, name.text) ? reading.constantValue(initializer, scope) : undefined;
};

/** The part of a value that a binding pattern takes. */
const valueOfPattern = (reading: SourceReader, element: BindingElement, scope: Scope | undefined): Value => {
  const { parent: pattern, name, propertyName, initializer, dotDotDotToken } = element;
  if (!name || dotDotDotToken) return unknownAt(element);
  const value = heldBy(reading, pattern.parent, scope);
  if (is.isArrayBindingPattern(pattern)) {
    const index = pattern.elements.findIndex((candidate) => candidate === element);
    return value.kind === 'list' ? (value.items[index] ?? nothing) : unknownAt(element);
  }
  const key = propertyName ?? name;
  const found = is.isIdentifier(key) || is.isStringLiteral(key) ? propertyOf(value, key.text, element) : undefined;
  if (initializer && (!found || found.kind === 'nothing')) return reading.value(initializer, scope);
  return found ?? unknownAt(element);
};

/** The value that a binding pattern destructures. */
const heldBy = (reading: SourceReader, holder: Node, scope: Scope | undefined): Value => {
  if (is.isBindingElement(holder)) return valueOfPattern(reading, holder, scope);
  if (is.isVariableDeclaration(holder)) {
    if (is.isForOfStatement(holder.parent.parent)) return valueOfItem(reading, holder.parent.parent.expression, scope);
    return holder.initializer ? reading.constantValue(holder.initializer, scope) : unknownAt(holder);
  }
  return boundIn(scope, holder)?.() ?? (is.isParameterDeclaration(holder) ? valueOfParameter(reading, holder, scope) : unknownAt(holder));
};

/** A parameter of a function without a known call: the argument of one of its callers. */
const valueOfParameter = (reading: SourceReader, parameter: ParameterDeclaration, scope: Scope | undefined): Value => {
  const owner = parameter.parent;
  if (!isFunction(owner)) return unknownAt(parameter);
  const index = owner.parameters.findIndex((candidate) => candidate === parameter);
  const name = is.isFunctionDeclaration(owner) ? owner.name : is.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined;
  const calls = name ? reading.program.sources.callsOf(name) : [];
  if (calls.length === 0) return (index === 0 ? itemGiven(reading, owner, scope) : undefined) ?? unknownAt(parameter);
  const call = at(calls, reading.ask(`caller of ${keyOf(owner)}`, calls.length));
  if (!call) return unknownAt(parameter);
  const argument = call.arguments[index];
  if (argument) return reading.constantValue(argument, undefined);
  return parameter.initializer ? reading.value(parameter.initializer, scope) : nothing;
};

const OVER_ITEMS: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach']);

/** The first parameter of a function that is passed to `map` of a list. */
const itemGiven = (reading: SourceReader, owner: FunctionNode, scope: Scope | undefined): Value | undefined => {
  const call = owner.parent;
  if (!is.isCallExpression(call) || call.arguments[0] !== owner || !is.isPropertyAccessExpression(call.expression)) return undefined;
  return OVER_ITEMS.has(call.expression.name.text) ? valueOfItem(reading, call.expression.expression, scope) : undefined;
};

/** One item of the list of a loop. */
const valueOfItem = (reading: SourceReader, list: Expression, scope: Scope | undefined): Value => {
  const value = reading.constantValue(list, scope);
  const item = value.kind === 'list' ? at(value.items, reading.choose(list, scope, value.items.length)) : undefined;
  return item ?? unknownAt(list);
};
