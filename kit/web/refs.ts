import type { Endpoint } from '#kit/resource/endpoint.ts';
import { crud } from '#kit/resource/crud.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import type { AnyResource } from '#kit/resource/resource.ts';

const nouns = new Map<string, AnyResource>();

/** Makes nouns known to the pickers of `ref` fields. Each domain's web door lists those that others refer to. */
export const knowNouns = (known: readonly AnyResource[]): void => {
  for (const noun of known) nouns.set(noun.name, noun);
};

export type Picker = Endpoint<{}, readonly unknown[], readonly PickerRow[]>;

/** The picker call of a noun by its name; undefined when no door has made it known. */
export const pickerOf = (name: string | undefined): Picker | undefined => {
  const noun = name === undefined ? undefined : nouns.get(name);
  return noun && crud(noun).queryList;
};
