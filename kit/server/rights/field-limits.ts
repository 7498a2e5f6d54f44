import type { Endpoint } from '#kit/resource/endpoint.ts';
import { refuse } from '#kit/resource/refusal.ts';
import { fieldPrefix } from '#kit/resource/rights/rights.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '../context/context.ts';
import { kitRefusals } from '../refusals.ts';
import type { Viewer } from '../context/viewer.ts';

type AnyRow = Readonly<Record<string, unknown>>;
const none: ReadonlySet<string> = new Set();

const limited = ({ limits = none }: Viewer, prefix: string): readonly string[] =>
  limits.size === 0 ? [] : [...limits].flatMap((code) => (code.startsWith(prefix) ? [code.slice(prefix.length)] : []));

/** The fields of a noun that the viewer is not shown. */
export const unseenOf = (viewer: Viewer, noun: string): ReadonlySet<string> => new Set(limited(viewer, fieldPrefix.see(noun)));

/** The fields the viewer may not write: those that are locked, and those they do not see. */
export const lockedOf = (viewer: Viewer, noun: string): ReadonlySet<string> =>
  new Set([...limited(viewer, fieldPrefix.set(noun)), ...unseenOf(viewer, noun)]);

/** The noun as the viewer knows it. */
export const seenNoun = (viewer: Viewer, noun: AnyResource): AnyResource => {
  const unseen = unseenOf(viewer, noun.name);
  return unseen.size === 0 ? noun : { ...noun, fields: Object.fromEntries(Object.entries(noun.fields).filter(([name]) => !unseen.has(name))) };
};

/** Something of a noun as it goes to the viewer: what they are not shown is in it nowhere. */
export const withoutUnseen = <T>(viewer: Viewer, noun: AnyResource, value: T): T => {
  const unseen = unseenOf(viewer, noun.name);
  return unseen.size === 0 ? value : (stripped(value, (name) => unseen.has(name.replace(/_dictText$/, ''))) as T); // the same with less
};

/** An endpoint's answer without what the viewer is not shown of its noun, sums of it included. */
export const limitAnswer = (
  viewer: Viewer,
  asked: { readonly endpoint: Endpoint; readonly noun: AnyResource | undefined },
  wire: unknown,
): unknown => {
  const { endpoint } = asked;
  const noun = endpoint.listOf ?? asked.noun;
  const unseen = noun ? unseenOf(viewer, noun.name) : none;
  if (unseen.size === 0) return wire;
  const sums = Object.entries(endpoint.sums ?? {}).flatMap(([name, of]) => (of.some((field) => unseen.has(field)) ? [name] : []));
  return stripped(wire, (name) => unseen.has(name.replace(/_dictText$/, '')) || sums.includes(name));
};

const stripped = (value: unknown, isUnseen: (name: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((one: unknown) => stripped(one, isUnseen));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isUnseen(name) ? [] : [[name, stripped(inner, isUnseen)]])));
};

/**
 * An input without the locked fields that say what the row says already, since clients of the family send whole rows; one that would
 * change is refused by name.
 */
export const limitInput = async (
  ctx: Context,
  asked: { readonly endpoint: Endpoint; readonly noun: AnyResource | undefined },
  input: AnyRow,
): Promise<AnyRow> => {
  const { endpoint, noun } = asked;
  const locked = noun ? lockedOf(ctx.viewer, noun.name) : none;
  if (!noun || locked.size === 0 || (endpoint.method === 'GET' && endpoint.changes !== true)) return input;
  const given = Object.entries(input).flatMap(([name, value]) => {
    const field = lockedField(noun, locked, [name, endpoint]);
    return field === undefined || value === undefined ? [] : [{ name, field, value }];
  });
  if (given.length === 0) return input;
  const row = endpoint.sparse ? await ctx.anyRows(noun).find(String(input[noun.key])) : undefined;
  for (const { field, value } of given) {
    const now = endpoint.sparse ? row?.[field] : noun.fields[field]?.initial;
    if (endpoint.sparse ? row && !same(now, value) : value !== null && !same(now, value)) refuseLocked(ctx, noun, field);
  }
  return Object.fromEntries(Object.entries(input).filter(([name]) => !given.some((one) => one.name === name)));
};

/** Which locked field an input writes: the one of its name, or the one it was declared with, as the state that `changeState` sets. */
const lockedField = (noun: AnyResource, locked: ReadonlySet<string>, [name, endpoint]: readonly [string, Endpoint]): string | undefined => {
  if (locked.has(name)) return name;
  const declared = endpoint.input[name];
  if (declared?.codes === undefined || name === noun.key) return undefined;
  return [...locked].find((field) => noun.fields[field]?.codes === declared.codes && !(name in noun.fields));
};

export const refuseLocked = (ctx: Context, noun: AnyResource, name: string): never => {
  const words = ctx.registry.feature(noun.name)?.labels?.fields[name];
  const field = words ? ctx.say(words) : name;
  return refuse(kitRefusals, 'fieldLocked', { field }, { status: 403, detail: { fields: { [name]: ctx.say(kitRefusals.fieldLocked, { field }) } } });
};

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one ?? null, plain) === JSON.stringify(other ?? null, plain);
const plain = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? String(value) : value);
