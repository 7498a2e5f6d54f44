import { Alert, Button, Modal, Select } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useMemo } from 'react';
import { QUERY_ROWS_MAX, queryFieldsOf } from '#kit/resource/query/advanced-query.ts';
import type { QueryMatch } from '#kit/resource/query/advanced-query.ts';
import type { Labels } from '#kit/resource/labels.ts';
import type { AnyResource } from '#kit/resource/resource.ts';
import { savedViewApi } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { SavedView } from '#kit/resource/shared-endpoints/saved-view.ts';
import type { Filters } from '../kinds/filter-names.ts';
import { useSay } from '../language.ts';
import { wordsOf } from '../list/columns/columns.tsx';
import { ViewDialog } from '../list/views/view-dialog.tsx';
import { useCall } from '../calls/query.tsx';
import { useIsPhone } from '../screen.ts';
import { words } from '../words.ts';
import { blankRow, isBlank, isComplete } from './advanced.ts';
import type { QueryFields } from './advanced.ts';
import './advanced.css';
import { useBuilder } from './builder.ts';
import { ConditionRow } from './condition-row.tsx';
import { SavedQueries } from './saved-queries.tsx';
import type { OwnValues } from './own-values.ts';
import { matchWords, queryWords } from './builder-words.ts';
import { advancedWords } from './words.ts';

export interface AdvancedDialogProps {
  readonly noun: AnyResource;
  readonly labels: Labels;
  /** Fields that a filter outside the query already sets, so the query does not offer them. */
  readonly fixed: readonly string[];
  readonly filters: Filters;
  readonly values: OwnValues;
  readonly open: boolean;
  readonly onSearch: (filters: Filters) => void;
  readonly onClose: () => void;
}

/** Edits a query of conditions, of which a row has to meet all or any. It stays open after a search, except on phones. */
export const AdvancedDialog = (props: AdvancedDialogProps) => {
  const { noun, labels, fixed, open, onClose } = props;
  const fields = useMemo(() => queryFieldsOf(noun).filter(([name]) => !fixed.includes(name)), [noun, fixed]);
  const say = useSay();
  const phone = useIsPhone();
  const builder = useBuilder(props, phone);
  const { data: saved = [] } = useCall(savedViewApi.list, { noun: noun.name, kind: 'query' }, { enabled: open });
  return (
    <Modal
      open={open}
      width={1000}
      className="co-advanced"
      title={say(advancedWords.title)}
      onCancel={onClose}
      mask={{ closable: false }}
      footer={
        <>
          <Button className="co-advanced-first" onClick={builder.reset}>
            {say(words.reset)}
          </Button>
          <Button onClick={builder.save}>{say(queryWords.save)}</Button>
          <Button className="co-advanced-close" onClick={onClose}>
            {say(words.close)}
          </Button>
          <Button type="primary" onClick={builder.run}>
            {say(words.search)}
          </Button>
        </>
      }
    >
      <div className="co-advanced-body">
        <Conditions labels={labels} fields={fields} values={props.values} builder={builder} />
        <SavedQueries
          labels={labels}
          fields={fields}
          values={props.values}
          saved={saved}
          history={builder.history}
          onSaved={builder.load}
          onHistory={builder.begin}
        />
      </div>
      {builder.saving && (
        <ViewDialog
          noun={noun}
          kind="query"
          title={queryWords.save}
          state={{ filters: builder.saving }}
          ownViews={saved.filter(({ mine }) => mine)}
          onClose={builder.saveDone}
        />
      )}
    </Modal>
  );
};

interface ConditionsProps {
  readonly labels: Labels;
  readonly fields: QueryFields;
  readonly values: OwnValues;
  readonly builder: ReturnType<typeof useBuilder>;
}

const Conditions = ({ labels, fields, values, builder }: ConditionsProps) => {
  const say = useSay();
  const { query, setRows, change, remove, strict, loadedView } = builder;
  return (
    <div className="co-advanced-rows">
      <label>
        <span>{say(queryWords.match)}</span>
        <Select<QueryMatch>
          aria-label={say(queryWords.match)}
          value={query.match}
          options={(['and', 'or'] as const).map((match) => ({ value: match, label: say(matchWords[match]) }))}
          onChange={builder.setMatch}
        />
      </label>
      {loadedView && <NarrowedQueryNote view={loadedView} labels={labels} />}
      <ul>
        {query.rows.map((row, index) => (
          <ConditionRow
            // Conditions have no id, so the index is the key. After a condition is removed, `loads` changes and all editors are mounted again.
            key={`${index} ${builder.loads}`}
            fields={fields}
            labels={labels}
            values={values}
            row={row}
            n={index + 1}
            strict={strict && !(isBlank(row) && query.rows.some(isComplete))}
            onChange={(next) => change(index, next)}
            onRemove={() => remove(index)}
          />
        ))}
      </ul>
      <Button type="dashed" icon={<PlusOutlined />} disabled={query.rows.length >= QUERY_ROWS_MAX} onClick={() => setRows([...query.rows, blankRow])}>
        {say(queryWords.addRow)}
      </Button>
    </div>
  );
};

/** Names the conditions of a shared query that this viewer may not use. */
const NarrowedQueryNote = ({ view, labels }: { readonly view: SavedView; readonly labels: Labels }) => {
  const say = useSay();
  if (view.narrowed.length === 0 && !view.wider) return null;
  const fields = view.narrowed.map((name) => say(wordsOf(labels, name))).join(' / ');
  const loadedView = fields === '' ? say(queryWords.inScope, { title: view.title }) : say(queryWords.narrowed, { title: view.title, fields });
  return <Alert type="info" showIcon title={loadedView} />;
};
