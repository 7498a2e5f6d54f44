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
  readonly find: (asked: { readonly keyword: string; readonly pageNo: number }) => Promise<readonly C[]>;
  /** The choices of values that were chosen earlier. */
  readonly named: (values: readonly string[]) => Promise<readonly C[]>;
}

const FRESH_MS = 30_000;
const none: readonly never[] = [];

interface ChoiceRequest<C extends Choice> {
  /** Undefined while it is not known whom to ask. */
  readonly source: ChoiceSource<C> | undefined;
  /** Somebody is choosing. */
  readonly wanted: boolean;
  readonly typed: string;
  readonly values: readonly string[];
  /** Choices the page knows already. */
  readonly told: readonly C[];
}

export interface Choices<C extends Choice> {
  /** What fits the typed word, as far as it was read. */
  readonly found: readonly C[];
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
export const useChoices = <C extends Choice>({ source, wanted, typed, values, told }: ChoiceRequest<C>): Choices<C> => {
  const language = useLanguage();
  const keyword = useRested(typed, source?.restMs ?? 0);
  const [kept, setKept] = useState<readonly C[]>(none);
  const known = useMemo(() => new Map([...told, ...kept].map((choice) => [choice.value, choice])), [told, kept]);
  const key = [...(source?.key ?? ['']), language];
  const [pages, setPages] = useState({ of: keyword, count: 1 });
  const count = pages.of === keyword ? pages.count : 1;
  const found = useQuery({
    queryKey: [...key, 'found', keyword, count],
    queryFn: async ({ client }) => {
      const before = count > 1 ? (client.getQueryData<ChoiceResult<C>>([...key, 'found', keyword, count - 1])?.rows ?? none) : none;
      const page = (await source?.find({ keyword, pageNo: count })) ?? none;
      const fresh = page.filter(({ value }) => !before.some((choice) => choice.value === value));
      // A full page that brought something new is not the last.
      return { rows: [...before, ...fresh], isWhole: page.length < (source?.pageRows ?? 0) || fresh.length === 0 } satisfies ChoiceResult<C>;
    },
    enabled: source !== undefined && wanted,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  const unknown = useUnknown(values, known);
  const named = useQuery({
    queryKey: [...key, 'named', ...unknown],
    queryFn: () => source?.named(unknown) ?? Promise.resolve(none),
    enabled: source !== undefined && unknown.length > 0,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
  });
  useWarning(found.error);
  const rows = found.data?.rows ?? none;
  const all = useMemo(() => new Map([...known, ...(named.data ?? []).map((choice) => [choice.value, choice] as const)]), [known, named.data]);
  return {
    found: rows,
    choiceOf: (value) => all.get(value) ?? rows.find((choice) => choice.value === value),
    keyword,
    naming: named.isFetching,
    busy: found.isFetching,
    problem: found.error ? { message: found.error.message, retry: () => void found.refetch() } : undefined,
    more: found.data && !found.data.isWhole && !found.isFetching && !found.error ? () => setPages({ of: keyword, count: count + 1 }) : undefined,
    keep: (chosen) => setKept((before) => [...before.filter(({ value }) => !chosen.some((one) => one.value === value)), ...chosen]),
  };
};

interface ChoiceResult<C extends Choice> {
  readonly rows: readonly C[];
  readonly isWhole: boolean;
}

/** Values that nobody has named yet. They grow only, so that a name once read is not read again. */
const useUnknown = (values: readonly string[], known: ReadonlyMap<string, Choice>): readonly string[] => {
  const [asked, setAsked] = useState<readonly string[]>(none);
  const fresh = values.filter((value) => !known.has(value) && !asked.includes(value));
  if (fresh.length > 0) setAsked([...asked, ...fresh]);
  return asked;
};

/** A word as it stands when typing rests; an emptied box is asked at once. */
const useRested = (typed: string, restMs: number): string => {
  const [rested, setRested] = useState(typed.trim());
  useEffect(() => {
    const timer = setTimeout(() => setRested(typed.trim()), typed === '' ? 0 : restMs);
    return () => clearTimeout(timer);
  }, [typed, restMs]);
  return rested;
};

/** A search that failed is told beside the list and once as a warning. */
const useWarning = (problem: Error | null): void => {
  const { warn } = useFeedback();
  const tell = useEffectEvent((text: string) => warn(text));
  useEffect(() => {
    if (problem) tell(problem.message);
  }, [problem]);
};
