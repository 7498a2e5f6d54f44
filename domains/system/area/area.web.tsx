import { Input } from 'antd';
import { useState } from 'react';
import type { Words } from '#kit/fields/words.ts';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import type { TreeShape } from '#kit/web/tree/rows.ts';
import { TreeTable } from '#kit/web/tree/tree-table.tsx';
import type { TreeColumn } from '#kit/web/tree/tree-table.tsx';
import { useTree } from '#kit/web/tree/use-tree.ts';
import { areaSource, useAreaSearch } from './area-tree.web.ts';
import type { AreaNode } from './area-tree.web.ts';
import { areaWords } from './area.labels.ts';
import { levelOf } from './area.rules.ts';
import './area.css';

const shape: TreeShape<AreaNode> = {
  keyOf: ({ id }) => id,
  nameOf: ({ name }) => name,
  hasChildren: ({ hasChild }) => hasChild === '1',
  childrenOf: ({ children }) => children,
};
const levels: Readonly<Record<number, Words>> = { 1: areaWords.province, 2: areaWords.city, 3: areaWords.district };

const columns: readonly TreeColumn<AreaNode>[] = [
  { key: 'name', title: areaWords.name, render: ({ name }) => name },
  { key: 'code', title: areaWords.code, widthPx: 120, render: ({ id }) => <span className="co-num">{id}</span> },
  { key: 'level', title: areaWords.level, widthPx: 140, wideOnly: true, render: ({ id }) => <Level words={levels[levelOf(id)]} /> },
];

/** Provinces, cities and districts as a tree whose levels are loaded when they are opened, with a search by name. */
export const AreaPage = () => {
  const say = useSay();
  const [keyword, setKeyword] = useState('');
  const { isAsking, found, problem } = useAreaSearch(keyword);
  const allAreas = useTree<AreaNode>({ shape, source: areaSource });
  const foundAreas = useTree<AreaNode>({ shape, rows: found, allOpen: true });
  return (
    <section className="co-card">
      <div className="co-toolbar">
        <Input.Search
          allowClear
          className="ar-find"
          value={keyword}
          placeholder={say(areaWords.find)}
          aria-label={say(areaWords.find)}
          onChange={(event) => setKeyword(event.target.value)}
        />
      </div>
      {isAsking && problem ? (
        <LoadError because={problem.message} retry={problem.retry} />
      ) : (
        <TreeTable tree={isAsking ? foundAreas : allAreas} label={say(areaWords.area)} columns={columns} empty={say(areaWords.none)} />
      )}
    </section>
  );
};

const Level = ({ words }: { readonly words: Words | undefined }) => {
  const say = useSay();
  return words && <span className="co-hint">{say(words)}</span>;
};
