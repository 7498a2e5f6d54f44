import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useLanguage } from '../language.ts';

/** One option of a select. */
export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Additional text beside the option in the list. */
  readonly note?: string;
}

/** A source of choices. Its choices may carry more data than their texts. */
export interface ChoiceSource<C extends Choice = Choice> {
  /** The query key. It begins with the path, so that `refresh(noun)` reloads the choices. */
  readonly key: readonly [path: string, ...rest: readonly unknown[]];
  /** The size of a full page; a shorter page is the last one. */
  readonly pageRows: number;
  /** A search starts after this pause in typing. */
  readonly restMs: number;
  readonly find: (query: { readonly keyword: string; readonly pageNo: number }) => Promise<readonly C[]>;
  /** Loads the choices of values that were selected earlier. */
  readonly resolve: (values: readonly string[]) => Promise<readonly C[]>;
}

const FRESH_MS = 30_000;
const none: readonly never[] = [];

interface ChoiceRequest<C extends Choice> {
  /** Undefined while the source is not known yet. */
  readonly source: ChoiceSource<C> | undefined;
  /** The list is open. */
  readonly isOpen: boolean;
  readonly searchText: string;
  readonly values: readonly string[];
  /** Choices that the page already knows. */
  readonly knownChoices: readonly C[];
}

export interface Choices<C extends Choice> {
  /** The choices that match the search text, as far as they are loaded. */
  readonly options: readonly C[];
  readonly choiceOf: (value: string) => C | undefined;
  readonly keyword: string;
  /** The texts of selected values are loading. */
  readonly naming: boolean;
  readonly busy: boolean;
  /** Why loading failed; undefined without a failure. */
  readonly problem: { readonly message: string; readonly retry: () => void } | undefined;
  /** Loads the next page; undefined when all pages are loaded. */
  readonly more: (() => void) | undefined;
  readonly keep: (chosen: readonly C[]) => void;
}

/** Choices that match a search text, loaded page by page, and the texts of selected values. An answer to an earlier search text is ignored. */
export const useChoices = <C extends Choice>({ source, isOpen, searchText, values, knownChoices }: ChoiceRequest<C>): Choices<C> => {
  const language = useLanguage();
  const keyword = useDebounced(searchText, source?.restMs ?? 0);
  const [keptChoices, setKeptChoices] = useState<readonly C[]>(none);
  const choicesByValue = useMemo(
    () => new Map([...knownChoices, ...keptChoices].map((choice) => [choice.value, choice])),
    [knownChoices, keptChoices],
  );
  const key = [...(source?.key ?? ['']), language];
  const [pages, setPages] = useState({ of: keyword, count: 1 });
  const count = pages.of === keyword ? pages.count : 1;
  const foundQuery = useQuery({
    queryKey: [...key, 'found', keyword, count],
    queryFn: async ({ client }) => {
      const previous = count > 1 ? (client.getQueryData<ChoiceResult<C>>([...key, 'found', keyword, count - 1])?.rows ?? none) : none;
      const page = (await source?.find({ keyword, pageNo: count })) ?? none;
      const newChoices = page.filter(({ value }) => !previous.some((choice) => choice.value === value));
      // A full page with new choices may be followed by another.
      return {
        rows: [...previous, ...newChoices],
        isWhole: page.length < (source?.pageRows ?? 0) || newChoices.length === 0,
      } satisfies ChoiceResult<C>;
    },
    enabled: source !== undefined && isOpen,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const unknown = useUnresolvedValues(values, choicesByValue);
  const resolved = useQuery({
    queryKey: [...key, 'named', ...unknown],
    queryFn: () => source?.resolve(unknown) ?? Promise.resolve(none),
    enabled: source !== undefined && unknown.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  useWarning(foundQuery.error);
  const rows = foundQuery.data?.rows ?? none;
  const allByValue = useMemo(
    () => new Map([...choicesByValue, ...(resolved.data ?? []).map((choice) => [choice.value, choice] as const)]),
    [choicesByValue, resolved.data],
  );
  return {
    options: rows,
    choiceOf: (value) => allByValue.get(value) ?? rows.find((choice) => choice.value === value),
    keyword,
    naming: resolved.isFetching,
    busy: foundQuery.isFetching,
    problem: foundQuery.error ? { message: foundQuery.error.message, retry: () => void foundQuery.refetch() } : undefined,
    more:
      foundQuery.data && !foundQuery.data.isWhole && !foundQuery.isFetching && !foundQuery.error
        ? () => setPages({ of: keyword, count: count + 1 })
        : undefined,
    keep: (chosen) => setKeptChoices((previous) => [...previous.filter(({ value }) => !chosen.some((item) => item.value === value)), ...chosen]),
  };
};

interface ChoiceResult<C extends Choice> {
  readonly rows: readonly C[];
  readonly isWhole: boolean;
}

/** Values whose choices have not been loaded. The list only grows, so that a loaded text is not loaded again. */
const useUnresolvedValues = (values: readonly string[], choicesByValue: ReadonlyMap<string, Choice>): readonly string[] => {
  const [query, setRequested] = useState<readonly string[]>(none);
  const newChoices = values.filter((value) => !choicesByValue.has(value) && !query.includes(value));
  if (newChoices.length > 0) setRequested([...query, ...newChoices]);
  return query;
};

/** The search text after a pause in typing; an emptied text applies at once. */
const useDebounced = (searchText: string, restMs: number): string => {
  const [rested, setRested] = useState(searchText.trim());
  useEffect(() => {
    const timer = setTimeout(() => setRested(searchText.trim()), searchText === '' ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [searchText, restMs]);
  return rested;
};

/** A failed search is shown below the list, and once as a toast. */
const useWarning = (problem: Error | null): void => {
  const { warn } = useFeedback();
  const showWarning = useEffectEvent((text: string) => warn(text));
  useEffect(() => {
    if (problem) showWarning(problem.message);
  }, [problem]);
};
