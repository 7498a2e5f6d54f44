import { SyntaxKind } from 'typescript/unstable/ast';
import type { Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { anyNoun, valueOfCall } from './calls.ts';
import { valueOfBinary, elementOf, listed, objectOf } from './composites.ts';
import { fromProgram } from './declared.ts';
import { valueOfName } from './names.ts';
import { propertyOf, truthOf } from './operations.ts';
import { at } from './reading.ts';
import type { Program, SourceReader } from './reading.ts';
import { guardsOf, isFunction, keyOf, literalsOf } from './syntax.ts';
import { valueOfTagged, template } from './templates.ts';
import { Choices, never, nothing, textOf, unknownAt } from './values.ts';
import type { Scope, Value } from './values.ts';

/** The most forms of one statement, of which a query over all nouns has several for each noun; more indicate that it is built at run time. */
const FORMS_MAX = 4_000;
const DEPTH_MAX = 40;
/** The types of a noun that is passed to a function. */
const NOUN_TYPES: ReadonlySet<string> = new Set(['AnyResource', 'Resource']);

/** The possible values of an expression, determined from the sources and the declarations. */
export const valuesOf = (program: Program, expression: Node): readonly Value[] => {
  const choices = new Choices();
  const candidates: Value[] = [];
  for (let forms = 0; forms < FORMS_MAX; forms += 1) {
    const value = new Run(program, choices).reached(expression);
    if (value.kind !== 'never') candidates.push(value);
    if (!choices.next()) return candidates;
  }
  return [unknownAt(expression)];
};

class Run implements SourceReader {
  readonly program: Program;
  readonly #choices: Choices;
  readonly #constants = new Map<string, Value>();
  #scopes = 0;
  #mayAsk = true;
  #depth = 0;

  constructor(program: Program, choices: Choices) {
    this.program = program;
    this.#choices = choices;
  }

  /** The value of an expression, unless its function has returned before it. */
  reached(expression: Node): Value {
    const value = this.value(expression, undefined);
    this.#mayAsk = false;
    return guardsOf(expression).some((condition) => truthOf(this.value(condition, undefined)) === true) ? never : value;
  }

  readonly value = (node: Node, scope: Scope | undefined): Value => {
    if (this.#depth > DEPTH_MAX) return unknownAt(node);
    this.#depth += 1;
    try {
      const value = this.#plain(node, scope) ?? this.#composed(node, scope) ?? unknownAt(node);
      return value.kind === 'unknown' ? (this.#byType(node, scope) ?? value) : value;
    } finally {
      this.#depth -= 1;
    }
  };

  readonly constantValue = (initializer: Node, scope: Scope | undefined): Value => {
    const key = `${keyOf(initializer)} in ${scope?.id ?? 0}`;
    const cached = this.#constants.get(key);
    if (cached) return cached;
    const value = this.value(initializer, scope);
    if (this.#mayAsk) this.#constants.set(key, value);
    return value;
  };

  readonly ask = (question: string, count: number): number | undefined => {
    if (count <= 1) return 0;
    return this.#mayAsk || this.#choices.isAnswered(question) ? this.#choices.pick(question, count) : undefined;
  };

  readonly choose = (node: Node, scope: Scope | undefined, count: number): number | undefined =>
    this.ask(`${node.getSourceFile().fileName} ${node.getText()} in ${scope?.id ?? 0}`, count);

  readonly decides = (condition: Node, scope: Scope | undefined): boolean => {
    const cached = this.#mayAsk;
    this.#mayAsk = false;
    const truth = truthOf(this.value(condition, scope));
    this.#mayAsk = cached;
    return truth ?? this.choose(condition, scope, 2) !== 1;
  };

  readonly newScope = (outer?: Scope): Scope => {
    this.#scopes += 1;
    return { id: this.#scopes, bindings: new Map(), outer };
  };

  readonly remembered = (make: () => Value): (() => Value) => {
    let made: Value | undefined;
    return () => {
      if (made) return made;
      const value = make();
      if (this.#mayAsk) made = value;
      return value;
    };
  };

  #plain(node: Node, scope: Scope | undefined): Value | undefined {
    if (is.isStringLiteral(node) || is.isNoSubstitutionTemplateLiteral(node)) return textOf(node.text);
    if (is.isNumericLiteral(node)) return { kind: 'number', number: Number(node.text.replaceAll('_', '')) };
    if (node.kind === SyntaxKind.TrueKeyword) return { kind: 'boolean', boolean: true };
    if (node.kind === SyntaxKind.FalseKeyword) return { kind: 'boolean', boolean: false };
    if (node.kind === SyntaxKind.NullKeyword || (is.isIdentifier(node) && node.text === 'undefined')) return nothing;
    if (isFunction(node)) return { kind: 'function', node, scope: scope ?? this.newScope() };
    if (is.isParenthesizedExpression(node) || is.isAsExpression(node) || is.isSatisfiesExpression(node) || is.isNonNullExpression(node))
      return this.value(node.expression, scope);
    return undefined;
  }

  #composed(node: Node, scope: Scope | undefined): Value | undefined {
    if (is.isTaggedTemplateExpression(node)) return valueOfTagged(this, node, scope);
    if (is.isTemplateExpression(node)) return template(this, node, scope);
    if (is.isIdentifier(node)) return valueOfName(this, node, scope);
    if (is.isConditionalExpression(node)) return this.value(this.decides(node.condition, scope) ? node.whenTrue : node.whenFalse, scope);
    if (is.isBinaryExpression(node)) return valueOfBinary(this, node, scope);
    if (is.isArrayLiteralExpression(node)) return listed(this, node.elements, scope);
    if (is.isObjectLiteralExpression(node)) return objectOf(this, node, scope);
    if (is.isPropertyAccessExpression(node)) return propertyOf(this.value(node.expression, scope), node.name.text, node);
    if (is.isElementAccessExpression(node)) return elementOf(this, node, scope);
    if (is.isCallExpression(node)) return valueOfCall(this, node, scope);
    if (!is.isPrefixUnaryExpression(node) || node.operator !== SyntaxKind.ExclamationToken) return undefined;
    const truth = truthOf(this.value(node.operand, scope));
    return truth === undefined ? undefined : { kind: 'boolean', boolean: !truth };
  }

  /** A text, a number or a noun that is known from the type alone. */
  #byType(node: Node, scope: Scope | undefined): Value | undefined {
    const type = is.isExpression(node) ? this.program.sources.checker.getTypeAtLocation(node) : undefined;
    if (!type) return undefined;
    if (NOUN_TYPES.has(type.getSymbol()?.name ?? '')) {
      const noun = anyNoun(this);
      return noun && fromProgram(noun, node);
    }
    const literals = literalsOf(type);
    return literals && at(literals, this.choose(node, scope, literals.length));
  }
}
