import { useEffect } from 'react';
import type { Endpoint } from '#kit/resource/endpoint.ts';
import { crud } from '#kit/resource/crud.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { call } from '../calls/client.ts';
import { useCall } from '../calls/query.tsx';
import { createStore, useStore } from '../store.ts';

const nouns = createStore<ReadonlyMap<string, AnyResource> | undefined>(undefined);
let load: () => Promise<readonly AnyResource[]> = () => Promise.resolve([]);

/** Registers the loader of the nouns to which `ref` fields refer. They are many, so no page waits for them. */
export const registerNounLoader = (from: () => Promise<readonly AnyResource[]>): void => {
  load = from;
  nouns.set(undefined);
};

/** Loads the nouns before a form opens; otherwise its pickers would fill in while the user types. */
export const loadNouns = async (): Promise<void> => {
  if (nouns.get()) return;
  const resources = await load();
  nouns.set(new Map(resources.map((noun) => [noun.name, noun])));
};

export type Picker = Endpoint<{}, unknown, readonly PickerRow[]>;

/** The picker endpoint of a noun, loaded once it is needed; undefined for an unknown noun. */
export const usePicker = (name: string | undefined, isNeeded: boolean): Picker | undefined => {
  const resources = useStore(nouns);
  useEffect(() => {
    // If loading fails, the picker stays empty, and the next one that opens tries again.
    if (isNeeded) loadNouns().catch(() => undefined);
  }, [isNeeded]);
  const noun = name === undefined ? undefined : resources?.get(name);
  return noun && crud(noun).queryList;
};

/** Takes the place of the picker until the nouns are loaded; it is never called. */
export const noPicker: Picker = { method: 'GET', path: '/', allow: 'signedIn', input: {}, output: { form: 'rows' } };

/** The titles of rows of a noun, from a text with their keys. */
export const useNames = (name: string, ids: string | null): readonly string[] => {
  const picker = usePicker(name, ids !== null);
  const { data } = useCall(picker ?? noPicker, { ids: ids ?? '' }, { enabled: picker !== undefined && ids !== null });
  return (data ?? []).map(({ text }) => text);
};

/** The titles of rows of a noun by their keys. */
export const namesOfRefs = async (name: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  await loadNouns();
  const noun = nouns.get()?.get(name);
  const rows = noun ? await call(crud(noun).queryList, { ids: ids.join(',') }) : [];
  return new Map(rows.map(({ value, text }) => [value, text]));
};
