import { throwRefusal } from '#kit/resource/refusal.ts';
import { kitRefusals } from '../refusals.ts';

/**
 * Parses a JSON body. A duplicate member name is refused, because a proxy may have checked the other value. A body cannot set an object's
 * prototype. Throws what JSON.parse throws.
 */
export const parseJson = (text: string): unknown => {
  let memberCount = -1;
  const value: unknown = JSON.parse(text, function (this: unknown, key: string, member: unknown) {
    // The root is visited last, as the member of an object that is not in the text.
    if (!Array.isArray(this)) memberCount += 1;
    return key === '__proto__' ? undefined : member;
  });
  if (membersOf(text) !== memberCount) throwRefusal(kitRefusals, 'repeatedMember', {}, { status: 400 });
  return value;
};

/** The number of member names in a valid JSON text: strings followed by a colon. */
const membersOf = (text: string): number => {
  let members = 0;
  for (let open = text.indexOf('"'); open >= 0;) {
    const close = closeOf(text, open);
    if (isColonAfter(text, close)) members += 1;
    open = text.indexOf('"', close + 1);
  }
  return members;
};

/** The end of a string: the first quote with an even number of backslashes before it. */
const closeOf = (text: string, open: number): number => {
  for (let quote = text.indexOf('"', open + 1); ; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
};
const BACKSLASH = 92;

const isColonAfter = (text: string, close: number): boolean => {
  let at = close + 1;
  while (BLANKS.has(text.charCodeAt(at))) at += 1;
  return text.charCodeAt(at) === COLON;
};
const COLON = 58;
/** Tab, line feed, carriage return, space. */
const BLANKS: ReadonlySet<number> = new Set([9, 10, 13, 32]);
