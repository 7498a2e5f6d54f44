import { useId, useState } from 'react';
import type { ComponentType, ReactNode } from 'react';
import type { Words } from '#kit/fields/words.ts';
import type { Exhibit } from '#kit/web/gallery/exhibit.ts';
import { useSay } from '#kit/web/language.ts';
import { AreaInput } from '../area/area-input.web.tsx';
import { category } from '../category/category.ts';
import { DictRadio, DictSelect, DictTags } from '../dict/select/dict-input.web.tsx';
import { DictSearch } from '../dict/select/dict-search.web.tsx';
import { TreeInput } from '../lookup/tree-input.web.tsx';

interface Control {
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
  readonly disabled: boolean;
  readonly 'aria-label': string;
}
type DrawControl = (control: Control) => ReactNode;

interface ControlFrameProps {
  readonly title: Words;
  readonly draw: DrawControl;
  readonly initial?: string | null;
  readonly disabled?: boolean;
}

const ControlFrame = ({ title, draw, initial = null, disabled = false }: ControlFrameProps) => {
  const say = useSay();
  const id = useId();
  const [value, setValue] = useState(initial);
  return <div id={id}>{draw({ value, onChange: setValue, disabled, 'aria-label': say(title) })}</div>;
};

interface ExhibitOptions {
  readonly title: Words;
  readonly draw: DrawControl;
  readonly filled: string;
  readonly long: string;
  /** Draws the control with an invalid source. */
  readonly invalid?: DrawControl;
}

/** The states of a control that loads data. Texts that are not loaded are shown by their codes. */
const exhibitOf = (name: string, { title, draw, filled, long, invalid }: ExhibitOptions, extraStates: Exhibit['more'] = []): Exhibit => ({
  name,
  title,
  states: {
    empty: () => <ControlFrame title={title} draw={draw} />,
    filled: () => <ControlFrame title={title} draw={draw} initial={filled} />,
    ...(invalid && { invalid: () => <ControlFrame title={title} draw={invalid} /> }),
    disabled: () => <ControlFrame title={title} draw={draw} initial={filled} disabled />,
    longText: () => <ControlFrame title={title} draw={draw} initial={long} />,
  },
  never: ['loading'],
  more: extraStates,
});

const multiSelectTitle: Words = ['优先级', '優先級', 'Priorities'];
const multiSelect: DrawControl = (control) => <DictSearch {...control} dict="priority" multiple />;
const tags: Readonly<Record<string, ComponentType>> = {
  empty: () => <DictTags code="priority" value={null} />,
  filled: () => <DictTags code="priority" value="H,M,L" />,
  invalid: () => <DictTags code="no_such_dictionary" value="1" />,
  longText: () => <DictTags code="priority" value="H,a value that no dictionary has ever heard of and that is rather long" />,
};

export const exhibits: readonly Exhibit[] = [
  exhibitOf('areaCascader', {
    title: ['地区级联', '地區級聯', 'Area in one box'],
    draw: (control) => <AreaInput {...control} />,
    filled: '330106',
    long: '632857',
    invalid: (control) => <AreaInput {...control} type="list" />,
  }),
  exhibitOf('areaSelects', {
    title: ['省市区联动', '省市區聯動', 'Area in three boxes'],
    draw: (control) => <AreaInput {...control} type="select" />,
    filled: '330106',
    long: '513200',
    invalid: (control) => <AreaInput {...control} type="boxes" />,
  }),
  exhibitOf('treeInput', {
    title: ['分类树选择', '分類樹選擇', 'A node of a registered tree'],
    draw: (control) => <TreeInput {...control} dict="sys_category,name,id" pidField="pid" path={category.path} />,
    filled: '1',
    long: '1',
    invalid: (control) => <TreeInput {...control} dict="sys_category,name,id" pidField="pid" path={category.path} condition="name = 1" />,
  }),
  exhibitOf(
    'dictSearch',
    {
      title: ['字典搜索', '字典搜尋', 'Dictionary, searched'],
      draw: (control) => <DictSearch {...control} dict="sys_dict,dict_name,id" />,
      filled: '1',
      long: '1',
      invalid: (control) => <DictSearch {...control} dict="" />,
    },
    [
      {
        name: 'several',
        title: ['多选', '多選', 'Several'],
        Shown: () => <ControlFrame title={multiSelectTitle} initial="H,L" draw={multiSelect} />,
      },
    ],
  ),
  exhibitOf('dictSelect', {
    title: ['字典下拉', '字典下拉', 'Dictionary as a list'],
    draw: (control) => <DictSelect {...control} code="priority" />,
    filled: 'M',
    long: 'a value that no dictionary has ever heard of and that is rather long',
    invalid: (control) => <DictSelect {...control} code="" />,
  }),
  exhibitOf('dictRadio', {
    title: ['字典单选', '字典單選', 'Dictionary as buttons'],
    draw: (control) => <DictRadio {...control} code="priority" />,
    filled: 'M',
    long: 'H',
    invalid: (control) => <DictRadio {...control} code="no_such_dictionary" />,
  }),
  { name: 'dictTags', title: ['字典标签', '字典標籤', 'Dictionary as tags'], states: tags, never: ['disabled', 'loading'] },
];
