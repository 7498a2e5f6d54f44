import { useCallback } from 'react';
import { preferenceApi } from '#kit/resource/shared-endpoints/preference.ts';
import { call } from './client.ts';
import { queryKey, queryClient, useCall } from './query.tsx';
import { sessionStore } from '../session/session.ts';
import { writeStored, readStored } from '../storage.ts';

type Preferences = Readonly<Record<string, unknown>>;

/** Preferences are also stored in this browser, so that the first drawing of a page already follows them. */
const copyKey = (): string => `enhance_preferences_${sessionStore.get()?.viewer.username ?? ''}`;
const copy = (): Preferences => {
  try {
    return JSON.parse(readStored(copyKey()) ?? '{}') as Preferences; // written by this module with the server's answer
  } catch {
    return {};
  }
};

/** One preference of the signed-in user, stored on the server. `null` restores the default. */
export const usePreference = <T>(name: string): readonly [T | undefined, (value: T | null) => void] => {
  const { data } = useCall(preferenceApi.all, {}, { staleMs: Infinity });
  const preference = (data ?? copy())[name] as T | undefined; // each name is read and written by the same caller
  const set = useCallback((value: T | null) => savePreference(name, value), [name]);
  return [preference, set];
};

const savePreference = (name: string, value: unknown): void => {
  const key = queryKey(preferenceApi.all, {});
  const { [name]: _before, ...others } = queryClient.getQueryData<Preferences>(key) ?? copy();
  const next = value === null ? others : { ...others, [name]: value };
  queryClient.setQueryData(key, next);
  writeStored(copyKey(), JSON.stringify(next));
  // The change takes effect in the browser at once. If the server does not receive it, the next change sends it again.
  call(preferenceApi.save, { name, value }).catch(() => undefined);
};
