import { useEffect, useState } from 'react';
import { call } from '#kit/web/calls/client.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { BranchSource } from '#kit/web/tree/branches.ts';
import { AREA_ROOT, areaApi } from './area.ts';
import type { Area, AreaPath } from './area.ts';

/** An area with its known children. */
export interface AreaNode extends Area {
  readonly children?: readonly AreaNode[];
}

/** All areas, loaded level by level. */
export const areaSource: BranchSource = {
  key: [areaApi.queryNodesByParentId.path],
  root: AREA_ROOT,
  load: (parentId) => call(areaApi.queryNodesByParentId, { parentId }),
};

const DEBOUNCE_MS = 300;

/** The areas that match a search text, as a tree; undefined without a text. */
export const useAreaSearch = (input: string) => {
  const [keyword, setKeyword] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setKeyword(input.trim()), input === '' ? 0 : DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [input]);
  const { data, error, refetch } = useCall(areaApi.searchArea, { keyword }, { enabled: keyword !== '', keep: true });
  return {
    isAsking: input.trim() !== '',
    /** Undefined until the answer for the current text arrives. */
    found: keyword === input.trim() && data ? treeOfPaths(data) : undefined,
    /** The same as a flat list, each with its ancestors. */
    paths: keyword === input.trim() ? data : undefined,
    problem: error ? { message: error.message, retry: () => void refetch() } : undefined,
  };
};

/** Merges the paths of several areas into one tree. */
export const treeOfPaths = (paths: readonly AreaPath[], depth = 0): readonly AreaNode[] => {
  const topAreas = new Map(paths.flatMap(({ way }) => (way[depth] ? [[way[depth].id, way[depth]] as const] : [])));
  return [...topAreas.values()].map((area) => {
    const children = treeOfPaths(
      paths.filter(({ way }) => way[depth]?.id === area.id),
      depth + 1,
    );
    return children.length > 0 ? { ...area, children } : { ...area, hasChild: '0' };
  });
};
