import type { CallExpression, Node } from 'typescript/unstable/ast';
import { isCallExpression, isPropertyAccessExpression } from 'typescript/unstable/ast/is';
import type { Type } from 'typescript/unstable/sync';
import type { Sources } from './sources.ts';

/** A place in the program where a statement is sent. */
export interface Site {
  readonly statement: Node;
  /** The declared type of its rows. */
  readonly rowType: Type | undefined;
}

/** The driver's own connections; arguments of their `query` are statements too. */
const CONNECTIONS: ReadonlySet<string> = new Set(['Pool', 'Client', 'PoolClient', 'ClientBase']);

export const findSites = (sources: Sources): readonly Site[] => {
  const sites: Site[] = [];
  const visit = (node: Node): void => {
    if (isCallExpression(node)) sites.push(...siteOf(sources, node));
    node.forEachChild(visit);
  };
  for (const file of sources.files) if (/\.(?:execute|query)\b/u.test(file.text)) file.forEachChild(visit);
  return sites;
};

const siteOf = ({ checker }: Sources, call: CallExpression): readonly Site[] => {
  if (!isPropertyAccessExpression(call.expression)) return [];
  const { expression: receiver, name } = call.expression;
  const type = name.text === 'execute' || name.text === 'query' ? checker.getTypeAtLocation(receiver) : undefined;
  const owner = type?.getSymbol()?.name;
  if (!type || owner === undefined) return [];
  if (name.text === 'execute') return owner === 'RawBuilder' ? [{ statement: receiver, rowType: argumentOf(checker, type) }] : [];
  const [statement] = call.arguments;
  const [rows] = call.typeArguments ?? [];
  return statement && CONNECTIONS.has(owner) ? [{ statement, rowType: rows && checker.getTypeFromTypeNode(rows) }] : [];
};

/** `T` of `RawBuilder<T>`. */
export const argumentOf = (checker: Sources['checker'], type: Type): Type | undefined =>
  type.isTypeReference() ? checker.getTypeArguments(type)[0] : undefined;
