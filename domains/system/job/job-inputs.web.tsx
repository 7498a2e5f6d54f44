import { Form, Select } from 'antd';
import { parseShape } from '#kit/fields/parse.ts';
import { problemText } from '#kit/fields/problem-text.ts';
import type { NameValues } from '#kit/web/advanced/own-values.ts';
import { call } from '#kit/web/calls/client.ts';
import { CronInput } from '#kit/web/cron/cron-input.tsx';
import { popupFilledBy } from '#kit/web/kinds/choice-list.tsx';
import { controlOf } from '#kit/web/control-props.ts';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { sayNow, useLanguage, useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { textOf } from '#kit/web/text-of.ts';
import { words } from '#kit/web/words.ts';
import { asRecord } from '#kit/web/calls/transport.ts';
import { jobWords } from './job.labels.ts';
import { jobApi } from './job.ts';
import type { JobKindInfo } from './job.ts';

const useKindsQuery = () => useCall(jobApi.kinds, {});
export const useKinds = (): readonly JobKindInfo[] => useKindsQuery().data ?? [];

/** The names of job kinds, in the viewer's language. */
export const namesOfKinds: NameValues = async () => new Map((await call(jobApi.kinds, {})).map(({ name, title }) => [name, sayNow(title)]));

/** The value of another field of the same form. */
const useOtherField = (name: string): string => textOf(Form.useWatch(name, Form.useFormInstance()));

/** The kind of a new job; choosing it fills in the default schedule and parameters. */
export const KindInput = ({ value, onChange, disabled = false, ...props }: InputProps) => {
  const say = useSay();
  const kindsQuery = useKindsQuery();
  const kinds = kindsQuery.data ?? [];
  const form = Form.useFormInstance();
  const choose = (name: string): void => {
    onChange?.(name);
    const kind = kinds.find((candidate) => candidate.name === name);
    if (!kind) return;
    form.setFieldsValue({
      parameter: kind.initial.params,
      ...(textOf(form.getFieldValue('cronExpression')) === '' && { cronExpression: kind.initial.cron }),
    });
  };
  const selectedKind = kinds.find(({ name }) => name === value);
  return (
    <>
      <Select<string>
        {...(props.id !== undefined && { id: props.id })}
        className="co-wide"
        value={typeof value === 'string' ? value : null}
        disabled={disabled}
        options={kinds.map(({ name, title }) => ({ value: name, label: say(title) }))}
        onChange={choose}
        {...popupFilledBy(kindsQuery)}
      />
      {selectedKind && <div className="cron-says">{say(selectedKind.hint)}</div>}
    </>
  );
};

/** Selects a job kind in an advanced query. */
export const KindValue = ({ value, onChange, ...props }: InputProps) => {
  const say = useSay();
  const kindsQuery = useKindsQuery();
  return (
    <Select<string>
      {...controlOf(props)}
      className="co-wide"
      placeholder={say(words.choose)}
      value={typeof value === 'string' ? value : null}
      options={(kindsQuery.data ?? []).map(({ name, title }) => ({ value: name, label: say(title) }))}
      onChange={(name) => onChange?.(name)}
      {...popupFilledBy(kindsQuery)}
    />
  );
};

/** The cron expression, in the time zone of the same form. */
export const ExpressionInput = (props: InputProps) => <CronInput {...props} zone={useZone()} />;

const useZone = (): string => {
  const zone = useOtherField('timezone');
  return zone === '' ? browserZone : zone;
};
const browserZone = new Intl.DateTimeFormat().resolvedOptions().timeZone;

/** The parameters of the job kind, field by field. */
export const ParameterInput = ({ value, onChange, disabled = false }: InputProps) => {
  const say = useSay();
  const language = useLanguage();
  const name = useOtherField('jobClassName');
  const kind = useKinds().find((candidate) => candidate.name === name);
  if (!kind) return <span>{say(jobWords.chooseKind)}</span>;
  const fields = Object.entries(kind.params);
  if (fields.length === 0) return <span>{say(jobWords.noParams)}</span>;
  const values = asRecord(value);
  const parsed = parseShape(kind.params, values);
  return (
    <>
      {fields.map(([key, field]) => {
        const label = say(kind.paramLabels[key] ?? [key, key, key]);
        const problem = parsed.ok ? undefined : parsed.problems[key];
        return (
          <div key={key}>
            <label htmlFor={`job-${key}`}>{label}</label>
            <FieldInput
              field={field}
              id={`job-${key}`}
              value={values[key]}
              disabled={disabled}
              aria-invalid={problem !== undefined}
              onChange={(next) => onChange?.({ ...values, [key]: next })}
            />
            {problem && (
              <div className="cron-says cron-problem" role="alert">
                {problemText(problem, { label, language })}
              </div>
            )}
          </div>
        );
      })}
    </>
  );
};
