import { Form } from 'antd';
import type { FormInstance } from 'antd';
import { useCallback, useMemo, useRef, useState } from 'react';
import { parse } from '#kit/fields/parse.ts';
import { say as fill } from '#kit/fields/words.ts';
import type { Field, FieldShape } from '#kit/fields/field.ts';
import { isMask } from '#kit/fields/personal.ts';
import { addShape } from '#kit/resource/crud.ts';
import type { Labels } from '#kit/resource/labels.ts';
import { isScopeField } from '#kit/resource/scope.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { CallError } from '../calls/client.ts';
import { useLockedFields } from '../permissions/field-limits.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useLanguage, useSay } from '../language.ts';
import { fixedScopes, wordsOf } from '../list/columns/columns.tsx';
import { problemText } from '#kit/fields/problem-text.ts';
import { useSendRaw } from '../calls/query.tsx';
import { useViewer } from '../session/session.ts';
import { asRecord } from '../calls/transport.ts';
import { endpointOf } from '../calls/list-api.ts';
import type { RowOf } from '../calls/list-api.ts';
import { words } from '../words.ts';
import { useAvailabilityChecks } from './availability-check.ts';
import type { AvailabilityChecks } from './availability-check.ts';
import { availabilityWords } from './availability-words.ts';

export interface DraftOptions {
  readonly noun: AnyResource;
  readonly api: object;
  readonly labels: Labels;
  /** The row to edit; without one the form adds a row. */
  readonly row?: PlainRow | undefined;
  /** Initial values of a new row. */
  readonly initial?: PlainRow | undefined;
  /** The fields in their order; all writable ones by default. */
  readonly fields?: readonly string[] | undefined;
  readonly onSaved?: ((row: PlainRow) => void) | undefined;
}

export interface DraftField {
  readonly name: string;
  readonly field: Field;
  readonly label: string;
  readonly hint: string | undefined;
  readonly required: boolean;
  /** The field cannot change once the row exists. */
  readonly fixed: boolean;
}

/** The row was saved by someone else while the form was open. */
export interface Conflict {
  readonly base: PlainRow;
  readonly theirs: PlainRow;
  readonly mine: PlainRow;
}

export interface AnyDraftHandle {
  readonly of: AnyResource;
  readonly form: FormInstance<PlainRow>;
  readonly fields: readonly DraftField[];
  readonly initialValues: PlainRow;
  /** The results of the checks of unique values. */
  readonly availability: AvailabilityChecks;
  /** A rule for antd's form, which checks the value as the server does. */
  readonly check: (field: DraftField) => { readonly validator: (rule: unknown, value: unknown) => Promise<void> };
  /** Validates the form and sends the changed values; refusals of single fields are shown at their inputs. */
  readonly save: () => Promise<void>;
  readonly saving: boolean;
  readonly isDirty: () => boolean;
  /** Records values that the program filled in, so that they do not count as unsaved work. */
  readonly recordFilledIn: (values: PlainRow) => void;
  readonly conflict: Conflict | undefined;
  /** Saves these values over the current row. */
  readonly resolve: (values: PlainRow) => void;
  readonly giveUp: () => void;
}

/** A form of a noun without its layout: fields, rules, saving and conflicts. */
export const useAnyDraft = (options: DraftOptions): AnyDraftHandle => {
  const { noun, api, row, onSaved } = options;
  const [form] = Form.useForm<PlainRow>();
  const feedback = useFeedback();
  const fields = useDraftFields(options);
  const [initialValues] = useState(() => startOf(options));
  const takenValues = useRef<PlainRow>({});
  const [conflict, setConflict] = useState<Conflict>();
  const availability = useAvailabilityChecks(options);
  const base = conflict ? conflict.theirs : row;
  const endpoint = endpointOf(api, row ? 'edit' : 'add') ?? neverEndpoint(noun);
  const onRefused = useCallback(
    (problem: CallError) => {
      const theirs = asRecord(asRecord(problem.detail)['current']);
      if (row && problem.code === 409 && Object.keys(theirs).length > 0)
        setConflict({ base: row, theirs, mine: form.getFieldsValue(true) as PlainRow });
      else if (!showProblems(form, fields, problem)) feedback.refused(problem);
    },
    [row, form, fields, feedback],
  );
  const { send, sending } = useSendRaw(endpoint, {
    changes: [noun],
    onRefused,
    onDone: (answer) => {
      setConflict(undefined);
      feedback.showSuccess(row ? words.saved : words.added);
      onSaved?.(asRecord(answer));
    },
  });
  const submit = async (values: PlainRow) => {
    const input = base ? changesOf(noun, base, { values, fields }) : withDefaults(values, fields);
    if (input === undefined) feedback.showSuccess(words.unchanged);
    if (input === undefined) onSaved?.(row ?? {});
    else await send(input);
  };
  const save = async () => {
    if (await isValid(form)) await submit(form.getFieldsValue(true) as PlainRow);
  };
  return {
    of: noun,
    form,
    fields,
    initialValues,
    save,
    saving: sending,
    conflict,
    availability,
    check: useCheck({ base, form, availability }),
    isDirty: () =>
      fields.some(({ name }) => ![initialValues, takenValues.current].some((values) => isSameValue(form.getFieldValue(name), values[name]))),
    recordFilledIn: (values) => {
      takenValues.current = { ...takenValues.current, ...values };
    },
    resolve: (values) => {
      form.setFieldsValue(values);
      void submit(values);
    },
    giveUp: () => setConflict(undefined),
  };
};

const neverEndpoint = (noun: AnyResource) => ({ method: 'POST', path: noun.path, allow: noun.name, input: {}, output: { form: 'row' } }) as const;

const useDraftFields = ({ noun, labels, row, fields }: DraftOptions): readonly DraftField[] => {
  const say = useSay();
  const viewer = useViewer();
  const isLocked = useLockedFields(noun.name);
  return useMemo(() => {
    const shape = addShape(noun);
    const hidden = fixedScopes(viewer);
    return (fields ?? Object.keys(shape)).flatMap((name) => {
      const field = shape[name];
      if (!field || (isScopeField(name) && hidden.includes(name))) return [];
      const hint = labels.hints?.[name];
      const fixed = (row !== undefined && field.writing === 'onAdd') || isLocked(name);
      return [
        { name, field, label: say(wordsOf(labels, name)), hint: hint && say(hint), required: !field.optional && !(row && field.secret), fixed },
      ];
    });
  }, [noun, labels, row, fields, say, viewer, isLocked]);
};

const startOf = ({ noun, row, initial }: DraftOptions): PlainRow => {
  const shape = Object.entries(addShape(noun));
  if (row) return Object.fromEntries(shape.map(([name]) => [name, row[name] ?? null]));
  return Object.fromEntries(shape.map(([name, field]) => [name, initial?.[name] ?? field.initial ?? null]));
};

interface DraftChecks {
  /** The row as it was read. */
  readonly base: PlainRow | undefined;
  readonly form: FormInstance<PlainRow>;
  readonly availability: AvailabilityChecks;
}

const useCheck = ({ base, form, availability }: DraftChecks) => {
  const language = useLanguage();
  return useCallback(
    (draftField: DraftField) => ({
      validator: async (_rule: unknown, value: unknown) => {
        const { name, field, label, required } = draftField;
        if (base && field.secret && isEmpty(value)) return;
        // A masked number that the user did not change is valid.
        if (base && isMask(field, value) && value === base[name]) return;
        const parsed = parse(required ? field : { ...field, optional: true }, value);
        if (!parsed.ok) throw new Error(problemText(parsed.problem, { label, language }));
        const takenValues = await availability.check(
          draftField,
          form.getFieldsValue(true) as PlainRow,
          fill(availabilityWords.taken, language, { label }),
        );
        if (takenValues !== undefined) throw new Error(takenValues);
      },
    }),
    [language, base, form, availability],
  );
};

const isValid = async (form: FormInstance<PlainRow>): Promise<boolean> => {
  try {
    await form.validateFields();
    return true;
  } catch {
    return false;
  }
};

/** True when at least one problem belongs to an input of the form. */
const showProblems = (form: FormInstance<PlainRow>, fields: readonly DraftField[], problem: CallError): boolean => {
  const known = Object.entries(problem.fields).filter(([name]) => fields.some((field) => field.name === name));
  form.setFields(known.map(([name, text]) => ({ name, errors: [text] })));
  const [first] = known;
  if (first) form.scrollToField(first[0], { focus: true });
  return first !== undefined;
};

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === '';
const isSameValue = (left: unknown, right: unknown): boolean => (isEmpty(left) && isEmpty(right)) || JSON.stringify(left) === JSON.stringify(right);
const trimmed = (value: unknown): unknown => (typeof value === 'string' ? value.trim() || null : value);

const withDefaults = (values: PlainRow, fields: readonly DraftField[]): PlainRow =>
  Object.fromEntries(
    Object.entries(values).flatMap(([name, value]) =>
      fields.some((field) => field.name === name) || !isEmpty(value) ? [[name, trimmed(value)]] : [],
    ),
  );

/** The changed values with the key and the version of the row; undefined when nothing changed. */
const changesOf = (
  noun: AnyResource,
  read: PlainRow,
  { values, fields }: { readonly values: PlainRow; readonly fields: readonly DraftField[] },
): PlainRow | undefined => {
  const writable = fields.filter(({ field, fixed }) => field.writing === 'always' && !fixed);
  const changed = writable.filter(({ name, field }) => !isSameValue(values[name], read[name]) && !(field.secret && isEmpty(values[name])));
  if (changed.length === 0) return undefined;
  return { [noun.key]: read[noun.key], version: read['version'], ...Object.fromEntries(changed.map(({ name }) => [name, trimmed(values[name])])) };
};

export interface UseDraftOptions<F extends FieldShape> {
  readonly api: object;
  readonly labels: Labels<F>;
  readonly row?: RowOf<F> | undefined;
  readonly initial?: Partial<RowOf<F>> | undefined;
  readonly fields?: readonly (keyof F & string)[] | undefined;
  readonly onSaved?: ((row: RowOf<F>) => void) | undefined;
}

/** The logic of a noun's form, for a layout of your own; `FormDrawer` is built on it. Draw it with `FormFields` or your own inputs. */
export const useDraft = <F extends FieldShape>(noun: Resource<F>, options: UseDraftOptions<F>): AnyDraftHandle =>
  useAnyDraft({ noun, ...options } as unknown as DraftOptions); // the fields are data; F only checks the caller's types
