import { pile, pileApi, pileProfile } from '#domains/network/resources.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import type { Context } from '#kit/server/context/context.ts';
import { hasPermission } from '#kit/server/context/viewer.ts';
import { lockedFields, refuseLocked } from '#kit/server/rights/field-limits.ts';
import { heldParameter } from './held-parameters.ts';
import type { HeldParameter } from './held-parameters.ts';
import { formValue } from './parameter-values.rules.ts';

const nouns: Readonly<Record<HeldParameter['form'], AnyResource>> = { pile, pileProfile };

export interface FormValue {
  readonly cpCode: string;
  readonly held: HeldParameter;
  /** As devices write it. */
  readonly text: string;
}

/** Writes a value of a pile into the form that holds it, if the viewer may write the field there. */
export const writeForm = async (ctx: Context, { cpCode, held, text }: FormValue): Promise<void> => {
  const noun = nouns[held.form];
  if (lockedFields(ctx.viewer, noun.name).has(held.field)) refuseLocked(ctx, noun, held.field);
  const value = formValue(held.paramNo, text);
  const rows = ctx.anyRows(noun);
  if (value !== undefined && (await rows.get(cpCode))[held.field] !== value) await rows.change(cpCode, { [held.field]: value });
};

/**
 * An operator who sets a parameter by hand wants this value, so the form that holds it gets it. Otherwise the next "send the wanted values" would undo
 * it. A form that the operator may not edit keeps its value, and the difference is shown.
 */
export const writeFormOfSetParameter = async (
  ctx: Context,
  { cpCode, paramNo, text }: { readonly cpCode: string; readonly paramNo: number; readonly text: string },
): Promise<void> => {
  const held = heldParameter(paramNo);
  if (!held || !mayWrite(ctx, held)) return;
  await writeForm(ctx, { cpCode, held, text });
};

/** The address of a payment and the switch of a pile have endpoints of their own, which do more than to write the field. */
const mayWrite = (ctx: Context, { form, field }: HeldParameter): boolean =>
  nouns[form].fields[field]?.writing !== 'never' && hasPermission(ctx.viewer, pileApi.edit.allow) && !lockedFields(ctx.viewer, form).has(field);
