import { jsonText } from '#kit/fields/json-text.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import { fieldPrefix } from '#kit/resource/rights/rights.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '../context/context.ts';
import { kitRefusals } from '../refusals.ts';
import type { Viewer } from '../context/viewer.ts';

type AnyRow = Readonly<Record<string, unknown>>;
const NO_FIELDS: ReadonlySet<string> = new Set();

const limitedFields = ({ limits = NO_FIELDS }: Viewer, prefix: string): readonly string[] =>
  limits.size === 0 ? [] : [...limits].flatMap((code) => (code.startsWith(prefix) ? [code.slice(prefix.length)] : []));

/** The fields of a noun that are hidden from the viewer. */
export const hiddenFields = (viewer: Viewer, noun: string): ReadonlySet<string> => new Set(limitedFields(viewer, fieldPrefix.see(noun)));

/** The fields that the viewer may not write: locked and hidden ones. */
export const lockedFields = (viewer: Viewer, noun: string): ReadonlySet<string> =>
  new Set([...limitedFields(viewer, fieldPrefix.set(noun)), ...hiddenFields(viewer, noun)]);

/** The noun without the fields that are hidden from the viewer. */
export const visibleNoun = (viewer: Viewer, noun: AnyResource): AnyResource => {
  const hidden = hiddenFields(viewer, noun.name);
  return hidden.size === 0 ? noun : { ...noun, fields: Object.fromEntries(Object.entries(noun.fields).filter(([name]) => !hidden.has(name))) };
};

/** A value without the noun's hidden fields, at any depth. */
export const withoutHiddenFields = <T>(viewer: Viewer, noun: AnyResource, value: T): T => {
  const hidden = hiddenFields(viewer, noun.name);
  return hidden.size === 0 ? value : (withoutFields(value, (name) => hidden.has(name.replace(/_dictText$/, ''))) as T); // the same type with fewer fields
};

/** The answer of an endpoint without the hidden fields of its noun, including sums of them. */
export const limitAnswer = (
  viewer: Viewer,
  target: { readonly endpoint: Endpoint; readonly noun: AnyResource | undefined },
  wire: unknown,
): unknown => {
  const { endpoint } = target;
  const noun = endpoint.listOf ?? target.noun;
  const hidden = noun ? hiddenFields(viewer, noun.name) : NO_FIELDS;
  if (hidden.size === 0) return wire;
  const sums = Object.entries(endpoint.sums ?? {}).flatMap(([name, of]) => (of.some((field) => hidden.has(field)) ? [name] : []));
  return withoutFields(wire, (name) => hidden.has(name.replace(/_dictText$/, '')) || sums.includes(name));
};

const withoutFields = (value: unknown, isHidden: (name: string) => boolean): unknown => {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutFields(item, isHidden));
  if (typeof value !== 'object' || value === null || value instanceof Date) return value;
  return Object.fromEntries(Object.entries(value).flatMap(([name, inner]) => (isHidden(name) ? [] : [[name, withoutFields(inner, isHidden)]])));
};

/**
 * The input without locked fields whose value equals the stored one, since clients of the product family send whole rows. A locked field that would
 * change is refused by name.
 */
export const limitInput = async (
  ctx: Context,
  target: { readonly endpoint: Endpoint; readonly noun: AnyResource | undefined },
  input: AnyRow,
): Promise<AnyRow> => {
  const { endpoint, noun } = target;
  const locked = noun ? lockedFields(ctx.viewer, noun.name) : NO_FIELDS;
  if (!noun || locked.size === 0 || (endpoint.method === 'GET' && endpoint.changes !== true)) return input;
  const lockedInputs = Object.entries(input).flatMap(([name, value]) => {
    const field = lockedField(noun, locked, [name, endpoint]);
    return field === undefined || value === undefined ? [] : [{ name, field, value }];
  });
  if (lockedInputs.length === 0) return input;
  const row = endpoint.sparse ? await ctx.anyRows(noun).find(String(input[noun.key])) : undefined;
  for (const { field, value } of lockedInputs) {
    const now = endpoint.sparse ? row?.[field] : noun.fields[field]?.initial;
    if (endpoint.sparse ? row && !same(now, value) : value !== null && !same(now, value)) refuseLocked(ctx, noun, field);
  }
  return Object.fromEntries(Object.entries(input).filter(([name]) => !lockedInputs.some((lockedInput) => lockedInput.name === name)));
};

/**
 * The locked field that an input writes: that of the same name, or the one from which it was declared, as for the state that `changeState` sets.
 */
const lockedField = (noun: AnyResource, locked: ReadonlySet<string>, [name, endpoint]: readonly [string, Endpoint]): string | undefined => {
  if (locked.has(name)) return name;
  const declared = endpoint.input[name];
  if (declared?.codes === undefined || name === noun.key) return undefined;
  return [...locked].find((field) => noun.fields[field]?.codes === declared.codes && !(name in noun.fields));
};

export const refuseLocked = (ctx: Context, noun: AnyResource, name: string): never => {
  const words = ctx.registry.feature(noun.name)?.labels?.fields[name];
  const field = words ? ctx.say(words) : name;
  return throwRefusal(
    kitRefusals,
    'fieldLocked',
    { field },
    { status: 403, detail: { fields: { [name]: ctx.say(kitRefusals.fieldLocked, { field }) } } },
  );
};

const same = (left: unknown, right: unknown): boolean => jsonText(left ?? null) === jsonText(right ?? null);
