import { isMask, personalFieldsOf } from '#kit/fields/personal.ts';
import { plainPhone } from '#kit/fields/phone-number.ts';
import { parse } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { Field, FieldShape } from '#kit/fields/field.ts';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { revealCode } from '#kit/resource/rights/personal-data.ts';
import type { personalApi } from '#kit/resource/rights/personal-data.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { toWire } from '../values/codec.ts';
import type { Condition } from '../context/condition.ts';
import type { Context } from '../context/context.ts';
import { hiddenFields } from './field-limits.ts';
import { plainText } from '../values/plain-text.ts';
import { spendSearch } from './personal-search-quota.ts';
import type { SearchQuotaSubject } from './personal-search-quota.ts';
import { kitRefusals } from '../refusals.ts';
import type { Handlers } from '../context/route.ts';
import { hasPermission } from '../context/viewer.ts';
import type { Viewer } from '../context/viewer.ts';

type RawInput = Readonly<Record<string, unknown>>;

export const mayReveal = (viewer: Viewer, noun: AnyResource): boolean => hasPermission(viewer, revealCode(noun.name));

export const requireReveal = (viewer: Viewer, noun: AnyResource): void => {
  const permission = revealCode(noun.name);
  if (!mayReveal(viewer, noun)) throwRefusal(kitRefusals, 'forbidden', { permission }, { status: 403, detail: { permission } });
};

/** The `reveal` handler of a noun. The log records the user, the field and the row in the transaction of the answer. */
export const revealHandlers = (noun: AnyResource): Handlers<ReturnType<typeof personalApi>> => ({
  reveal: async (ctx, { id, field: name }) => {
    const isRevealable = personalFieldsOf(noun.fields).some(([own]) => own === name) && !hiddenFields(ctx.viewer, noun.name).has(name);
    if (!isRevealable) throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
    const row = await ctx.anyRows(noun).get(id);
    ctx.trail.note({ noun, key: id, before: row, revealed: [name] });
    const value = row[name];
    return { value: value === null || value === undefined ? null : plainText(value) };
  },
});

/** The masked values in an input that mean "unchanged": clients of the product family send whole rows, with personal data masked. */
const masksIn = (shape: FieldShape, raw: RawInput): readonly (readonly [string, Field])[] =>
  personalFieldsOf(shape).filter(([name, field]) => isMask(field, raw[name]));

/** The input of an edit without its masked values, so that a mask is never stored as a value. */
export const withoutMasks = ({ sparse, input }: Endpoint, raw: RawInput): RawInput => {
  const masks = sparse ? new Set(masksIn(input, raw).map(([name]) => name)) : undefined;
  return masks === undefined || masks.size === 0 ? raw : Object.fromEntries(Object.entries(raw).filter(([name]) => !masks.has(name)));
};

/** A mask means "unchanged" only if it is the mask of the stored value. Otherwise the edit is refused, because the entered value would be lost. */
export const requireOwnMasks = async (
  ctx: Context,
  { endpoint, noun }: { readonly endpoint: Endpoint; readonly noun: AnyResource | undefined },
  raw: RawInput,
): Promise<void> => {
  const masks = endpoint.sparse ? masksIn(endpoint.input, raw) : [];
  const row = masks.length > 0 && noun ? await ctx.anyRows(noun).find(plainText(raw[noun.key] ?? '')) : undefined;
  if (!noun || !row) return;
  const foreignMasks = masks.filter(([name, field]) => toWire(field, row[name], row) !== raw[name]);
  if (foreignMasks.length === 0) return;
  const labels = ctx.registry.feature(noun.name)?.labels?.fields;
  const texts = foreignMasks.map(([name]) => {
    const words = labels?.[name];
    return [name, problemText({ code: 'masked' }, { label: words ? ctx.say(words) : name, language: ctx.viewer.language })] as const;
  });
  throwRefusal(kitRefusals, 'badInput', { problem: texts[0]?.[1] ?? '' }, { status: 400, detail: { fields: Object.fromEntries(texts) } });
};

/**
 * Restricts a condition of a viewer who may not see the noun's personal data. Only a complete number may be searched, because its parts could be
 * guessed digit by digit, and only a limited number of them. Undefined means that the condition is refused.
 */
export const guardCondition = (searcher: SearchQuotaSubject, noun: AnyResource, condition: Condition): Condition | undefined => {
  if (mayReveal(searcher.viewer, noun)) return condition;
  if ('of' in condition) {
    const of = condition.of.map((part) => guardCondition(searcher, noun, part));
    return of.every((part) => part !== undefined) ? { ...condition, of } : undefined;
  }
  const field = noun.fields[condition.field];
  if (!field?.personal) return condition;
  const forms = wholeNumberForms(field, condition);
  const { when } = field.personal;
  const byWholeNumber: Condition | undefined =
    forms === undefined || !spendSearch(searcher, forms.at(-1) ?? '') ? undefined : { field: condition.field, is: 'in', values: forms };
  if (when === undefined) return byWholeNumber;
  const others: Condition = { is: 'all', of: [condition, { field: when.field, is: 'notIn', values: when.is }] };
  return byWholeNumber ? { is: 'any', of: [others, byWholeNumber] } : others;
};

/** The one complete number that a condition searches for, in the forms in which it may be stored. */
const wholeNumberForms = (
  { line: _line, ...field }: Field,
  condition: Exclude<Condition, { readonly of: unknown }>,
): readonly string[] | undefined => {
  const text = 'text' in condition ? condition.text : 'values' in condition && condition.values.length === 1 ? condition.values[0] : undefined;
  if (typeof text !== 'string' || (condition.is !== 'in' && condition.is !== 'contains')) return undefined;
  const parsed = parse({ ...field, optional: false }, text);
  if (!parsed.ok) return undefined;
  return [...new Set([text, ...(field.personal?.kind === 'mailbox' ? [] : [plainPhone(text)])])];
};

const personalIn = (noun: AnyResource, condition: Condition): readonly string[] =>
  'of' in condition ? condition.of.flatMap((part) => personalIn(noun, part)) : noun.fields[condition.field]?.personal ? [condition.field] : [];

/** The numbers that one query of such a viewer may contain; a list of numbers would make guessing easy. */
const NUMBERS_PER_QUERY_MAX = 1;

/** The conditions of a list that the viewer may use; a search for a part of a number is refused with the name of the field. */
export const guardConditions = (
  searcher: SearchQuotaSubject,
  noun: AnyResource,
  conditions: readonly Condition[],
): readonly Condition[] | { readonly refused: string } => {
  const personalFields = conditions.flatMap((condition) => personalIn(noun, condition));
  if (personalFields.length === 0 || mayReveal(searcher.viewer, noun)) return conditions;
  const allowed = conditions.map((condition) => guardCondition(searcher, noun, condition));
  const guarded = allowed.flatMap((condition) => condition ?? []);
  const refused = conditions.find((_condition, index) => allowed[index] === undefined);
  if (personalFields.length > NUMBERS_PER_QUERY_MAX || refused)
    return { refused: (refused && personalIn(noun, refused)[0]) ?? personalFields[0] ?? '' };
  return guarded;
};
