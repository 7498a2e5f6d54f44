import type { CallEndpoint, Input } from '#kit/test/nouns/call-endpoint.ts';

/** The numbers of people in this world: `phone` of kit/test/nouns/row-makers.ts gives each its own. */
const shape = /(?<!\d)139\d{8}(?!\d)/g;

/** Sheets of errors, which hold what was brought. */
const MADE = '/sys/common/made/';

/** Hears every answer to whatever is asked, and remembers which route told a number in full to somebody who did not bring it. */
export const listening = (
  ask: CallEndpoint,
): { readonly ask: CallEndpoint; readonly told: () => readonly string[]; readonly heard: () => number } => {
  const told = new Set<string>();
  let heard = 0;
  return {
    told: () => [...told].toSorted(),
    heard: () => heard,
    ask: async (who, endpoint, input) => {
      const answer = await ask(who, endpoint, input);
      heard += 1;
      // Who asks for one in full is told it, and a sheet comes back with what stood in it.
      if (endpoint.allow.endsWith(':reveal') || endpoint.upload || endpoint.path.startsWith(MADE)) return answer;
      for (const number of answer.text.match(shape) ?? []) if (!brought(who, input).includes(number)) told.add(`${endpoint.path} ${number}`);
      return answer;
    },
  };
};

const brought = (who: Parameters<CallEndpoint>[0], input: Input | undefined): string =>
  JSON.stringify([input, typeof who === 'string' ? null : [who.query, typeof who.body === 'string' ? who.body : null]]);
