import { Button, Input, Modal, Skeleton, Table, Tag, Tree, TreeSelect } from 'antd';
import type { InputRef } from 'antd';
import { useId, useMemo, useRef, useState } from 'react';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { FilterInput } from '#kit/web/kinds/filter.tsx';
import type { Filters } from '#kit/web/kinds/filter-names.ts';
import { useSay } from '#kit/web/language.ts';
import { pickerWords } from '#kit/web/picker/picker-words.ts';
import { pageAfterChange } from '#kit/web/list/rows/next-page.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { departWords } from '../../depart/depart.labels.ts';
import { departApi } from '../../depart/depart.ts';
import type { DepartNode } from '../../depart/depart.ts';
import { userLabels, userWords } from '../user.labels.ts';
import { user, userApi } from '../user.ts';
import type { pickedFields } from '../user.ts';
import '#kit/web/picker/picker.css';

/** The fields of a picked user. */
export interface PickedUser {
  readonly id: string;
  readonly username: string;
  readonly realname: string;
}
type Row = RowOf<typeof pickedFields>;

interface UserPickerProps {
  readonly selected: readonly PickedUser[];
  readonly multi: boolean;
  readonly onDone: (people: readonly PickedUser[]) => void;
  readonly onClose: () => void;
}

const WIDTH = 1250;
const PAGE_SIZES = [10, 20, 30];

/** Picks users from the list of a department and those below it. Checked users stay checked across pages, departments and searches. */
export const UserPicker = ({ selected, multi, onDone, onClose }: UserPickerProps) => {
  const say = useSay();
  const { warn } = useFeedback();
  const search = useRef<InputRef>(null);
  const [people, setPeople] = useState(selected);
  const [departId, setDepartId] = useState<string>();
  const [searchText, setTyped] = useState('');
  const [keyword, setKeyword] = useState('');
  const [filters, setFilters] = useState<Filters>({});
  const [round, setRound] = useState(0);
  const deselect = (id: string): void => setPeople(people.filter((one) => one.id !== id));
  const reset = (): void => {
    setTyped('');
    setKeyword('');
    setFilters({});
    setDepartId(undefined);
    setPeople([]);
    setRound(round + 1);
  };
  const done = (): void => (people.length === 0 ? warn(pickerWords.needOne) : onDone(people));
  return (
    <Modal
      open
      centered
      width={WIDTH}
      title={say(userWords.pick)}
      okText={say(words.ok)}
      cancelText={say(words.cancel)}
      onOk={done}
      onCancel={onClose}
      destroyOnHidden
      afterOpenChange={(isOpen) => isOpen && search.current?.focus()}
    >
      <div className="co-pick-people">
        <DepartChoice selectedId={departId} onChoose={setDepartId} />
        <div>
          <div className="co-pick-search">
            <Input.Search
              allowClear
              ref={search}
              value={searchText}
              placeholder={say(userWords.pickSearch)}
              aria-label={say(userWords.pickSearch)}
              onChange={({ target }) => setTyped(target.value)}
              onSearch={(text) => setKeyword(text.trim())}
            />
            <PeopleFilters values={filters} onChange={setFilters} />
            <Button onClick={reset}>{say(words.reset)}</Button>
          </div>
          <PeopleTable
            key={JSON.stringify([departId, keyword, filters, round])}
            filters={{ ...(departId !== undefined && { departId }), ...(keyword !== '' && { keyword }), ...filters }}
            {...{ people, multi }}
            onPick={setPeople}
          />
          <div className="co-pick-chosen" aria-live="polite">
            <span className="co-hint">{say(words.selected, { n: people.length })}</span>
            {people.map(({ id, realname }) => (
              <Tag key={id} closable onClose={() => deselect(id)}>
                {realname}
              </Tag>
            ))}
          </div>
        </div>
      </div>
    </Modal>
  );
};

const filtered = ['sex', 'birthday'] as const;

interface PeopleFiltersProps {
  readonly values: Filters;
  readonly onChange: (values: Filters) => void;
}

const PeopleFilters = ({ values, onChange }: PeopleFiltersProps) => {
  const say = useSay();
  const id = useId();
  return filtered.map((name) => (
    <span key={name} className="co-pick-filter">
      <label htmlFor={`${id}-${name}`}>{say(userLabels.fields[name])}</label>
      <FilterInput
        id={`${id}-${name}`}
        name={name}
        field={user.fields[name]}
        values={values}
        onChange={(patch) => onChange(withPatch(values, patch))}
      />
    </span>
  ));
};

const withPatch = (values: Filters, patch: Readonly<Record<string, string | undefined>>): Filters =>
  Object.fromEntries(Object.entries({ ...values, ...patch }).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));

interface DepartChoiceProps {
  readonly selectedId: string | undefined;
  readonly onChoose: (id: string | undefined) => void;
}

/** The departments beside the list; on a phone, in one line above it. */
const DepartChoice = ({ selectedId, onChoose }: DepartChoiceProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const { data, error, refetch } = useCall(departApi.queryTreeList, {});
  const nodes = useMemo(() => (data ?? []).map(treeNode), [data]);
  const label = say(departWords.of);
  if (error && !data) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active className="co-pick-tree" paragraph={{ rows: 6 }} />;
  if (phone)
    return (
      <TreeSelect
        allowClear
        className="co-wide"
        aria-label={label}
        placeholder={label}
        treeData={nodes}
        value={selectedId ?? null}
        onChange={(id: string | null) => onChoose(id ?? undefined)}
      />
    );
  if (nodes.length === 0) return <span className="co-hint">{say(departWords.none)}</span>;
  return (
    <div className="co-pick-tree">
      <Tree
        blockNode
        aria-label={label}
        treeData={nodes}
        defaultExpandedKeys={nodes.map(({ key }) => key)}
        selectedKeys={selectedId === undefined ? [] : [selectedId]}
        onSelect={(keys) => onChoose(keys[0] === undefined ? undefined : String(keys[0]))}
      />
    </div>
  );
};

interface DepartTreeNode {
  readonly key: string;
  readonly value: string;
  readonly title: string;
  children: DepartTreeNode[];
}
const treeNode = ({ key, title, children }: DepartNode): DepartTreeNode => ({ key, value: key, title, children: (children ?? []).map(treeNode) });

interface PeopleTableProps {
  readonly filters: Filters;
  readonly people: readonly PickedUser[];
  readonly multi: boolean;
  readonly onPick: (people: readonly PickedUser[]) => void;
}

const PeopleTable = ({ filters, people, multi, onPick }: PeopleTableProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const [page, setPage] = useState({ pageNo: 1, pageSize: 10 });
  const { data, error, isFetching, refetch } = useCall(userApi.queryUserComponentData, { ...filters, ...page }, { keep: true });
  if (error) return <LoadError because={error.message} retry={refetch} />;
  const shownRows = data?.records ?? [];
  const toggle = (row: PickedUser): void => {
    const withoutUser = people.filter(({ id }) => id !== row.id);
    onPick(withoutUser.length < people.length ? withoutUser : multi ? [...people, row] : [row]);
  };
  const columns = (phone ? narrowColumns : wideColumns).map((name) => ({
    key: name,
    dataIndex: name === 'sex' ? 'sex_dictText' : name,
    title: say(userLabels.fields[name]),
    ellipsis: true,
  }));
  return (
    <Table<Row>
      className="co-table"
      size="small"
      rowKey="id"
      columns={columns}
      dataSource={[...shownRows]}
      loading={isFetching && !data}
      scroll={{ y: 360 }}
      onRow={(row) => ({ onClick: () => toggle(row) })}
      rowSelection={{
        type: multi ? 'checkbox' : 'radio',
        selectedRowKeys: people.map(({ id }) => id),
        onSelect: toggle,
        onSelectAll: (isSelected, _rows, changed) => {
          const ids = new Set(changed.map(({ id }) => id));
          onPick(isSelected ? [...people, ...changed] : people.filter(({ id }) => !ids.has(id)));
        },
        getCheckboxProps: ({ realname }) => ({ 'aria-label': realname }),
        getTitleCheckboxProps: () => ({ 'aria-label': say(userWords.pickAll) }),
      }}
      pagination={{
        current: page.pageNo,
        pageSize: page.pageSize,
        total: data?.total ?? 0,
        pageSizeOptions: PAGE_SIZES,
        showSizeChanger: !phone,
        showQuickJumper: !phone,
        showTotal: (total, [from, to]) => say(words.total, { from, to, n: String(total) }),
        size: 'small',
        onChange: (pageNo, pageSize) => setPage(pageAfterChange(page, pageNo, pageSize)),
      }}
    />
  );
};

const wideColumns = ['id', 'username', 'realname', 'sex', 'birthday', 'phone', 'orgCodeTxt'] as const;
const narrowColumns = ['username', 'realname'] as const;
