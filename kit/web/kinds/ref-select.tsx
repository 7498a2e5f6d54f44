import { useEffect, useEffectEvent, useState } from 'react';
import { PICKER_PAGE } from '#kit/resource/crud.ts';
import type { PickerRow } from '#kit/resource/crud.ts';
import { call } from '../calls/client.ts';
import { useCall } from '../calls/query.tsx';
import { noPicker, usePicker } from './ref-lookup.ts';
import type { Picker } from './ref-lookup.ts';
import { AsyncSelect } from './async-select.tsx';
import type { ChoiceSource } from './choices.ts';
import type { ControlProps } from '../control-props.ts';

const DEBOUNCE_MS = 300;
const FRESH_MS = 30_000;

/** The ids of the selected wider scopes: an agent is picked within a tenant, a station within an agent. */
export interface ScopeFilter {
  readonly tenantId?: string | null | undefined;
  readonly agentId?: string | null | undefined;
  readonly stationId?: string | null | undefined;
}

export interface RefSelectProps extends ControlProps {
  /** The name of the resource, such as `agent`. */
  readonly to: string;
  readonly value?: string | null | undefined;
  readonly onChange?: (value: string | null, row: PickerRow | undefined) => void;
  readonly scope?: ScopeFilter | undefined;
  /** Also offers rows that can no longer be chosen, for filters of past records. */
  readonly all?: boolean | undefined;
  /** The display text of the value, if the page knows it: `row.agentId_dictText`. */
  readonly text?: string | undefined;
  /** Selects the choice by itself when there is only one. */
  readonly takeOnly?: boolean | undefined;
  /** Called in place of `onChange` when the only choice was selected automatically. */
  readonly onTaken?: ((onlyRow: PickerRow) => void) | undefined;
  readonly allowClear?: boolean | undefined;
  readonly disabled?: boolean | undefined;
  readonly placeholder?: string | undefined;
}

/** Selects a row of another noun by a part of its title. */
export const RefSelect = (props: RefSelectProps) => {
  const { to, value, onChange, scope = {}, all = false, text, takeOnly = false, disabled = false, allowClear = true, ...more } = props;
  const { onTaken = (onlyRow: PickerRow) => onChange?.(onlyRow.value, onlyRow), placeholder, ...aria } = more;
  const [open, setOpen] = useState(false);
  const [knownChoices] = useState<readonly PickerRow[]>(text !== undefined && value ? [{ value, text }] : []);
  const values = typeof value === 'string' && value !== '' ? [value] : [];
  const picker = usePicker(to, open || takeOnly || values.some((item) => !knownChoices.some((row) => row.value === item)));
  const source = picker && sourceOf(picker, { ...definedScope(scope), ...(all && includeUnusable) });
  useOnlyChoice({ picker: takeOnly && values.length === 0 ? picker : undefined, scope: definedScope(scope), onTaken });
  return (
    <AsyncSelect<PickerRow>
      {...aria}
      source={source}
      value={values}
      knownChoices={knownChoices}
      onChange={([next], [row]) => onChange?.(next ?? null, row)}
      onOpen={setOpen}
      allowClear={allowClear}
      disabled={disabled}
      placeholder={placeholder}
    />
  );
};

/** The input with which a picker also returns rows that can no longer be chosen. */
export const includeUnusable = { all: '1' } as const;

/** The rows of a noun's picker as choices. */
export const sourceOf = (picker: Picker, scope: Readonly<Record<string, string>>): ChoiceSource<PickerRow> => ({
  key: [picker.path, scope],
  pageRows: PICKER_PAGE,
  restMs: DEBOUNCE_MS,
  find: ({ keyword, pageNo }) => call(picker, { ...scope, ...(keyword !== '' && { keyword }), pageNo }),
  resolve: (values) => call(picker, { ids: values.join(',') }),
});

interface OnlyChoice {
  readonly picker: Picker | undefined;
  readonly scope: Readonly<Record<string, string>>;
  readonly onTaken: (onlyRow: PickerRow) => void;
}

const useOnlyChoice = ({ picker, scope, onTaken }: OnlyChoice): void => {
  const { data } = useCall(picker ?? noPicker, { ...scope, pageNo: '1' }, { enabled: picker !== undefined, staleMs: FRESH_MS });
  const takeRow = useEffectEvent(onTaken);
  const onlyRow = picker && data?.length === 1 ? data[0] : undefined;
  useEffect(() => {
    if (onlyRow) takeRow(onlyRow);
  }, [onlyRow]);
};

const definedScope = (scope: ScopeFilter): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(scope).flatMap(([name, id]: [string, unknown]) => (typeof id === 'string' && id !== '' ? [[name, id]] : [])));
