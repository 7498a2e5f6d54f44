import { valuesOf } from '#kit/fields/codes.ts';
import type { Field } from '#kit/fields/field.ts';
import { parse } from '#kit/fields/parse.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import type { Feature } from '#kit/resource/feature.ts';
import { inParallel, isRecord } from '#kit/test/nouns/call-endpoint.ts';
import type { CallEndpoint, CallResult, Input } from '#kit/test/nouns/call-endpoint.ts';
import { payloads } from './payloads.ts';
import { truncate, isText, exclusionReasonOf } from './text-inputs.ts';

/** By noun: the inputs of an add that cannot be derived from its declaration, for the number of a row and its payload. */
export type PayloadInputs = Readonly<Record<string, (n: number, payload: string) => Input>>;

/** The result of sending every payload through the add and the edit of a noun. */
export interface PayloadReport {
  readonly noun: string;
  readonly added: number;
  readonly edited: number;
  /** The inputs in which a payload was accepted. */
  readonly accepted: readonly string[];
  /** The rows that were added. */
  readonly rows: readonly Input[];
}

export interface PayloadCaller {
  readonly ask: CallEndpoint;
  readonly token: string;
}

/** An edit sends the payload that is this many places after the payload of the add. */
const APART = payloads.length / 2;
/** Nouns take the payloads of even or of odd numbers in turn: both halves have every carrier, and all nouns share the code that reads and shows a text. */
const NOUNS_APART = 2;
export const ADDS = payloads.length / NOUNS_APART;
/** Every fourth row is edited, because an edit reads the same fields as the add. Every carrier is then edited once. */
const EDIT_EVERY = 4;
export const EDITS = ADDS / EDIT_EVERY;
/** The number of parallel requests. More of them would only wait for locks. */
const LANES = 3;

/** A noun, and its place among those that take the payloads. */
export interface NounInTurn {
  readonly feature: Feature;
  readonly at: number;
}

/** Adds a row of a noun for each of its payloads, with the payload in every text field, and edits some of the rows with another payload. */
export const pushPayloads = async (pushing: PayloadCaller, { feature, at }: NounInTurn, givens: PayloadInputs): Promise<PayloadReport> => {
  const { name: noun, api, resource } = feature;
  const [add, edit] = [api['add'], api['edit']];
  if (!add || !edit || !resource) throw new Error(`${noun} has no add`);
  const accepted = new Set<string>();
  const pushed = await inParallel(
    payloads
      .map((payload, n) => ({ payload, n }))
      .filter(({ n }) => n % NOUNS_APART === at % NOUNS_APART)
      .map((each, turn) => ({ ...each, isEdited: turn % EDIT_EVERY === 0 })),
    async ({ payload, n, isEdited }) => {
      const given = givens[noun]?.(n, payload) ?? {};
      const push = pusher(pushing, { noun, accepted, given });
      const added = await push('add', add, { payload, plain: { ...requiredOf(add, n), ...given } });
      if (!added || !isRecord(added.result)) return {};
      if (!isEdited) return { row: added.result };
      const { [resource.key]: key, version } = added.result;
      // Names are unique.
      const other = `e ${payloads[(n + APART) % payloads.length] ?? ''}`;
      const again = givens[noun]?.(n, other) ?? {};
      const sent = Object.fromEntries(Object.entries(again).filter(([name]) => isWritten(edit, name)));
      return { row: added.result, edited: await push('edit', edit, { payload: other, plain: { ...sent, [resource.key]: key, version } }) };
    },
    LANES,
  );
  const rows = pushed.flatMap(({ row }) => (row ? [row] : []));
  return { noun, added: rows.length, edited: pushed.filter(({ edited }) => edited).length, accepted: [...accepted], rows };
};

const isWritten = ({ input }: Endpoint, name: string): boolean => {
  const field = input[name];
  return field !== undefined && (field.kind === 'list' || field.kind === 'json');
};

interface NounUnderTest {
  readonly noun: string;
  readonly accepted: Set<string>;
  readonly given: Input;
}

/** Calls an endpoint with the payload in every text field that accepts it. */
const pusher =
  ({ ask, token }: PayloadCaller, { noun, accepted, given }: NounUnderTest) =>
  async (
    verb: string,
    endpoint: Endpoint,
    { payload, plain }: { readonly payload: string; readonly plain: Input },
  ): Promise<CallResult | undefined> => {
    const texts = Object.entries(endpoint.input).filter(
      ([name, field]) =>
        isText(field) && !(name in given) && !exclusionReasonOf(`${noun}.${verb}.${name}`) && parse(field, truncate(payload, field)).ok,
    );
    const loaded = new Map(texts.map(([name, field]) => [name, truncate(payload, field)]));
    const written = Object.keys(plain).filter((name) => isWritten(endpoint, name) && JSON.stringify(plain[name]).includes(CALL_NAME));
    for (let tries = 0; ; tries += 1) {
      const answer = await ask(token, endpoint, { ...plain, ...Object.fromEntries(loaded) });
      if (answer.success) for (const name of [...loaded.keys(), ...written]) accepted.add(`${noun}.${verb}.${name}`);
      if (answer.success) return answer;
      const bad = refusedFields(answer.result).filter((name) => loaded.delete(name));
      if (bad.length > 0) continue;
      // The refusal names no field. First every text gets a letter, because a text of marks alone may be empty after cleaning; then the last field is left out.
      if (tries === 0) for (const [name, field] of texts) loaded.set(name, truncate(`e ${payload}`, field));
      else if (!loaded.delete([...loaded.keys()].at(-1) ?? '')) return undefined;
    }
  };
/** A part of every payload. */
export const CALL_NAME = '__ran';

const refusedFields = (result: unknown): readonly string[] => (isRecord(result) && isRecord(result['fields']) ? Object.keys(result['fields']) : []);

const requiredOf = (add: Endpoint, n: number): Input =>
  Object.fromEntries(Object.entries(add.input).flatMap(([name, field]) => (field.optional ? [] : [[name, plainValue(field, n)]])));

const plainValue = (field: Field, n: number): unknown => {
  if (field.codes) return Object.values(valuesOf(field.codes))[0];
  if (field.kind === 'phone') return `138${String(n).padStart(8, '0')}`;
  if (isText(field)) return `x${n}`;
  if (field.kind === 'list') return [];
  return field.min ?? 1;
};
