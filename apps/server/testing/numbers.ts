import type { CallEndpoint, Input } from '#kit/test/nouns/call-endpoint.ts';

/** The phone numbers of the test people: `phone` of kit/test/nouns/row-makers.ts gives each person a number of its own. */
const shape = /(?<!\d)139\d{8}(?!\d)/g;

/** Sheets of errors, which contain the submitted rows. */
const ERROR_SHEETS = '/sys/common/made/';

/** Examines every answer and records the routes that showed a number in full to somebody who did not submit it. */
export const recordingCaller = (
  ask: CallEndpoint,
): { readonly ask: CallEndpoint; readonly revealedBy: () => readonly string[]; readonly answerCount: () => number } => {
  const told = new Set<string>();
  let heard = 0;
  return {
    revealedBy: () => [...told].toSorted(),
    answerCount: () => heard,
    ask: async (client, endpoint, input) => {
      const answer = await ask(client, endpoint, input);
      heard += 1;
      // A request for a number in full may show it, and a sheet of errors repeats what was submitted.
      if (endpoint.allow.endsWith(':reveal') || endpoint.upload || endpoint.path.startsWith(ERROR_SHEETS)) return answer;
      for (const number of answer.text.match(shape) ?? []) if (!textOf(client, input).includes(number)) told.add(`${endpoint.path} ${number}`);
      return answer;
    },
  };
};

const textOf = (client: Parameters<CallEndpoint>[0], input: Input | undefined): string =>
  JSON.stringify([input, typeof client === 'string' ? null : [client.query, typeof client.body === 'string' ? client.body : null]]);
