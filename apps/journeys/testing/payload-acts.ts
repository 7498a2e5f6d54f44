import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { BASE_PATH } from '#kit/server/http/router.ts';
import { inParallel, textAt, resultOf } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint, Input } from '#kit/test/nouns/call-endpoint.ts';
import { CALL_NAME } from './payload-rows.ts';
import { payloads } from './payloads.ts';
import { truncate, FILE_NAME, isText } from './text-inputs.ts';

/** The product and the account that sends the payloads. */
export interface ActCaller {
  readonly url: string;
  readonly ask: CallEndpoint;
  readonly features: readonly Feature[];
  /** Access token of an administrator of the platform. */
  readonly token: string;
}

/** Uploads a file for each payload, with the payload as its name. Returns the paths of the files. */
export const uploadNamed = ({ url, token, features }: ActCaller): Promise<readonly string[]> =>
  inParallel(payloads, async (payload) => {
    const body = new FormData();
    body.append('biz', 'notice');
    body.append('file', new Blob(['payload']), `${payload}.txt`);
    const { path } = endpointOf(features, 'upload', 'upload');
    const answer = await fetch(`${url}${BASE_PATH}${path}`, { method: 'POST', headers: { 'x-access-token': token }, body });
    return textAt(await answer.json(), 'message');
  });

/** Sends every payload through the inputs that belong to no add or edit of a row. Returns the names of the inputs that accepted all of them. */
export const pushPayloadsByActs = async (acting: ActCaller, { ownToken }: { readonly ownToken: string }): Promise<readonly string[]> => {
  const { features, token } = acting;
  const settings = features.flatMap((feature) => feature.settings ?? []).filter(({ field }) => isText(field));
  const nouns = ['role', 'checkRule'];
  /** The number of views that one person may save for a noun. */
  const views = payloads.length / nouns.length;
  const accepted = await Promise.all([
    everyPayload(acting, { target: 'config.edit', token, names: settings.length > 0 ? ['value'] : [] }, (_n, payload) =>
      settings.map(({ key, field }) => ({ key, value: truncate(payload, field) })),
    ),
    everyPayload(acting, { target: 'preference.save', token, names: ['name', 'value'] }, (_n, payload) => [{ name: payload, value: [payload] }]),
    everyPayload(acting, { target: 'savedView.save', token, names: ['title', 'state'] }, (n, payload) => {
      const kind = n % 2 === 0 ? 'list' : 'query';
      const noun = nouns[Math.floor(n / views)] ?? '';
      const title = featureOf(features, noun).resource?.title ?? '';
      const filters = kind === 'list' ? { [title]: payload } : query(title, payload.slice(0, TITLE_MAX));
      return [{ noun, kind, share: 'private', title: `${n} ${payload}`.slice(0, TITLE_MAX), state: { filters } }];
    }),
    everyPayload(acting, { target: 'user.userEdit', token: ownToken, names: ['realname'] }, (_n, payload) => [
      { realname: payload.slice(0, TITLE_MAX) },
    ]),
    signInAsEach(acting),
  ]);
  return accepted.flat();
};
const TITLE_MAX = 60;
const ERRORS = 500;

const query = (field: string, val: string): Input => ({
  superQueryMatchType: 'and',
  superQueryParams: JSON.stringify([{ field, rule: 'eq', val, type: 'text', dbType: 'string' }]),
});

/** Signs in with each payload as the account. All are refused, and the login log records the account. */
const signInAsEach = async ({ ask, features }: ActCaller): Promise<readonly string[]> => {
  const login = endpointOf(features, 'session', 'login');
  const results = await inParallel(
    payloads,
    (payload) => ask('', login, { username: truncate(payload, fieldOf(login, 'username')), password: 'x' }),
    2,
  );
  return results.every(({ success, status }) => !success && status < ERRORS) ? ['session.login.username'] : [];
};

interface InputTarget {
  readonly target: string;
  readonly token: string;
  /** The names of the inputs that carry the payloads. */
  readonly names: readonly string[];
}

/** Makes the calls of each payload one after the other. Throws when one is refused. */
const everyPayload = async (
  { ask, features }: ActCaller,
  { target, token, names }: InputTarget,
  calls: (n: number, payload: string) => readonly Input[],
): Promise<readonly string[]> => {
  const [noun = '', verb = ''] = target.split('.');
  const endpoint = endpointOf(features, noun, verb);
  for (const [n, payload] of payloads.entries())
    for (const input of calls(n, payload)) resultOf(await ask(token, endpoint, input), `${target} ${payload}`);
  return names.map((name) => `${target}.${name}`);
};

const featureOf = (features: readonly Feature[], noun: string): Feature => {
  const found = features.find(({ name }) => name === noun);
  if (!found) throw new Error(`no ${noun}`);
  return found;
};
const endpointOf = (features: readonly Feature[], noun: string, verb: string): Endpoint => {
  const found = featureOf(features, noun).api[verb];
  if (!found) throw new Error(`no ${noun}.${verb}`);
  return found;
};
const fieldOf = ({ input }: Endpoint, name: string) => input[name] ?? { kind: 'text' as const, writing: 'always' as const, optional: false };

/** Releases the notices to their readers. */
export const releaseAll = async ({ ask, features, token }: ActCaller, rows: readonly Input[]): Promise<void> => {
  const release = endpointOf(features, 'notice', 'doReleaseData');
  await inParallel(rows, async ({ id }) => resultOf(await ask(token, release, { id }), 'release'), 4);
};

/** Tries to delete categories that have children. Each refusal contains the name of the category, in the answer and in the operation log. */
export const refuseAll = async ({ ask, features, token }: ActCaller, rows: readonly Input[]): Promise<void> => {
  const [add, remove] = [endpointOf(features, 'category', 'add'), endpointOf(features, 'category', 'delete')];
  await inParallel(
    rows,
    async ({ id }) => {
      resultOf(await ask(token, add, { pid: id, name: 'below' }), 'below');
      const { success, message } = await ask(token, remove, { id });
      if (success || !message.includes(CALL_NAME)) throw new Error(`not refused by its name: ${message}`);
    },
    2,
  );
};

export const fileNameInput = `upload.upload.${FILE_NAME}`;
