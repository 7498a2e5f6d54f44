import { Cascader, Select } from 'antd';
import { useId, useState } from 'react';
import type { ReactNode } from 'react';
import { labelledPopup, NoOptions, LoadFailure, withRetry } from '#kit/web/kinds/choice-list.tsx';
import type { ControlProps } from '#kit/web/control-props.ts';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { firstFailed, useBranches } from '#kit/web/tree/branches.ts';
import type { Branch } from '#kit/web/tree/branches.ts';
import { treeWords } from '#kit/web/tree/tree-words.ts';
import { words } from '#kit/web/words.ts';
import { pathName } from './area-names.web.ts';
import { areaSource, useAreaSearch } from './area-tree.web.ts';
import type { AreaNode } from './area-tree.web.ts';
import { areaWords } from './area.labels.ts';
import { codePath } from './area.rules.ts';
import { AREA_ROOT, areaApi } from './area.ts';
import type { AreaPath } from './area.ts';
import './area.css';

interface AreaBoxProps extends ControlProps {
  /** The code of the area, at any level. */
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

interface AreaInputProps extends AreaBoxProps {
  /** One cascading select, or a select for each level. */
  readonly type?: string;
}

/** Selects a province, a city or a district. */
export const AreaInput = ({ type = 'cascader', ...props }: AreaInputProps) => {
  const say = useSay();
  if (type === 'select') return <AreaSelects {...props} />;
  return (
    <>
      <AreaCascader {...props} />
      {type !== 'cascader' && (
        <div role="alert" className="tt-failed">
          {say(areaWords.badType)}
        </div>
      )}
    </>
  );
};

interface Option {
  readonly value: string;
  readonly label: ReactNode;
  readonly isLeaf: boolean;
  readonly disabled?: boolean;
  readonly children?: Option[];
}

const AreaCascader = ({ value = null, onChange, placeholder, ...rest }: AreaBoxProps) => {
  const say = useSay();
  const [open, setOpen] = useState(false);
  const [unfolded, setUnfolded] = useState<readonly string[]>([]);
  const [keyword, setKeyword] = useState('');
  const ownId = useId();
  const id = rest.id ?? ownId;
  const { isAsking, paths, problem } = useAreaSearch(keyword);
  const branchOf = useBranches<AreaNode>(areaSource, open ? [AREA_ROOT, ...unfolded] : []);
  const names = useAreaNames(value);
  const provinces = branchOf(AREA_ROOT);
  const shownBranch: Branch<unknown> = isAsking ? searchBranch(paths, problem) : provinces;
  const failed = firstFailed<unknown>([shownBranch, ...(isAsking ? [] : unfolded.map((parent) => branchOf(parent)))]);
  const browseOptions =
    provinces.state === 'ready'
      ? provinces.rows.map((area) => optionOf(area, (parent) => (unfolded.includes(parent) ? branchOf(parent) : undefined), say))
      : [];
  return (
    <Cascader<Option>
      {...rest}
      id={id}
      popupRender={(list) => withRetry(failed)(labelledPopup(id)(list))}
      className="co-wide"
      changeOnSelect
      options={isAsking ? (paths ?? []).map(matchOption) : browseOptions}
      value={value === null || value === '' ? [] : [...codePath(value)]}
      displayRender={() => names}
      loadData={(way) => setUnfolded((before) => [...new Set([...before, ...way.map((option) => option.value)])])}
      onOpenChange={(next) => {
        setOpen(next);
        if (next && value) setUnfolded((before) => [...new Set([...before, ...codePath(value)])]);
        if (!next) setKeyword('');
      }}
      onChange={(way) => onChange?.(way?.at(-1) ?? null)}
      showSearch={{ filter: () => true, sort: () => 0, limit: false, searchValue: keyword, onSearch: setKeyword }}
      placeholder={placeholder ?? say(areaWords.chooseArea)}
      notFoundContent={<EmptyNotice branch={shownBranch} />}
    />
  );
};

const optionOf = ({ id, name, hasChild }: AreaNode, branchOf: (id: string) => Branch<AreaNode> | undefined, say: Translate): Option => {
  const option = { value: id, label: name, isLeaf: hasChild !== '1' };
  const branch = branchOf(id);
  if (option.isLeaf || !branch) return option;
  if (branch.state === 'ready') return { ...option, children: branch.rows.map((area) => optionOf(area, branchOf, say)) };
  const label = branch.state === 'failed' ? <LoadFailure because={branch.because} /> : say(treeWords.loading);
  return { ...option, children: [{ value: `${id}_loadChild`, label, isLeaf: true, disabled: true }] };
};

/** Search results are a single list: while the user types, the arrow keys move within the text and open no other list. */
const matchOption = ({ id, way }: AreaPath): Option => ({ value: id, label: pathName(way), isLeaf: true });

const searchBranch = (
  matches: readonly AreaPath[] | undefined,
  problem: { readonly message: string; readonly retry: () => void } | undefined,
): Branch<unknown> => {
  if (problem) return { state: 'failed', because: problem.message, retry: problem.retry };
  return matches ? { state: 'ready', rows: matches, total: matches.length } : { state: 'waiting' };
};

const EmptyNotice = ({ branch }: { readonly branch: Branch<unknown> }) => {
  const say = useSay();
  if (branch.state === 'failed') return <LoadFailure because={branch.because} />;
  return <output>{say(branch.state === 'waiting' ? treeWords.loading : areaWords.none)}</output>;
};

/** The names from the province down; the code itself until they are loaded. */
const useAreaNames = (code: string | null): string => {
  const { data } = useCall(areaApi.queryAreaPaths, { ids: code ?? '' }, { enabled: code !== null && code !== '', staleMs: Number.POSITIVE_INFINITY });
  return pathName(data?.[0]?.way ?? []) || (code ?? '');
};

const steps = [
  { title: areaWords.province, choose: areaWords.chooseProvince },
  { title: areaWords.city, choose: areaWords.chooseCity },
  { title: areaWords.district, choose: areaWords.chooseDistrict },
] as const;

/** Three selects, each of which depends on the one before. A change clears the later ones. */
const AreaSelects = ({ value = null, onChange, disabled = false, placeholder: _placeholder, id, 'aria-label': label, ...rest }: AreaBoxProps) => {
  const say = useSay();
  const ownId = useId();
  const codes = codePath(value ?? '');
  const parents = [AREA_ROOT, ...codes.slice(0, 2)];
  const branchOf = useBranches<AreaNode>(areaSource, parents);
  return (
    <fieldset className="ar-steps" aria-label={label ?? say(areaWords.area)}>
      {steps.map(({ title, choose }, index) => {
        const parent = parents[index];
        const branch: Branch<AreaNode> = parent === undefined ? { state: 'ready', rows: [], total: 0 } : branchOf(parent);
        const options = branch.state === 'ready' ? branch.rows.map((area) => ({ value: area.id, label: area.name })) : [];
        const chosen = codes[index];
        const box = index === 0 && id !== undefined ? id : `${ownId}${index}`;
        return (
          <Select<string>
            {...rest}
            key={title[2]}
            id={box}
            aria-label={say(title)}
            className="co-wide"
            value={chosen ?? null}
            options={options}
            disabled={disabled || parent === undefined}
            loading={branch.state === 'waiting'}
            allowClear
            showSearch={{ optionFilterProp: 'label' }}
            placeholder={say(choose)}
            labelRender={({ label: name, value: code }) => name ?? (branch.state === 'waiting' ? '…' : code)}
            onChange={(next: string | undefined) => onChange?.(next ?? codes[index - 1] ?? null)}
            popupRender={withRetry(firstFailed([branch]))}
            notFoundContent={
              <NoOptions of={box}>{branch.state === 'failed' ? <LoadFailure because={branch.because} /> : say(words.empty)}</NoOptions>
            }
          />
        );
      })}
    </fieldset>
  );
};
