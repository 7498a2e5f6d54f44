import { parse } from '#kit/fields/parse.ts';
import type { Setting } from '#kit/resource/setting.ts';

/** Parses a stored value by the field of its setting. A value that the declaration no longer allows counts as missing, so the default applies. */
export const settingValue = <T>({ field }: Setting<T>, stored: unknown): T => {
  const asStored = parse(field, stored ?? field.initial);
  const value = asStored.ok ? asStored : parse(field, field.initial);
  return (value.ok ? value.value : null) as T; // parsing returns the type of the field's kind
};
