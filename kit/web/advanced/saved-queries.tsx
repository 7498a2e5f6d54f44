import { Button, Segmented } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import { useState } from 'react';
import type { Labels } from '#kit/resource/labels.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import { useFeedback, useSend } from '../dialogs/feedback.tsx';
import { useSay } from '../language.ts';
import { savedViews } from '../list/views/saved-views.ts';
import { refresh } from '../calls/query.tsx';
import { words } from '../words.ts';
import type { AdvancedQuery, QueryFields } from './advanced.ts';
import { describeRow } from './describe.ts';
import { matchWords, queryWords } from './builder-words.ts';
import type { OwnValues } from './own-values.ts';
import { useValueNames } from './value-names.ts';

interface KeptQueriesProps {
  readonly labels: Labels;
  readonly fields: QueryFields;
  readonly values: OwnValues;
  readonly saved: readonly SavedView[];
  readonly history: readonly AdvancedQuery[];
  readonly onSaved: (view: SavedView) => void;
  readonly onHistory: (query: AdvancedQuery) => void;
}

/** The queries that the dialog can load: the viewer's saved ones, those that others share, and the recent ones. */
export const SavedQueries = ({ saved, onSaved, ...past }: KeptQueriesProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [list, setList] = useState<'saved' | 'history'>('saved');
  const { send: remove } = useSend(savedViewApi.delete, { onDone: () => void refresh(savedViews) });
  const drop = async ({ viewId }: SavedView) => {
    if (await confirm({ title: queryWords.confirmDelete, okText: words.delete, danger: true })) await remove({ viewId });
  };
  const titleOf = ({ title, mine, owner }: SavedView) => (mine ? title : say(words.viewOf, { title, owner }));
  return (
    <aside className="co-kept">
      <Segmented<'saved' | 'history'>
        block
        value={list}
        onChange={setList}
        options={[
          { value: 'saved', label: say(queryWords.saved) },
          { value: 'history', label: say(queryWords.history) },
        ]}
      />
      {list === 'saved' ? (
        <ul>
          {saved.map((view) => (
            <li key={view.viewId}>
              <Button type="text" className="co-kept-one" title={titleOf(view)} onClick={() => onSaved(view)}>
                {titleOf(view)}
              </Button>
              {view.mine && (
                <Button
                  type="text"
                  icon={<DeleteOutlined />}
                  aria-label={say(queryWords.deleteOf, { title: view.title })}
                  onClick={() => void drop(view)}
                />
              )}
            </li>
          ))}
          {saved.length === 0 && <li className="co-hint">{say(queryWords.noneSaved)}</li>}
        </ul>
      ) : (
        <Past {...past} />
      )}
    </aside>
  );
};

/** The recent queries, each as sentences. */
const Past = ({ labels, fields, values, history, onHistory }: Omit<KeptQueriesProps, 'saved' | 'onSaved'>) => {
  const say = useSay();
  const nameOf = useValueNames(
    { fields, values },
    history.flatMap(({ rows }) => rows),
  );
  const sentences = ({ rows }: AdvancedQuery) => rows.map((row) => describeRow({ fields, labels, say, nameOf }, row));
  return (
    <ul>
      {history.map((query, index) => (
        <li key={`${index} ${JSON.stringify(query.rows)}`}>
          <Button type="text" className="co-kept-one co-kept-past" title={sentences(query).join('\n')} onClick={() => onHistory(query)}>
            <span>{sentences(query).join(' · ')}</span>
            {query.rows.length > 1 && <small>{say(matchWords[query.match])}</small>}
          </Button>
        </li>
      ))}
      {history.length === 0 && <li className="co-hint">{say(queryWords.noHistory)}</li>}
    </ul>
  );
};
