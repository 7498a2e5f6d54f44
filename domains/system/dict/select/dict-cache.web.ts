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

/** How long cached dictionaries are used without checking their version. */
const RECHECK_MS = 300_000;

/** Everything about a viewer that affects the texts. */
const ownerOf = (language: Language): string => `${sessionStore.get()?.viewer.username ?? ''}/${tenantHeader()}/${language}`;

const readCached = (language: Language): CachedDictionaries | undefined =>
  decodeDictCache(readStored(storageKeys.dictionaries), { owner: ownerOf(language), nowMs: Date.now() });

/** Requests the version first, and the dictionaries only when it has changed. */
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

/** All dictionaries of the viewer: from the browser's cache at once, and from the server after a change. */
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

/** Tells the server to drop its cache, and reloads all dictionaries. Throws like `call`. */
export const useFlushDictionaries = (): (() => Promise<void>) => {
  const language = useLanguage();
  return useCallback(async () => {
    await call(dictApi.refleshCache, {});
    writeStored(storageKeys.dictionaries, null);
    queryClient.setQueryData(keyOf(language), await fetchAll(language, await call(dictApi.version, {})));
  }, [language]);
};

/** The items of one dictionary, for use outside components; empty for an unknown code. Throws like `call`. */
export const dictionaryItems = async (code: string): Promise<readonly DictItem[]> => {
  const language = languageStore.get();
  const dictionaries = await queryClient.fetchQuery({ queryKey: keyOf(language), queryFn: () => load(language), staleTime: RECHECK_MS });
  return Object.hasOwn(dictionaries, code) ? (dictionaries[code] ?? []) : [];
};

/** Checks the version again, after this page has changed an item. */
export const recheckDictionaries = (): Promise<void> => queryClient.invalidateQueries({ queryKey: ['dictionaries'] });

/** The state of one dictionary: its items, or why there are none. */
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
