import { useQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import type { Language } from '#kit/fields/words.ts';
import { call } from '#kit/web/calls/client.ts';
import type { CallError } from '#kit/web/calls/client.ts';
import { languageStore, useLanguage } from '#kit/web/language.ts';
import { queryClient } from '#kit/web/calls/query.tsx';
import { sessionStore, tenantHeader } from '#kit/web/session/session.ts';
import { writeStored, readStored, storageKeys } from '#kit/web/storage.ts';
import { decodeDictCache, encodeDictCache } from './dict-cache.rules.ts';
import type { CachedDictionaries } from './dict-cache.rules.ts';
import { dictApi } from '../dict.ts';
import type { AllDictItems, DictItem } from '../dict.ts';

/** How long what is kept is believed without asking whether it changed. */
const RECHECK_MS = 300_000;

/** Everything that decides which words a person reads. */
const ownerOf = (language: Language): string => `${sessionStore.get()?.viewer.username ?? ''}/${tenantHeader()}/${language}`;

const readCached = (language: Language): CachedDictionaries | undefined =>
  decodeDictCache(readStored(storageKeys.dictionaries), { owner: ownerOf(language), nowMs: Date.now() });

/** Asks for the version first and for the words only when it is another one. */
const load = async (language: Language): Promise<AllDictItems> => {
  const version = await call(dictApi.version, {});
  const cached = readCached(language);
  return cached?.version === version ? cached.items : fetchAll(language, version);
};

const fetchAll = async (language: Language, version: string): Promise<AllDictItems> => {
  const items = await call(dictApi.queryAllDictItems, {});
  writeStored(storageKeys.dictionaries, encodeDictCache({ owner: ownerOf(language), version, items }, Date.now()));
  return items;
};

const keyOf = (language: Language) => ['dictionaries', ownerOf(language)] as const;

/** Every dictionary of the viewer, from this browser at once and from the server when it changed. */
const useDictionaries = () => {
  const language = useLanguage();
  return useQuery<AllDictItems, CallError>({
    queryKey: keyOf(language),
    queryFn: () => load(language),
    staleTime: RECHECK_MS,
    initialData: () => readCached(language)?.items,
    initialDataUpdatedAt: 0,
  });
};

/** Asks the server to forget what it keeps and reads everything again. Throws what `call` throws. */
export const useFlushDictionaries = (): (() => Promise<void>) => {
  const language = useLanguage();
  return useCallback(async () => {
    await call(dictApi.refleshCache, {});
    writeStored(storageKeys.dictionaries, null);
    queryClient.setQueryData(keyOf(language), await fetchAll(language, await call(dictApi.version, {})));
  }, [language]);
};

/** The items of one dictionary, for who is no component; none where nobody knows it. Throws what `call` throws. */
export const dictionaryItems = async (code: string): Promise<readonly DictItem[]> => {
  const language = languageStore.get();
  const dictionaries = await queryClient.fetchQuery({ queryKey: keyOf(language), queryFn: () => load(language), staleTime: RECHECK_MS });
  return Object.hasOwn(dictionaries, code) ? (dictionaries[code] ?? []) : [];
};

/** Asks for the version again: an item was changed on this page. */
export const recheckDictionaries = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dictionaries'] });

/** What is known of one dictionary: its items, or why there are none. */
export type Dictionary =
  | { readonly state: 'noCode' | 'loading' | 'unknown' }
  | { readonly state: 'failed'; readonly message: string; readonly retry: () => unknown }
  | { readonly state: 'ready'; readonly items: readonly DictItem[] };

export const useDictionary = (code: string): Dictionary => {
  const { data, error, refetch } = useDictionaries();
  if (code === '') return { state: 'noCode' };
  if (data) return Object.hasOwn(data, code) ? { state: 'ready', items: data[code] ?? [] } : { state: 'unknown' };
  return error ? { state: 'failed', message: error.message, retry: refetch } : { state: 'loading' };
};
