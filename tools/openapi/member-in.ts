import type { Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { nameIn } from '../sql/syntax.ts';

/** The value of a member of an object literal. */
export const memberIn = (node: Node, member: string): Node | undefined => {
  if (!is.isObjectLiteralExpression(node)) return undefined;
  for (const property of node.properties) {
    if (is.isPropertyAssignment(property) && nameIn(property.name) === member) return property.initializer;
    if (is.isShorthandPropertyAssignment(property) && nameIn(property.name) === member) return property.name;
  }
  return undefined;
};
