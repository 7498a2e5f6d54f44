import { useCallback } from 'react';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { call } from './client.ts';
import { queryKey, queryClient, useCall } from './query.tsx';
import { sessionStore } from '../session/session.ts';
import { writeStored, readStored } from '../storage.ts';

type Preferences = Readonly<Record<string, unknown>>;

/** A copy in this browser, so that a page is drawn as it is liked from the first moment. */
const copyKey = (): string => `enhance_preferences_${sessionStore.get()?.viewer.username ?? ''}`;
const copy = (): Preferences => {
  try {
    return JSON.parse(readStored(copyKey()) ?? '{}') as Preferences; // our own copy of what the server answered
  } catch {
    return {};
  }
};

/** One thing a person likes, kept on the server. `null` goes back to the usual. */
export const usePreference = <T>(name: string): readonly [T | undefined, (value: T | null) => void] => {
  const { data } = useCall(preferenceApi.all, {}, { staleMs: Infinity });
  const preference = (data ?? copy())[name] as T | undefined; // who reads a name is who writes it
  const set = useCallback((value: T | null) => savePreference(name, value), [name]);
  return [preference, set];
};

const savePreference = (name: string, value: unknown): void => {
  const key = queryKey(preferenceApi.all, {});
  const { [name]: _before, ...others } = queryClient.getQueryData<Preferences>(key) ?? copy();
  const next = value === null ? others : { ...others, [name]: value };
  queryClient.setQueryData(key, next);
  writeStored(copyKey(), JSON.stringify(next));
  // It holds here at once; one that does not reach the server is tried again with the next change.
  call(preferenceApi.save, { name, value }).catch(() => undefined);
};
