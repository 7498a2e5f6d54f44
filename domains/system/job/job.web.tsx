import { useMemo } from 'react';
import { valuesOf } from '#kit/fields/codes.ts';
import { call } from '#kit/web/calls/client.ts';
import type { CallError } from '#kit/web/calls/client.ts';
import { CronText } from '#kit/web/cron/cron-text.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import type { OwnValues } from '#kit/web/advanced/own-values.ts';
import { useSay } from '#kit/web/language.ts';
import type { Translate } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { refresh } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { ExpressionInput, KindInput, KindValue, namesOfKinds, ParameterInput, useKinds } from './job-inputs.web.tsx';
import { jobLabels, jobRunLabels, jobWords } from './job.labels.ts';
import { job, jobApi, jobRun, jobRunApi, jobStatus, missedPolicy } from './job.ts';
import type { JobKindInfo } from './job.ts';

type JobRow = RowOf<typeof job.fields>;
type RunRow = RowOf<typeof jobRun.fields>;
const { started } = valuesOf(jobStatus);
/** After this time a requested run has started, and a short one is finished. */
const REFRESH_MS = 2_500;

const columns = ['jobName', 'jobClassName', 'cronExpression', 'nextRunTime', 'lastRunTime', 'lastOutcome', 'status'] as const;
const form = ['jobClassName', 'jobName', 'timezone', 'cronExpression', 'parameter', 'missed', 'description'] as const;
const filters = ['jobName', 'status', 'lastOutcome'] as const;
const inputs = { jobClassName: KindInput, cronExpression: ExpressionInput, parameter: ParameterInput };
const queryValues: OwnValues = { jobClassName: { rules: ['eq', 'ne'], Input: KindValue, names: namesOfKinds } };

/** Scheduled jobs: their schedules, parameters, runs, and starting them manually. */
export const JobList = () => {
  const say = useSay();
  const kinds = useKinds();
  const rowActions = useActions();
  const draw = useMemo(
    () => ({
      jobClassName: (name: string) => say(kinds.find((kind) => kind.name === name)?.title ?? [name, name, name]),
      cronExpression: cronText,
      parameter: (_value: unknown, row: JobRow) => resultText(row.parameter, kinds.find(({ name }) => name === row.jobClassName)?.paramLabels, say),
    }),
    [kinds, say],
  );
  const detail = useMemo(() => (row: JobRow) => <Runs row={row} kind={kinds.find(({ name }) => name === row.jobClassName)} />, [kinds]);
  return (
    <ListPage
      of={job}
      api={jobApi}
      labels={jobLabels}
      columns={columns}
      filters={filters}
      form={form}
      inputs={inputs}
      queryValues={queryValues}
      initial={initial}
      render={draw}
      rowActions={rowActions}
      detail={detail}
    />
  );
};

const cronText = (text: string) => <CronText value={text} />;
const initial = { timezone: new Intl.DateTimeFormat().resolvedOptions().timeZone, missed: missedPolicy.items.makeUp.value } as const;

const useActions = () => {
  const { confirm, showSuccess, refused } = useFeedback();
  return useMemo(() => {
    const act = (name: 'pause' | 'resume' | 'execute', when: (row: JobRow) => boolean) => ({
      key: name,
      label: jobLabels.actions?.[name] ?? jobLabels.noun,
      allow: jobApi[name].allow,
      when,
      run: async ({ id, jobName }: JobRow) => {
        const label = jobLabels.actions?.[name] ?? jobLabels.noun;
        if (!(await confirm({ title: [`${label[0]}“${jobName}”？`, `${label[1]}「${jobName}」？`, `${label[2]} "${jobName}"?`] }))) return;
        await call(jobApi[name], { id }).then(
          (text) => showSuccess([text, text, text]),
          (problem: CallError) => refused(problem),
        );
        void refresh(job, jobRun);
        if (name === 'execute') setTimeout(() => void refresh(job, jobRun), REFRESH_MS);
      },
    });
    return [
      act('execute', () => true),
      act('pause', ({ status }) => status === started),
      act('resume', ({ status }) => status !== started),
      'detail' as const,
      'edit' as const,
      'delete' as const,
    ];
  }, [confirm, showSuccess, refused]);
};

/** Named values in one line. */
const resultText = (values: Readonly<Record<string, unknown>> | null, labels: JobKindInfo['paramLabels'] | undefined, say: Translate): string =>
  Object.entries(values ?? {})
    .map(([name, value]) => say(jobWords.figure, { label: say(labels?.[name] ?? [name, name, name]), value: String(value) }))
    .join('  ');

const runColumns = ['dueTime', 'runTrigger', 'outcome', 'missedCount', 'startTime', 'durationMs', 'result', 'error', 'node', 'createBy'] as const;
const runFilters = ['outcome', 'runTrigger'] as const;
const noActions = [] as const;

/** The runs of a job, the latest first. */
const Runs = ({ row, kind }: { readonly row: JobRow; readonly kind: JobKindInfo | undefined }) => {
  const say = useSay();
  const scope = useMemo(() => ({ jobId: row.id }), [row.id]);
  const draw = useMemo(() => ({ result: (_value: unknown, run: RunRow) => resultText(run.result, kind?.results, say) }), [kind, say]);
  return (
    <section aria-label={say(jobWords.runs)} style={{ marginTop: 'var(--co-gap)' }}>
      <ListPage
        of={jobRun}
        api={jobRunApi}
        labels={jobRunLabels}
        stateIn="local"
        fixedFilters={scope}
        columns={runColumns}
        filters={runFilters}
        render={draw}
        rowActions={noActions}
      />
    </section>
  );
};
