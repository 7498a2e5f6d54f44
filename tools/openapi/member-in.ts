import type { Node } from 'typescript/unstable/ast';
import * as is from 'typescript/unstable/ast/is';
import { nameIn } from '../sql/syntax.ts';

/** The value of a member of an object that is written out. */
export const memberIn = (written: Node, member: string): Node | undefined => {
  if (!is.isObjectLiteralExpression(written)) return undefined;
  for (const property of written.properties) {
    if (is.isPropertyAssignment(property) && nameIn(property.name) === member) return property.initializer;
    if (is.isShorthandPropertyAssignment(property) && nameIn(property.name) === member) return property.name;
  }
  return undefined;
};
