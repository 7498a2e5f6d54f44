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

/** What a name stands for. */
export const named = (reading: SourceReader, node: Identifier, scope: Scope | undefined): Value | undefined => {
  const declaration = reading.program.sources.declarationOf(node);
  if (!declaration) return undefined;
  const bound = boundIn(scope, declaration);
  if (bound) return bound();
  if (is.isVariableDeclaration(declaration)) return variable(reading, declaration, scope);
  if (is.isFunctionDeclaration(declaration)) return reading.value(declaration, scope);
  if (is.isBindingElement(declaration)) return taken(reading, declaration, scope);
  return is.isParameterDeclaration(declaration) ? given(reading, declaration, scope) : undefined;
};

const variable = (reading: SourceReader, declaration: VariableDeclaration, scope: Scope | undefined): Value | undefined => {
  const { parent, initializer, name } = declaration;
  if (!is.isIdentifier(name)) return undefined;
  const native = reading.program.declared.get(declaredKey(declaration.getSourceFile().fileName, name.text));
  if (native !== undefined) return fromProgram(native, declaration);
  if (is.isForOfStatement(parent.parent)) return each(reading, parent.parent.expression, scope);
  const isConst = is.isVariableDeclarationList(parent) && (parent.flags & NodeFlags.Const) !== 0;
  return isConst && initializer && !isFilledLater(declaration, name.text) ? reading.once(initializer, scope) : undefined;
};

/** What a pattern takes out of the value it stands for. */
const taken = (reading: SourceReader, element: BindingElement, scope: Scope | undefined): Value => {
  const { parent: pattern, name, propertyName, initializer, dotDotDotToken } = element;
  if (!name || dotDotDotToken) return unknownAt(element);
  const value = heldBy(reading, pattern.parent, scope);
  if (is.isArrayBindingPattern(pattern)) {
    const place = pattern.elements.findIndex((other) => other === element);
    return value.kind === 'list' ? (value.items[place] ?? nothing) : unknownAt(element);
  }
  const key = propertyName ?? name;
  const found = is.isIdentifier(key) || is.isStringLiteral(key) ? propertyOf(value, key.text, element) : undefined;
  if (initializer && (!found || found.kind === 'nothing')) return reading.value(initializer, scope);
  return found ?? unknownAt(element);
};

/** The value that a pattern is laid over. */
const heldBy = (reading: SourceReader, holder: Node, scope: Scope | undefined): Value => {
  if (is.isBindingElement(holder)) return taken(reading, holder, scope);
  if (is.isVariableDeclaration(holder)) {
    if (is.isForOfStatement(holder.parent.parent)) return each(reading, holder.parent.parent.expression, scope);
    return holder.initializer ? reading.once(holder.initializer, scope) : unknownAt(holder);
  }
  return boundIn(scope, holder)?.() ?? (is.isParameterDeclaration(holder) ? given(reading, holder, scope) : unknownAt(holder));
};

/** A parameter of a function that nobody here has called: what one of its callers gives. */
const given = (reading: SourceReader, parameter: ParameterDeclaration, scope: Scope | undefined): Value => {
  const owner = parameter.parent;
  if (!isFunction(owner)) return unknownAt(parameter);
  const place = owner.parameters.findIndex((other) => other === parameter);
  const name = is.isFunctionDeclaration(owner) ? owner.name : is.isVariableDeclaration(owner.parent) ? owner.parent.name : undefined;
  const calls = name ? reading.program.sources.callsOf(name) : [];
  if (calls.length === 0) return (place === 0 ? itemGiven(reading, owner, scope) : undefined) ?? unknownAt(parameter);
  const call = at(calls, reading.ask(`caller of ${keyOf(owner)}`, calls.length));
  if (!call) return unknownAt(parameter);
  const argument = call.arguments[place];
  if (argument) return reading.once(argument, undefined);
  return parameter.initializer ? reading.value(parameter.initializer, scope) : nothing;
};

const OVER_ITEMS: ReadonlySet<string> = new Set(['map', 'flatMap', 'forEach']);

/** The first parameter of a function that is written where a list is mapped. */
const itemGiven = (reading: SourceReader, owner: FunctionNode, scope: Scope | undefined): Value | undefined => {
  const call = owner.parent;
  if (!is.isCallExpression(call) || call.arguments[0] !== owner || !is.isPropertyAccessExpression(call.expression)) return undefined;
  return OVER_ITEMS.has(call.expression.name.text) ? each(reading, call.expression.expression, scope) : undefined;
};

/** One item of what a loop runs over. */
const each = (reading: SourceReader, list: Expression, scope: Scope | undefined): Value => {
  const value = reading.once(list, scope);
  const item = value.kind === 'list' ? at(value.items, reading.choose(list, scope, value.items.length)) : undefined;
  return item ?? unknownAt(list);
};
