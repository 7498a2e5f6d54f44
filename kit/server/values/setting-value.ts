import { parse } from '#kit/fields/parse.ts';
import type { Setting } from '#kit/resource/setting.ts';

/** A stored value read by the setting's own field. What the declaration no longer allows is nothing: then the default holds. */
export const settingValue = <T>({ field }: Setting<T>, stored: unknown): T => {
  const asStored = parse(field, stored ?? field.initial);
  const value = asStored.ok ? asStored : parse(field, field.initial);
  return (value.ok ? value.value : null) as T; // the field's kind decides what parse makes of it
};
