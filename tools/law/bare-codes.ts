import path from 'node:path';
import { NodeFlags, SyntaxKind } from 'typescript/unstable/ast';
import type { Expression, Node, SourceFile, TemplateExpression } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { API } from 'typescript/unstable/sync';
import type { Checker, Type } from 'typescript/unstable/sync';
import type { CodeTable } from '#kit/fields/codes.ts';
import { bareInSql } from './bare-sql.ts';
import type { Violation } from './cruise.ts';

/** Names of fields that hold a code, each with the values it can have. */
export type CodeFields = ReadonlyMap<string, ReadonlySet<string>>;

type Fields = Readonly<Record<string, { readonly codes?: CodeTable; readonly of?: Fields }>>;

/** Columns and properties that contain the codes of a declared field under another name. */
const ALSO: readonly (readonly [name: string, as: string])[] = [
  ['deviceGunStat', 'gunWorkStat'],
  ['overlayStat', 'gunWorkStat'],
  ['deviceWorkStat', 'cpWorkStat'],
  ['orderType', 'orderCategory'],
  ['strategyType', 'chargingStrategyType'],
];

/** The declared codes: each field with a table of whole numbers. Yes and no are left out, because they are no states. */
export const codeFieldsOf = (shapes: readonly { readonly fields: Fields }[]): CodeFields => {
  const codesOfField = new Map<string, Set<string>>();
  const addField = (fields: Fields): void => {
    for (const [name, { codes, of }] of Object.entries(fields)) {
      if (of) addField(of);
      const values = Object.values(codes?.items ?? {}).map(({ value }) => String(value));
      const isYesNo = values.toSorted().join(' ') === '0 1' && codes?.dictCode === YES_NO;
      if (values.length > 0 && !isYesNo && values.every((value) => WHOLE.test(value)))
        codesOfField.set(name, new Set([...(codesOfField.get(name) ?? []), ...values]));
    }
  };
  for (const { fields } of shapes) addField(fields);
  for (const [name, as] of ALSO) codesOfField.set(name, new Set([...(codesOfField.get(name) ?? []), ...(codesOfField.get(as) ?? [])]));
  return codesOfField;
};

const YES_NO = 'yn';
const WHOLE = /^-?\d+$/u;
const OF_TESTS = /\.test\.tsx?$|\.testing\.ts$|\.fixture\.tsx?$|\/testing\/|^apps\/journeys\//u;
const PROGRAM = /^(?:engines|domains|apps)\//u;
/** The files that own the values. */
const OWNERS = /\.codes\.ts$|\/codes\.ts$/u;

/** Files whose types list numbers that are no codes. */
const NO_CODES: readonly (readonly [file: RegExp, what: string])[] = [
  [/^apps\/simulator\/model\//u, 'phases of a car'],
  [/^apps\/web\/sign-in\/forgotten-password\//u, 'steps of a dialog'],
  [/^domains\/identity\/captcha\/picture\.rules\.ts$/u, 'channels and darkness of a picture'],
  [/^domains\/system\/area\/area\.rules\.ts$/u, 'how deep an area lies'],
  [/^engines\/protocol\/native\/messages\//u, 'bytes of a length'],
  [/^engines\/protocol\/ocpp16\/readings\.ts$/u, 'ranks of measurements'],
];

const REASON = 'A code is said by its name: the engine or the codes file that owns its value has one.';

/** Every place in the program with a number instead of a code's name. */
export const bareCodes = (baseDir: string, fields: CodeFields): readonly Violation[] => {
  const api = new API({ cwd: baseDir });
  try {
    const configs = ['tsconfig.server.json', 'tsconfig.web.json'].map((name) => path.join(baseDir, name));
    const violations = new Map<string, Violation>();
    for (const project of api.updateSnapshot({ openProjects: configs }).getProjects())
      for (const name of project.rootFiles) {
        const file = path.relative(baseDir, name).replaceAll(path.sep, '/');
        const source = isLookedAt(file) ? project.program.getSourceFile(name) : undefined;
        if (!source) continue;
        for (const { line, text } of new Reader(source, { checker: project.checker, fields }).findings()) {
          const from = `${file}:${line}`;
          violations.set(`${from} ${text}`, { rule: 'bare-code', from, to: text, reason: REASON });
        }
      }
    return [...violations.values()].toSorted((a, b) => a.from.localeCompare(b.from));
  } finally {
    api.close();
  }
};

const isLookedAt = (file: string): boolean =>
  PROGRAM.test(file) && !OF_TESTS.test(file) && !OWNERS.test(file) && !file.endsWith('.d.ts') && !NO_CODES.some(([pattern]) => pattern.test(file));

interface CodeKnowledge {
  readonly checker: Checker;
  readonly fields: CodeFields;
}

interface BareCodeFinder {
  readonly line: number;
  readonly text: string;
}

class Reader {
  readonly #source: SourceFile;
  readonly #knowing: CodeKnowledge;
  /** Constants of this file that consist only of numbers. */
  readonly #constants: ReadonlyMap<string, readonly string[]>;
  readonly #found: BareCodeFinder[] = [];

  constructor(source: SourceFile, knowing: CodeKnowledge) {
    this.#source = source;
    this.#knowing = knowing;
    this.#constants = constantsIn(source);
  }

  findings(): readonly BareCodeFinder[] {
    this.#source.forEachChild(this.#visit);
    return this.#found;
  }

  readonly #visit = (node: Node): void => {
    const sql = this.#sqlOf(node);
    if (sql !== undefined) for (const text of bareInSql(sql, this.#knowing.fields)) this.#add(node, text);
    const value = this.#valueOf(node);
    if (value !== undefined && this.#isCode(node, value)) this.#add(node, node.parent.getText());
    if (is.isCallExpression(node) && this.#asksForCodes(node)) this.#add(node, node.getText());
    node.forEachChild(this.#visit);
  };

  #add(node: Node, text: string): void {
    const line = this.#source.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    this.#found.push({ line, text: text.replace(/\s+/gu, ' ').slice(0, 100) });
  }

  /** A text that may be SQL; a numeric constant in it counts as its number. */
  #sqlOf(node: Node): string | undefined {
    if (is.isTemplateExpression(node)) return this.#filled(node);
    return is.isNoSubstitutionTemplateLiteral(node) || is.isStringLiteral(node) ? node.text : undefined;
  }

  #filled({ head, templateSpans }: TemplateExpression): string {
    const spans = templateSpans.map(({ expression, literal }) => {
      const [number] = (is.isIdentifier(expression) && this.#constants.get(expression.text)) || [];
      return `${number ?? '?'}${literal.text}`;
    });
    return [head.text, ...spans].join('');
  }

  /** A whole number or a text of digits, as a literal or as the name of a constant, with its sign. */
  #valueOf(node: Node): string | undefined {
    if (!is.isIdentifier(node)) return numberOf(node);
    const values = is.isVariableDeclaration(node.parent) ? undefined : this.#constants.get(node.text);
    return values?.length === 1 ? values[0] : undefined;
  }

  #isCode(node: Node, value: string): boolean {
    const { parent } = node;
    if (is.isBinaryExpression(parent) && COMPARES.has(parent.operatorToken.kind)) {
      return this.#holdsCode(parent.left === node ? parent.right : parent.left, value);
    }
    if (is.isCaseClause(parent)) return is.isSwitchStatement(parent.parent.parent) && this.#holdsCode(parent.parent.parent.expression, value);
    if (is.isPropertyAssignment(parent) && parent.initializer === node && this.#isNamedCode(nameOf(parent.name), value)) return true;
    if (!is.isExpression(node) || is.isIdentifier(node) || is.isTypeNode(parent)) return false;
    const expectedType = this.#knowing.checker.getContextualType(node);
    return expectedType !== undefined && isCodeType(expectedType);
  }

  /** `[4, 5, 6].includes(row.gunWorkStat)`, also where the list is a constant. */
  #asksForCodes({
    expression: callee,
    arguments: [argument],
  }: {
    readonly expression: Expression;
    readonly arguments: readonly Expression[];
  }): boolean {
    if (!argument || !is.isPropertyAccessExpression(callee) || !['includes', 'has', 'indexOf'].includes(callee.name.text)) return false;
    const { expression: list } = callee;
    const values = is.isIdentifier(list) ? this.#constants.get(list.text) : numbersOf(list);
    return values?.some((value) => this.#holdsCode(argument, value)) ?? false;
  }

  #holdsCode(expression: Expression, value: string): boolean {
    if (this.#isNamedCode(nameOf(expression), value)) return true;
    const type = this.#knowing.checker.getTypeAtLocation(expression);
    return type !== undefined && isCodeType(type);
  }

  #isNamedCode(name: string | undefined, value: string): boolean {
    return name !== undefined && this.#knowing.fields.get(name)?.has(value) === true;
  }
}

const constantsIn = (source: SourceFile): ReadonlyMap<string, readonly string[]> => {
  const constants = new Map<string, readonly string[]>();
  const visit = (node: Node): void => {
    if (is.isVariableDeclaration(node) && is.isIdentifier(node.name) && node.initializer && (node.parent.flags & NodeFlags.Const) !== 0) {
      const values = numbersOf(node.initializer);
      if (values.length > 0) constants.set(node.name.text, values);
    }
    node.forEachChild(visit);
  };
  source.forEachChild(visit);
  return constants;
};

/** The numbers of `2`, `[1, 2]`, `new Set([1, 2])` and the like, if the expression contains nothing else. */
const numbersOf = (node: Node): readonly string[] => {
  if (is.isAsExpression(node) || is.isSatisfiesExpression(node) || is.isParenthesizedExpression(node)) return numbersOf(node.expression);
  if (is.isNewExpression(node)) return node.arguments?.length === 1 ? node.arguments.flatMap(numbersOf) : [];
  const value = numberOf(node);
  if (value !== undefined) return [value];
  if (!is.isArrayLiteralExpression(node)) return [];
  const values = node.elements.map(numberOf);
  return values.every((item) => item !== undefined) ? values : [];
};

const numberOf = (node: Node): string | undefined => {
  if (is.isPrefixUnaryExpression(node) && node.operator === SyntaxKind.MinusToken && is.isNumericLiteral(node.operand))
    return `-${node.operand.text}`;
  if (is.isNumericLiteral(node) && !is.isPrefixUnaryExpression(node.parent)) return node.text;
  return is.isStringLiteral(node) && WHOLE.test(node.text) ? node.text : undefined;
};

const COMPARES: ReadonlySet<SyntaxKind> = new Set([
  SyntaxKind.EqualsEqualsEqualsToken,
  SyntaxKind.ExclamationEqualsEqualsToken,
  SyntaxKind.LessThanToken,
  SyntaxKind.LessThanEqualsToken,
  SyntaxKind.GreaterThanToken,
  SyntaxKind.GreaterThanEqualsToken,
]);

const nameOf = (node: Node): string | undefined => {
  if (is.isIdentifier(node)) return node.text;
  return is.isPropertyAccessExpression(node) && is.isIdentifier(node.name) ? node.name.text : undefined;
};

/** A union of several whole numbers. 0 and 1 alone are a flag, and numbers from 200 on are HTTP statuses. */
const isCodeType = (type: Type): boolean => {
  if (!type.isUnionType()) return false;
  const numbers = type.getTypes().flatMap((item) => (item.isNumberLiteralType() ? [item.value] : []));
  return numbers.length > 1 && numbers.some((value) => value !== 0 && value !== 1) && numbers.some((value) => value < 200);
};
