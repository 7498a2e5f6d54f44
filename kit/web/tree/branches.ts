import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Language } from '#kit/fields/words.ts';
import { sayNow, useLanguage } from '../language.ts';
import { treeWords } from './tree-words.ts';

/** The page of a level that is loaded page by page. */
export interface LevelPage {
  readonly pageNo: number;
  readonly pageSize: number;
}

/** A source of tree rows, which loads one level at a time. */
export interface BranchSource {
  /** The query key. It begins with the path, so that `refresh(noun)` reloads the tree, and contains all other parameters. */
  readonly key: readonly [path: string, ...rest: readonly unknown[]];
  /** The id under which the first level is loaded. */
  readonly root: string;
  /** The first level is long and loaded page by page. */
  readonly paged?: boolean;
  /** Called around each load: before it, when its rows arrive, and when it ends. */
  readonly events?: BranchEvents;
  /** Loads the children of a row, as a list or as a page with `records`. */
  readonly load: (parentId: string, page: LevelPage) => Promise<unknown>;
}

/** Callbacks around the loading of a tree, each with the id of the parent whose rows are loaded. */
export interface BranchEvents {
  readonly before?: (parentId: string) => void;
  readonly success?: (parentId: string, rows: readonly unknown[]) => void;
  readonly finally?: (parentId: string) => void;
}

export type Branch<R> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly because: string; readonly retry: () => void }
  | { readonly state: 'ready'; readonly rows: readonly R[]; readonly total: number };

/** The first branch that could not be loaded. */
export const firstFailed = <R>(branches: readonly Branch<R>[]): Extract<Branch<R>, { state: 'failed' }> | undefined =>
  branches.find((branch) => branch.state === 'failed');

const waiting: Branch<never> = { state: 'waiting' };
const FRESH_MS = 30_000;

/** The open branches. Each is loaded once, and again when data below its path changed; the old rows stay until then. */
export const useBranches = <R>(source: BranchSource | undefined, parents: readonly string[]): ((parentId: string) => Branch<R>) => {
  const language = useLanguage();
  const parentIds = source ? parents : [];
  const results = useQueries({ queries: parentIds.map((parentId) => queryOf<R>(source, { parentId, page: WHOLE, language })) });
  return (parentId) => branchOf<R>(results[parentIds.indexOf(parentId)]);
};

/** The first level. Its rows stay until those of another page have arrived. */
export const useFirstLevel = <R>(source: BranchSource | undefined, page: LevelPage): Branch<R> => {
  const language = useLanguage();
  const query = queryOf<R>(source, { parentId: source?.root ?? '', page, language });
  return branchOf<R>(useQuery({ ...query, enabled: source !== undefined, placeholderData: keepPreviousData }));
};

/** Only the first level is paged. */
const WHOLE: LevelPage = { pageNo: 1, pageSize: 0 };

interface BranchQuery {
  readonly parentId: string;
  readonly page: LevelPage;
  readonly language: Language;
}

const queryOf = <R>(source: BranchSource | undefined, { parentId, page, language }: BranchQuery) => ({
  queryKey: [source?.key[0], 'branch', ...(source?.key.slice(1) ?? []), language, parentId, page],
  queryFn: async (): Promise<Level<R>> => {
    source?.events?.before?.(parentId);
    try {
      const level = levelIn<R>(await source?.load(parentId, page));
      source?.events?.success?.(parentId, level.rows);
      return level;
    } finally {
      source?.events?.finally?.(parentId);
    }
  },
  staleTime: FRESH_MS,
});

const branchOf = <R>(result: UseQueryResult<Level<R>> | undefined): Branch<R> => {
  if (result?.data) return { state: 'ready', ...result.data };
  if (result?.error) return { state: 'failed', because: result.error.message, retry: () => void result.refetch() };
  return waiting;
};

interface Level<R> {
  readonly rows: readonly R[];
  readonly total: number;
}

/** The rows of an answer; throws when it is neither a list nor a page. */
export const levelIn = <R>(answer: unknown): Level<R> => {
  if (Array.isArray(answer)) return { rows: answer as readonly R[], total: answer.length }; // the source declares the type of its rows
  const { records, total } = (answer ?? {}) as { readonly records?: unknown; readonly total?: unknown }; // checked below
  if (!Array.isArray(records)) throw new TypeError(sayNow(treeWords.unknownForm));
  return { rows: records as readonly R[], total: typeof total === 'number' ? total : records.length }; // as above
};
