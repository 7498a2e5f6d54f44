import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useMemo, useState } from 'react';
import { useFeedback } from '../dialogs/feedback.tsx';
import { useLanguage } from '../language.ts';

/** One thing to choose. */
export interface Choice {
  readonly value: string;
  readonly text: string;
  /** Stands beside it in the list. */
  readonly note?: string;
}

/** Where choices are asked for. They may bring more along than their words. */
export interface ChoiceSource<C extends Choice = Choice> {
  /** What is asked, for what was answered before; first the path, so that `refresh(noun)` asks again. */
  readonly key: readonly [path: string, ...rest: readonly unknown[]];
  /** Rows of a full page; a shorter one is the last. */
  readonly pageRows: number;
  /** How long typing rests before anybody is asked. */
  readonly restMs: number;
  readonly find: (query: { readonly keyword: string; readonly pageNo: number }) => Promise<readonly C[]>;
  /** The choices of values that were chosen earlier. */
  readonly resolve: (values: readonly string[]) => Promise<readonly C[]>;
}

const FRESH_MS = 30_000;
const none: readonly never[] = [];

interface ChoiceRequest<C extends Choice> {
  /** Undefined while it is not known whom to ask. */
  readonly source: ChoiceSource<C> | undefined;
  /** Somebody is choosing. */
  readonly isOpen: boolean;
  readonly searchText: string;
  readonly values: readonly string[];
  /** Choices the page knows already. */
  readonly given: readonly C[];
}

export interface Choices<C extends Choice> {
  /** What fits the typed word, as far as it was read. */
  readonly options: readonly C[];
  readonly choiceOf: (value: string) => C | undefined;
  readonly keyword: string;
  /** The names of chosen values are on their way. */
  readonly naming: boolean;
  readonly busy: boolean;
  /** Why nothing was found; undefined while all is well. */
  readonly problem: { readonly message: string; readonly retry: () => void } | undefined;
  /** Undefined when all is there. */
  readonly more: (() => void) | undefined;
  readonly keep: (chosen: readonly C[]) => void;
}

/** Choices that are asked for by a typed word, page by page, and the names of those chosen before. An answer to an older word is not shown. */
export const useChoices = <C extends Choice>({ source, isOpen, searchText, values, given }: ChoiceRequest<C>): Choices<C> => {
  const language = useLanguage();
  const keyword = useDebounced(searchText, source?.restMs ?? 0);
  const [keptChoices, setKeptChoices] = useState<readonly C[]>(none);
  const choicesByValue = useMemo(() => new Map([...given, ...keptChoices].map((choice) => [choice.value, choice])), [given, keptChoices]);
  const key = [...(source?.key ?? ['']), language];
  const [pages, setPages] = useState({ of: keyword, count: 1 });
  const count = pages.of === keyword ? pages.count : 1;
  const foundQuery = useQuery({
    queryKey: [...key, 'found', keyword, count],
    queryFn: async ({ client }) => {
      const previous = count > 1 ? (client.getQueryData<ChoiceResult<C>>([...key, 'found', keyword, count - 1])?.rows ?? none) : none;
      const page = (await source?.find({ keyword, pageNo: count })) ?? none;
      const newChoices = page.filter(({ value }) => !previous.some((choice) => choice.value === value));
      // A full page that brought something new is not the last.
      return {
        rows: [...previous, ...newChoices],
        isWhole: page.length < (source?.pageRows ?? 0) || newChoices.length === 0,
      } satisfies ChoiceResult<C>;
    },
    enabled: source !== undefined && isOpen,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const unknown = useUnknown(values, choicesByValue);
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

/** Values that nobody has named yet. They grow only, so that a name once read is not read again. */
const useUnknown = (values: readonly string[], choicesByValue: ReadonlyMap<string, Choice>): readonly string[] => {
  const [query, setRequested] = useState<readonly string[]>(none);
  const newChoices = values.filter((value) => !choicesByValue.has(value) && !query.includes(value));
  if (newChoices.length > 0) setRequested([...query, ...newChoices]);
  return query;
};

/** A word as it stands when typing rests; an emptied box is asked at once. */
const useDebounced = (searchText: string, restMs: number): string => {
  const [rested, setRested] = useState(searchText.trim());
  useEffect(() => {
    const timer = setTimeout(() => setRested(searchText.trim()), searchText === '' ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [searchText, restMs]);
  return rested;
};

/** A search that failed is told beside the list and once as a warning. */
const useWarning = (problem: Error | null): void => {
  const { warn } = useFeedback();
  const showWarning = useEffectEvent((text: string) => warn(text));
  useEffect(() => {
    if (problem) showWarning(problem.message);
  }, [problem]);
};
