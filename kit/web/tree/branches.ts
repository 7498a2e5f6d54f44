import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query';
import type { UseQueryResult } from '@tanstack/react-query';
import type { Language } from '#kit/fields/words.ts';
import { sayNow, useLanguage } from '../language.ts';
import { treeWords } from './tree-words.ts';

/** A part of a level, for one that is read page by page. */
export interface LevelPage {
  readonly pageNo: number;
  readonly pageSize: number;
}

/** Where the rows of a tree come from, a level at a time. */
export interface BranchSource {
  /** For what was read: first the path, so that `refresh(noun)` reads its trees again, then all else that is asked for. */
  readonly key: readonly [path: string, ...rest: readonly unknown[]];
  /** What the parent of the first level is called. */
  readonly root: string;
  /** The first level is long, and read page by page. */
  readonly paged?: boolean;
  /** Told of every reading: before it, when its rows are there, and when it is over either way. */
  readonly events?: BranchEvents;
  /** The rows below one, as a list or as a page of `records`. */
  readonly load: (parentId: string, page: LevelPage) => Promise<unknown>;
}

/** What a page may follow of a tree's readings, by the parent whose rows are read. */
export interface BranchEvents {
  readonly before?: (parentId: string) => void;
  readonly success?: (parentId: string, rows: readonly unknown[]) => void;
  readonly finally?: (parentId: string) => void;
}

export type Branch<R> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly because: string; readonly retry: () => void }
  | { readonly state: 'ready'; readonly rows: readonly R[]; readonly total: number };

/** The branch that did not come, if one of them did not. */
export const firstFailed = <R>(branches: readonly Branch<R>[]): Extract<Branch<R>, { state: 'failed' }> | undefined =>
  branches.find((branch) => branch.state === 'failed');

const waiting: Branch<never> = { state: 'waiting' };
const FRESH_MS = 30_000;

/** The branches that are open, each read once and again when something below its path changed; what was read stays until then. */
export const useBranches = <R>(source: BranchSource | undefined, parents: readonly string[]): ((parentId: string) => Branch<R>) => {
  const language = useLanguage();
  const parentIds = source ? parents : [];
  const results = useQueries({ queries: parentIds.map((parentId) => queryOf<R>(source, { parentId, page: WHOLE, language })) });
  return (parentId) => branchOf<R>(results[parentIds.indexOf(parentId)]);
};

/** The first level. Another page of it takes the place of the one before when it is there. */
export const useFirstLevel = <R>(source: BranchSource | undefined, page: LevelPage): Branch<R> => {
  const language = useLanguage();
  const query = queryOf<R>(source, { parentId: source?.root ?? '', page, language });
  return branchOf<R>(useQuery({ ...query, enabled: source !== undefined, placeholderData: keepPreviousData }));
};

/** A level below another is not paged. */
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

/** The rows of an answer. What is neither a list nor a page is no answer. */
export const levelIn = <R>(answer: unknown): Level<R> => {
  if (Array.isArray(answer)) return { rows: answer as readonly R[], total: answer.length }; // the source says of what
  const { records, total } = (answer ?? {}) as { readonly records?: unknown; readonly total?: unknown }; // looked at below
  if (!Array.isArray(records)) throw new TypeError(sayNow(treeWords.unknownForm));
  return { rows: records as readonly R[], total: typeof total === 'number' ? total : records.length }; // as above
};
