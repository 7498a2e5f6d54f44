import type { CallExpression, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import type { AnyReport } from '#kit/resource/report.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { BuilderCall, ReportRows } from './builders.ts';
import { fromProgram, toBuilder, toProgram } from './declared.ts';
import { isAmong, ofObject, propertyOf, textsJoined, truthOf } from './operations.ts';
import { at } from './reading.ts';
import type { SourceReader } from './reading.ts';
import { keyOf, returnsIn } from './syntax.ts';
import { builtPiece } from './templates.ts';
import { never, nothing, unknownAt } from './values.ts';
import type { FunctionNode, Scope, Value } from './values.ts';

/** The value of a call, as far as the sources and the declarations determine it. */
export const valueOfCall = (reading: SourceReader, node: CallExpression, scope: Scope | undefined): Value | undefined => {
  const { expression: callee } = node;
  const values = node.arguments.map((argument) => () => reading.value(argument, scope));
  if (is.isPropertyAccessExpression(callee) && is.isIdentifier(callee.expression)) {
    const { text: owner } = callee.expression;
    if (owner === 'sql') return builtPiece(reading, node, { name: callee.name.text, scope });
    if (owner === 'Object') return ofObject(callee.name.text, values[0]?.(), node);
  }
  const builder = reading.program.builders.get(builderName(callee));
  const native = builder?.(givenTo(reading, node, scope));
  if (native !== undefined) return fromProgram(native, node);
  if (is.isPropertyAccessExpression(callee)) {
    const result = method(reading, callee.name.text, { value: reading.value(callee.expression, scope), args: values, node });
    if (result) return result;
  }
  const value = reading.value(callee, scope);
  return value.kind === 'function' ? resultOf(reading, value, values) : undefined;
};

/** `columnOf`, or `registry.resource` of any registry. */
const builderName = (callee: Node): string => (is.isIdentifier(callee) ? callee.text : callee.getText().replace(/^.*\bregistry\./u, 'registry.'));

const givenTo = (reading: SourceReader, call: CallExpression, scope: Scope | undefined): BuilderCall => {
  const [first] = call.arguments;
  return {
    noun: () => (first ? nounOf(reading, first, scope) : undefined) ?? anyNoun(reading),
    anyNoun: () => anyNoun(reading),
    report: () => anyReport(reading),
    chooseIndex: reading.ask,
    fragment: (index, name) => {
      const argument = call.arguments[index];
      const value = argument && propertyOf(reading.value(argument, scope), name, argument);
      return value?.kind === 'sql' ? toBuilder(value) : undefined;
    },
    literal: (index) => {
      const argument = call.arguments[index];
      return argument && is.isStringLiteral(argument) ? argument.text : undefined;
    },
    argument: (index) => {
      const argument = call.arguments[index];
      return argument && toProgram(reading.value(argument, scope));
    },
  };
};

const isNoun = (value: object): value is AnyResource => 'fields' in value && 'table' in value;
const isReport = (value: object): value is AnyReport => isNoun(value) && 'sums' in value;

const nounOf = (reading: SourceReader, node: Node, scope: Scope | undefined): AnyResource | undefined => {
  const value = reading.value(node, scope);
  const noun = value.kind === 'object' ? propertyOf(value, 'noun', node) : value;
  return noun?.kind === 'native' && isNoun(noun.value) ? noun.value : undefined;
};

/** All parts of a statement that is built for any noun belong to the same noun. */
export const anyNoun = ({ program: { nouns }, ask }: SourceReader): AnyResource | undefined => at(nouns, ask('which noun', nouns.length));

const anyReport = (reading: SourceReader): ReportRows | undefined => {
  const calls = reading.program.sources.callsNamed('reportRoutes');
  const call = at(calls, reading.ask('which report', calls.length));
  if (!call) return undefined;
  const [first, , source] = call.arguments;
  const report = first && reading.value(first, undefined);
  const rows = source && propertyOf(reading.value(source, undefined), 'rows', source);
  const result = rows?.kind === 'function' ? resultOf(reading, rows, []) : undefined;
  if (report?.kind !== 'native' || !isReport(report.value) || result?.kind !== 'sql') throw new Error('reportRoutes takes a report and its rows');
  return { report: report.value, rows: toBuilder(result) };
};

interface Method {
  readonly value: Value;
  readonly args: readonly (() => Value)[];
  readonly node: Node;
}

/** A method of a list. On a list that only the running program knows, `map` is applied to one item. */
const method = (reading: SourceReader, name: string, { value, args, node }: Method): Value | undefined => {
  if (value.kind === 'never') return value;
  const items = value.kind === 'list' ? value.items : value.kind === 'unknown' ? [value] : undefined;
  const [first] = args.map((each) => each());
  if (!items) return undefined;
  if (first?.kind === 'function') {
    const results = items.map((item, index) => resultOf(reading, first, [() => item, () => ({ kind: 'number', number: index })]));
    if (name === 'map') return { kind: 'list', items: results };
    if (name === 'flatMap') return flattened(results, value);
    const keptItems = items.filter((_item, index) => truthOf(results[index] ?? unknownAt(node)) !== false);
    return name === 'filter' && value.kind === 'list' ? { kind: 'list', items: keptItems } : undefined;
  }
  if (value.kind !== 'list') return undefined;
  return name === 'includes' && first ? isAmong(items, first) : name === 'join' ? textsJoined(items, first) : undefined;
};

/** An unknown item contributes nothing where it would leave no statement. */
const flattened = (results: readonly Value[], of: Value): Value => {
  const items = results.flatMap((item) => (item.kind === 'list' ? item.items : [item]));
  return of.kind === 'unknown' && items.length === 0 ? never : { kind: 'list', items };
};

/** The result of a function at one of its return statements. */
const resultOf = (reading: SourceReader, { node, scope: outer }: ScopedFunction, args: readonly (() => Value)[]): Value => {
  const scope = reading.newScope(outer);
  for (const [index, parameter] of node.parameters.entries()) {
    const value = args[index];
    const { initializer } = parameter;
    const usual = (): Value => (initializer ? reading.value(initializer, scope) : nothing);
    scope.bindings.set(parameter, value ? reading.remembered(value) : usual);
  }
  const { body } = node;
  if (!body) return unknownAt(node);
  if (!is.isBlock(body)) return reading.value(body, scope);
  const returns = returnsIn(body);
  const chosenReturn = at(returns, reading.ask(`way out of ${keyOf(node)} in ${scope.id}`, returns.length));
  return chosenReturn ? reading.value(chosenReturn, scope) : unknownAt(node);
};

interface ScopedFunction {
  readonly node: FunctionNode;
  readonly scope: Scope;
}
