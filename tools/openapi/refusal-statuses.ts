import type { CallExpression, Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { TypeFlags } from 'typescript/unstable/sync';
import type { Checker, Type } from 'typescript/unstable/sync';
import { memberIn } from './member-in.ts';
import { pathOf, placeOf } from '../sql/sources.ts';
import type { Sources } from '../sql/sources.ts';

/** The HTTP statuses of each refusal of the program, by its name. */
export type RefusalStatuses = Readonly<Record<string, readonly number[]>>;

/** The status of a refusal whose call gives none: a business refusal in an envelope with HTTP 200. */
const USUAL = 200;

export const refusalStatuses = (sources: Sources): { readonly statuses: RefusalStatuses; readonly unread: readonly string[] } => {
  const { checker } = sources;
  const statusesByCode = new Map<string, Set<number>>();
  const unread: string[] = [];
  const note = (node: Node, code: Node | undefined, statuses: readonly number[]): void => {
    const codes = code ? textsOf(checker.getTypeAtLocation(code)) : [];
    if (codes.length === 0 || statuses.length === 0) unread.push(placeOf(node));
    for (const name of codes) statusesByCode.set(name, new Set([...(statusesByCode.get(name) ?? []), ...statuses]));
  };
  for (const call of callsOfThrowRefusal(sources)) {
    const [, code, , more] = call.arguments;
    note(call, code, more ? statusesIn(checker, more) : [USUAL]);
  }
  for (const creation of sources.creationsOf('Refusal').filter((each) => pathOf(each.getSourceFile().fileName) !== 'kit/resource/refusal.ts')) {
    const [facts] = creation.arguments ?? [];
    if (facts) note(creation, memberIn(facts, 'code'), statusesIn(checker, facts));
  }
  const sorted = [...statusesByCode].toSorted(([one], [other]) => (one < other ? -1 : 1));
  return { statuses: Object.fromEntries(sorted.map(([name, statuses]) => [name, [...statuses].toSorted((a, b) => a - b)])), unread };
};

/** Other modules have functions of this name too. */
const callsOfThrowRefusal = (sources: Sources): readonly CallExpression[] => {
  const home = sources.files.find(({ fileName }) => pathOf(fileName) === 'kit/resource/refusal.ts');
  const names: Node[] = [];
  const collect = (node: Node): void => {
    if (is.isVariableDeclaration(node) && is.isIdentifier(node.name) && node.name.text === 'throwRefusal') names.push(node.name);
    node.forEachChild(collect);
  };
  if (home) collect(home);
  return names.flatMap(sources.callsOf);
};

const statusesIn = (checker: Checker, facts: Node): readonly number[] => {
  const statusMember = memberIn(facts, 'status');
  if (statusMember) return numbersOf(checker.getTypeAtLocation(statusMember));
  const type = checker.getTypeAtLocation(facts);
  const property = type && checker.getPropertyOfType(type, 'status');
  return property ? numbersOf(checker.getTypeOfSymbol(property)) : [USUAL];
};

const membersOf = (type: Type | undefined): readonly Type[] => (type?.isUnionType() ? type.getTypes() : type ? [type] : []);
const textsOf = (type: Type | undefined): readonly string[] => membersOf(type).flatMap((each) => (each.isStringLiteralType() ? [each.value] : []));
const numbersOf = (type: Type | undefined): readonly number[] =>
  membersOf(type).flatMap((each) => (each.isNumberLiteralType() ? [each.value] : (each.flags & TypeFlags.Undefined) !== 0 ? [USUAL] : []));
