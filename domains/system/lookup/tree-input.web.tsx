import { useMemo } from 'react';
import { call } from '#kit/web/calls/client.ts';
import type { ControlProps } from '#kit/web/control-props.ts';
import { useSay } from '#kit/web/language.ts';
import { isCondition } from '#kit/web/tree/condition.ts';
import { LazyTreeSelect } from '#kit/web/tree/tree-select.tsx';
import type { TreeChoiceSource } from '#kit/web/tree/tree-select.tsx';
import { treeWords } from '#kit/web/tree/tree-words.ts';
import { lookupApi } from './lookup.ts';

const ROOT = '0';

interface TreeInputProps extends ControlProps {
  /** `table,text,code`: a source whose rows form a tree. */
  readonly dict: string;
  readonly pidField: string;
  readonly hasChildField?: string;
  /** The path of the noun; the tree is reloaded after a change below it. */
  readonly path: string;
  /** The parent of the first level. */
  readonly pidValue?: string;
  /** A JSON object of fields and the values that nodes must have. */
  readonly condition?: string;
  /** With `multiple` several, joined with commas; `0` is no value. */
  readonly value?: string | null;
  readonly onChange?: (value: string | null) => void;
  readonly multiple?: boolean;
  readonly disabled?: boolean;
  readonly placeholder?: string;
}

/** Selects a node of a tree source, whose levels are loaded when they are opened. */
export const TreeInput = (props: TreeInputProps) => {
  const {
    dict,
    pidField,
    hasChildField,
    path,
    pidValue = ROOT,
    condition,
    value = null,
    onChange,
    multiple = false,
    disabled = false,
    ...rest
  } = props;
  const say = useSay();
  const isRight = isCondition(condition);
  const source = useMemo(
    () => sourceOf({ dict, pidField, path, pidValue, condition: condition ?? '', ...(hasChildField !== undefined && { hasChildField }) }),
    [dict, pidField, path, pidValue, condition, hasChildField],
  );
  const keys = (value ?? '').split(',').filter((key) => key !== '' && key !== ROOT);
  return (
    <>
      <LazyTreeSelect
        {...rest}
        source={source}
        multiple={multiple}
        disabled={disabled || !isRight}
        value={multiple ? keys : keys.slice(0, 1)}
        onChange={(next) => onChange?.(next.length === 0 ? null : next.join(','))}
      />
      {!isRight && (
        <div role="alert" className="tt-failed">
          {say(treeWords.badCondition)}
        </div>
      )}
    </>
  );
};

interface TreeDictName {
  readonly dict: string;
  readonly pidField: string;
  readonly hasChildField?: string;
  readonly path: string;
  readonly pidValue: string;
  readonly condition: string;
}

const sourceOf = ({ dict, pidField, hasChildField, path, pidValue, condition }: TreeDictName): TreeChoiceSource => {
  const [tableName = '', text = '', code = ''] = dict.split(',');
  const treeFields = { tableName, text, code, pidField, ...(hasChildField !== undefined && { hasChildField }) };
  return {
    key: [path, treeFields, condition],
    root: pidValue,
    load: (pid) => call(lookupApi.loadTreeData, { ...treeFields, pid, ...(condition !== '' && { condition }) }),
    paths: (keys) => call(lookupApi.loadTreePath, { ...treeFields, key: keys.join(',') }),
  };
};
