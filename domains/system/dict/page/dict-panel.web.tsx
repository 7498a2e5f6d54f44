import { Button, Empty, Input, Pagination, Segmented, Skeleton, Tooltip } from 'antd';
import DeleteOutlined from '@ant-design/icons/DeleteOutlined';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import SyncOutlined from '@ant-design/icons/SyncOutlined';
import { useEffect, useState } from 'react';
import { useAdvanced } from '#kit/web/advanced/advanced-button.tsx';
import { activeAdvanced } from '#kit/web/advanced/active-query.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { useRows } from '#kit/web/list/rows/use-rows.ts';
import { words } from '#kit/web/words.ts';
import { useFlushDictionaries } from '../select/dict-cache.web.ts';
import { dictPageWords } from './dict-page.labels.ts';
import { dictLabels } from '../dict.labels.ts';
import { dictNameIn } from './dict-row.web.ts';
import type { DictRow } from './dict-row.web.ts';
import { dict, dictApi } from '../dict.ts';
import { dictForm } from './dict-form.web.ts';

const FormDrawer = lazyComponent(() => import('#kit/web/form/form-drawer.tsx').then((form) => form.AnyFormDrawer));
const DictBin = lazyComponent(() => import('./dict-bin.web.tsx').then((bin) => bin.DictBin));

const PAGE_SIZE = 20;
const none: readonly string[] = [];
const DEBOUNCE_MS = 300;
type DictFilter = 'all' | 'own' | 'program';

interface DictPanelProps {
  readonly selectedId: string | undefined;
  readonly onSelect: (id: string) => void;
}

/** The dictionaries, with a search by name or code. */
export const DictPanel = ({ selectedId, onSelect }: DictPanelProps) => {
  const say = useSay();
  const rows = useRows(dict, dictApi, { stateIn: 'local', pageSize: PAGE_SIZE });
  const [dialog, setDialog] = useState<'add' | 'bin'>();
  const { query, state } = rows;
  const advanced = useAdvanced({
    noun: dict,
    labels: dictLabels,
    filters: state.filters,
    fixed: none,
    onSearch: (filters) => rows.change({ filters }),
  });
  return (
    <section className="co-card dc-panel" aria-label={say(dictLabels.noun)}>
      <div className="dc-panel-head">
        <ActButton type="primary" icon={<PlusOutlined />} allow={dictApi.add.allow} onClick={() => setDialog('add')}>
          {say(words.add)}
        </ActButton>
        <span className="dc-spring" />
        {advanced.button}
        <FlushButton />
        <ActButton
          icon={<DeleteOutlined />}
          allow={dictApi.deleteList.allow}
          tip={say(dictPageWords.bin)}
          aria-label={say(dictPageWords.bin)}
          onClick={() => setDialog('bin')}
        />
      </div>
      <DictFilters onFilter={(filters) => rows.change({ filters: { ...activeAdvanced(state.filters), ...filters } })} />
      {advanced.tagAndDialog}
      {query.isPending && <Skeleton active title={false} paragraph={{ rows: 8 }} className="dc-skeleton" />}
      {query.isError && <LoadError because={query.error.message} retry={query.refetch} />}
      {query.data && <DictRows rows={rows.rows} selectedId={selectedId} onSelect={onSelect} />}
      {rows.total > PAGE_SIZE && (
        <Pagination
          className="dc-paging"
          size="small"
          simple
          showSizeChanger={false}
          current={state.pageNo}
          pageSize={PAGE_SIZE}
          total={rows.total}
          onChange={(pageNo) => rows.change({ pageNo })}
        />
      )}

      {dialog === 'add' && (
        <FormDrawer
          open
          of={dict}
          api={dictApi}
          labels={dictLabels}
          fields={dictForm}
          onClose={() => setDialog(undefined)}
          onSaved={(row) => onSelect(String(row['id']))}
        />
      )}
      {dialog === 'bin' && <DictBin onClose={() => setDialog(undefined)} />}
    </section>
  );
};

const filtersOf = (keyword: string, ownership: DictFilter): Readonly<Record<string, string>> => ({
  ...(keyword !== '' && { keyword }),
  ...(ownership !== 'all' && { builtIn: ownership === 'program' ? '1' : '0' }),
});

const DictFilters = ({ onFilter }: { readonly onFilter: (filters: Readonly<Record<string, string>>) => void }) => {
  const say = useSay();
  const [keyword, setKeyword] = useState('');
  const [ownership, setOwnership] = useState<DictFilter>('all');
  const [appliedKey, setAppliedKey] = useState('|all');
  useEffect(() => {
    const filterKey = `${keyword.trim()}|${ownership}`;
    if (filterKey === appliedKey) return undefined;
    const timer = setTimeout(() => {
      setAppliedKey(filterKey);
      onFilter(filtersOf(keyword.trim(), ownership));
    }, DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [keyword, ownership, appliedKey, onFilter]);
  const options = [
    { value: 'all' as const, label: say(dictPageWords.all) },
    { value: 'own' as const, label: say(dictPageWords.own) },
    { value: 'program' as const, label: say(dictPageWords.program) },
  ];
  return (
    <div className="dc-narrow">
      <Input
        allowClear
        value={keyword}
        maxLength={100}
        placeholder={say(dictPageWords.search)}
        aria-label={say(dictPageWords.search)}
        onChange={(event) => setKeyword(event.target.value)}
      />
      <Segmented block value={ownership} onChange={setOwnership} options={options} aria-label={say(dictPageWords.attributes)} />
    </div>
  );
};

const DictRows = ({ rows, selectedId, onSelect }: DictPanelProps & { readonly rows: readonly DictRow[] }) => {
  const say = useSay();
  const language = useLanguage();
  if (rows.length === 0) return <Empty image={Empty.PRESENTED_IMAGE_SIMPLE} description={say(dictPageWords.none)} />;
  return (
    <ul className="dc-list">
      {rows.map((row) => (
        <li key={row.id}>
          <button type="button" className="dc-row" aria-current={row.id === selectedId} onClick={() => onSelect(row.id)}>
            <span className="dc-name">{dictNameIn(row, language)}</span>
            <span className="dc-code">{row.dictCode}</span>
            {row.tenantId !== null && <span className="co-code co-code-quiet">{row['tenantId_dictText'] ?? row['dictAttr_dictText']}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
};

/** Reloads all dictionaries, including those cached in this browser. */
const FlushButton = () => {
  const say = useSay();
  const { showSuccess, showError } = useFeedback();
  const flush = useFlushDictionaries();
  const [busy, setBusy] = useState(false);
  const run = async () => {
    setBusy(true);
    try {
      await flush();
      showSuccess(dictPageWords.flushed);
    } catch {
      showError(dictPageWords.flushFailed);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Tooltip title={say(dictPageWords.flush)}>
      <Button icon={<SyncOutlined spin={busy} />} aria-label={say(dictPageWords.flush)} disabled={busy} onClick={() => void run()} />
    </Tooltip>
  );
};
