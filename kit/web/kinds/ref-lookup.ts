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

/** Says where the nouns come from that `ref` fields point at. They are many, and no page waits for them. */
export const registerNounLoader = (from: () => Promise<readonly AnyResource[]>): void => {
  load = from;
  nouns.set(undefined);
};

/** Ahead of a form, whose pickers would else fill themselves while somebody types. */
export const loadNouns = async (): Promise<void> => {
  if (nouns.get()) return;
  const resources = await load();
  nouns.set(new Map(resources.map((noun) => [noun.name, noun])));
};

export type Picker = Endpoint<{}, unknown, readonly PickerRow[]>;

/** The picker call of a noun by its name, as soon as it is wanted and known; undefined for a name that nobody has. */
export const usePicker = (name: string | undefined, isNeeded: boolean): Picker | undefined => {
  const resources = useStore(nouns);
  useEffect(() => {
    // Without a connection the picker stays empty, and the next one that is opened asks again.
    if (isNeeded) loadNouns().catch(() => undefined);
  }, [isNeeded]);
  const noun = name === undefined ? undefined : resources?.get(name);
  return noun && crud(noun).queryList;
};

/** Whom to ask while nobody is known. */
export const noPicker: Picker = { method: 'GET', path: '/', allow: 'signedIn', input: {}, output: { form: 'rows' } };

/** The titles of some rows of a noun by their keys in one text. */
export const useNames = (name: string, ids: string | null): readonly string[] => {
  const picker = usePicker(name, ids !== null);
  const { data } = useCall(picker ?? noPicker, { ids: ids ?? '' }, { enabled: picker !== undefined && ids !== null });
  return (data ?? []).map(({ text }) => text);
};

/** The titles of some rows of a noun, by their keys. */
export const namesOfRefs = async (name: string, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  await loadNouns();
  const noun = nouns.get()?.get(name);
  const rows = noun ? await call(crud(noun).queryList, { ids: ids.join(',') }) : [];
  return new Map(rows.map(({ value, text }) => [value, text]));
};
