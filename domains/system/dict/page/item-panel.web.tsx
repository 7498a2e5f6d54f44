import { useMemo, useState } from 'react';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { AnyFormDrawer } from '#kit/web/form/form-drawer.tsx';
import { useLanguage, useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useViewer } from '#kit/web/session/session.ts';
import { words } from '#kit/web/words.ts';
import { roleReach } from '#kit/resource/rights/role-level.ts';
import { dictForm, itemForm } from './dict-form.web.ts';
import { DictTag } from '../select/dict-input.web.tsx';
import { dictItem, dictItemApi } from '../dict-item.ts';
import { dictPageWords } from './dict-page.labels.ts';
import { DictPreview } from './dict-preview.web.tsx';
import { isReadOnly, dictNameIn } from './dict-row.web.ts';
import type { DictRow, ItemRow } from './dict-row.web.ts';
import { dictItemLabels, dictLabels } from '../dict.labels.ts';
import { textIn } from '../dict.rules.ts';
import { dict, dictApi } from '../dict.ts';
import { recheckDictionaries } from '../select/dict-cache.web.ts';

const actions = ['edit', 'delete'] as const;
const noFilters = [] as const;
const { list, queryById } = dictItemApi;
const readOnly = { list, queryById };

/** The selected dictionary and its items. */
export const ItemPanel = ({ dictRow, onDeleted }: { readonly dictRow: DictRow; readonly onDeleted: () => void }) => {
  const readOnlyDict = isReadOnly(dictRow);
  const viewer = useViewer();
  const scope = useMemo(() => ({ dictId: dictRow.id }), [dictRow.id]);
  const form = viewer?.roleLevel === PLATFORM && dictRow.tenantId === null ? itemForm : itemForm.filter((name) => name !== 'protected');
  return (
    <>
      <DictHead dictRow={dictRow} onDeleted={onDeleted} />
      <DictPreview code={dictRow.dictCode} />
      {readOnlyDict ? (
        <ListPage of={dictItem} api={readOnly} {...tableProps} fixedFilters={scope} rowActions={noFilters} />
      ) : (
        <ListPage of={dictItem} api={dictItemApi} {...tableProps} fixedFilters={scope} form={form} rowActions={actions} initial={initial} />
      )}
    </>
  );
};

const PLATFORM = roleReach.platform;
const initial = { sortValue: 1 };
const columns = [
  { key: 'text', title: dictPageWords.text, width: 200, render: (row: ItemRow) => <ItemText row={row} /> },
  ...(['itemValue', 'sortValue', 'status', 'itemAttr', 'description'] as const),
];
const tableProps = { labels: dictItemLabels, stateIn: 'local' as const, columns, filters: noFilters };

const ItemText = ({ row }: { readonly row: ItemRow }) => {
  const language = useLanguage();
  return <DictTag item={{ text: textIn(row, language), color: row.itemColor }} fallback={row.itemText} />;
};

/** The queries to reload after a dictionary was deleted; a query for the dictionary itself would fail. */
const listings = [dictApi.list, dictApi.deleteList];

const DictHead = ({ dictRow, onDeleted }: { readonly dictRow: DictRow; readonly onDeleted: () => void }) => {
  const say = useSay();
  const language = useLanguage();
  const { confirm } = useFeedback();
  const [editing, setEditing] = useState(false);
  const { send } = useSend(dictApi.delete, {
    changes: listings,
    onDone: () => {
      void recheckDictionaries();
      onDeleted();
    },
  });
  const name = dictNameIn(dictRow, language);
  const remove = async () => {
    if (await confirm({ title: say(dictPageWords.askDelete, { name }), okText: words.delete, danger: true })) await send({ id: dictRow.id });
  };
  const viewer = useViewer();
  const readOnlyDict = isReadOnly(dictRow);
  return (
    <section className="co-card dc-head">
      <div className="dc-head-text">
        <h2>{name}</h2>
        <p>
          <code>{dictRow.dictCode}</code> · {dictRow['tenantId_dictText'] ?? dictRow['dictAttr_dictText']} · {dictRow['type_dictText']}
        </p>
        <p className="dc-hint">{hintOf(dictRow, viewer?.roleLevel === PLATFORM, say)}</p>
      </div>
      <div className="dc-head-acts">
        <ActButton allow={dictApi.edit.allow} because={readOnlyDict ? say(dictPageWords.noEdit) : undefined} onClick={() => setEditing(true)}>
          {say(words.edit)}
        </ActButton>
        <ActButton danger allow={dictApi.delete.allow} because={readOnlyDict ? say(dictPageWords.noDelete) : undefined} onClick={() => void remove()}>
          {say(words.delete)}
        </ActButton>
      </div>
      <AnyFormDrawer
        open={editing}
        of={dict}
        api={dictApi}
        labels={dictLabels}
        row={dictRow}
        fields={dictForm}
        onClose={() => setEditing(false)}
        onSaved={() => void recheckDictionaries()}
      />
    </section>
  );
};

const hintOf = (dictRow: DictRow, isPlatform: boolean, say: ReturnType<typeof useSay>): string => {
  if (dictRow.builtIn === 1) return say(dictPageWords.programHint);
  if (dictRow.description) return dictRow.description;
  return dictRow.tenantId === null && dictRow.protected === 0 && !isPlatform ? say(dictPageWords.privateItemHint) : '';
};
