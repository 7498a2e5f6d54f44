import { Button, Skeleton } from 'antd';
import { useCallback, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { entityState } from '#engines/entity/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Column } from '#kit/web/edit-table/table/column.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useUnsavedChangesGuard } from '#kit/web/navigation/unsaved-changes.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { refresh, useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useIsPhone } from '#kit/web/screen.ts';
import { CopyMonthDialog } from '#kit/web/year/copy-month-dialog.tsx';
import { EditorHead, MonthButtons } from '#kit/web/year/editor-head.tsx';
import { AddPeriod, PeriodTable, timeColumns } from '#kit/web/year/period-table.tsx';
import { useYear } from '#kit/web/year/use-year.ts';
import type { MonthState, SavedMonth, Update, Year } from '#kit/web/year/use-year.ts';
import { MiniDay, YearStrip } from '#kit/web/year/year-strip.tsx';
import { editorWords, monthArgs } from '#kit/web/year/year-words.ts';
import { powerControlRefusals } from '../power-control/power-control.labels.ts';
import { powerControl, powerControlApi } from '../power-control/power-control.ts';
import { endAction } from '../power.codes.ts';
import { highestPower, problemsOfDay, readDay, rowsOfDay, sameDay, unlimitedDay, withCells, writeDay } from './power-draft.rules.ts';
import type { DayProblem, PowerDay, PowerPeriodEdit } from './power-draft.rules.ts';
import { powerWords } from './power-month.labels.ts';
import { powerMonthApi, powerMonths, powerPeriodShape } from './power-month.ts';
import type { PowerMonthView } from './power-month.ts';
import './power-month.css';

type Control = RowOf<typeof powerControl.fields>;
type PowerYear = Year<PowerPeriodEdit, DayProblem>;
type PowerMonthState = MonthState<PowerPeriodEdit>;

/** The periods of a power control, month by month. Which rule and month is part of the address. */
export const PowerMonthEditor = ({ powerControlId }: { readonly powerControlId: string }) => {
  const say = useSay();
  const control = useCall(powerControlApi.queryById, { id: powerControlId });
  const year = usePowerYear(powerControlId);
  const failed = control.error ?? year.query.error;
  if (failed)
    return (
      <LoadError because={failed.message} retry={() => Promise.all([control.refetch(), year.query.refetch()])}>
        <Button href="#/power/power-control">{say(editorWords.back)}</Button>
      </LoadError>
    );
  if (!control.data || year.months.length === 0) return <Skeleton active className="co-card co-page-wait" paragraph={{ rows: 10 }} />;
  return <Editor control={control.data} year={year} />;
};

const usePowerYear = (powerControlId: string): PowerYear => {
  const { send } = useSend(powerMonthApi.saveMonth, { doneText: false });
  return useYear({
    storeKey: `powerMonth ${powerControlId}`,
    query: useCall(powerMonthApi.selectMonthsByControlId, { powerControlId }),
    read: readView,
    isSame: sameDay,
    problemsOf: problemsOfDay,
    send: async (month, edit) => {
      if ((await send({ powerControlId, month, periods: [...writeDay(edit)] })) === undefined) return false;
      await refresh(powerMonths, powerControl);
      return true;
    },
    savedText: powerWords.saved,
  });
};
const readView = ({ starMonthTime, editable, periods }: PowerMonthView): SavedMonth<PowerPeriodEdit> => ({
  month: starMonthTime,
  editable,
  inUse: false,
  saved: readDay(periods),
});

const Editor = ({ control, year }: { readonly control: Control; readonly year: PowerYear }) => {
  const { powerControlId } = control;
  const { month, setMonth } = useMonthParam(year);
  const { showError } = useFeedback();
  const say = useSay();
  const [checkNo, setCheckNo] = useState(0);
  const [copying, setCopying] = useState(false);
  useUnsavedChangesGuard(year.changed.length > 0, ({ params }) => params.get('control') === powerControlId, year.forget);
  const save = async (): Promise<boolean> => {
    const outcome = await year.save();
    setCheckNo((before) => (typeof outcome === 'string' ? 0 : before + 1));
    if (typeof outcome === 'string') return outcome === 'saved';
    setMonth(outcome.month);
    const n = problemsOfDay(year.months.find((each) => each.month === outcome.month)?.edit ?? []).length;
    const { refusal, args } = outcome;
    showError(refusal ? say(powerControlRefusals[refusal], args) : say(powerWords.wrong, { ...monthArgs(say, outcome.month), n }));
    return false;
  };
  const may = usePermission()(powerMonthApi.saveMonth.allow);
  return (
    <div className="rm-page">
      <Head control={control} year={year} month={month} mayEdit={may.ok} onSave={() => void save()} onCopy={() => setCopying(true)} />
      <YearStrip
        label={powerWords.year}
        months={year.months}
        month={month.month}
        onMonth={setMonth}
        drawDay={drawDay}
        textOf={({ edit }) => (edit.length === 0 ? say(powerWords.unset) : textOfDay(edit, say(powerWords.rated)))}
      />
      <MonthPanel key={month.month} year={year} month={month} mayEdit={may.ok} checkNo={checkNo} />
      {copying && <CopyMonth powerControlId={powerControlId} year={year} source={month} saveFirst={save} onClose={() => setCopying(false)} />}
    </div>
  );
};

const textOfDay = (day: PowerDay, rated: string): string => {
  const limits = day.map(({ changingPower }) => Number(changingPower) || 0);
  const [lowest, highest] = [Math.min(...limits.filter((limit) => limit > 0)), Math.max(...limits)];
  if (highest === 0) return rated;
  const range = lowest === highest ? `${highest} kW` : `${lowest}–${highest} kW`;
  return limits.includes(0) ? `${range}, ${rated}` : range;
};
const drawDay = ({ edit }: PowerMonthState) => {
  const highest = highestPower(edit);
  return (
    <MiniDay
      periods={edit}
      look={({ changingPower }) =>
        Number(changingPower) > 0 ? { className: 'pm-limited', opacity: 1 - (0.65 * Number(changingPower)) / highest } : { className: 'pm-rated' }
      }
    />
  );
};

interface HeadProps {
  readonly control: Control;
  readonly year: PowerYear;
  readonly month: PowerMonthState;
  readonly mayEdit: boolean;
  readonly onSave: () => void;
  readonly onCopy: () => void;
}

const Head = ({ control, mayEdit, ...month }: HeadProps) => {
  const say = useSay();
  const { send } = useSend(powerMonthApi.deleteMonth, { changes: [powerMonths, powerControl] });
  const { powerControlId, controlState, maxControlPower } = control;
  const mayChange = mayEdit && controlState !== entityState.disused;
  return (
    <EditorHead
      name={control.ruleName}
      tag={<CodeTag item={powerControl.fields.controlState.codes && itemOf(powerControl.fields.controlState.codes, controlState)} />}
      buttons={mayChange && <MonthButtons {...month} askDelete={powerWords.askDelete} remove={(no) => send({ powerControlId, month: no })} />}
    >
      <span>{say(powerWords.setOf, { n: month.year.months.filter(({ saved }) => saved.length > 0).length })}</span>
      {maxControlPower !== null && <span className="co-num">{maxControlPower} kW</span>}
      <span>
        {say(editorWords.pileCount)} {control.pileCount}
      </span>
    </EditorHead>
  );
};

interface CopyMonthProps {
  readonly powerControlId: string;
  readonly year: PowerYear;
  readonly source: PowerMonthState;
  readonly saveFirst: () => Promise<boolean>;
  readonly onClose: () => void;
}

const CopyMonth = ({ powerControlId, ...props }: CopyMonthProps) => {
  const { send, sending } = useSend(powerMonthApi.copyMonth, { changes: [powerMonths, powerControl], doneText: false });
  return (
    <CopyMonthDialog
      {...props}
      title={powerWords.copyMonthOf}
      texts={powerWords}
      sending={sending}
      copy={(months) => send({ powerControlId, month: props.source.month, months })}
    />
  );
};

/** The month that is shown, in the address. */
const useMonthParam = (year: PowerYear) => {
  const [params, setParams] = useSearchParams();
  const requestedMonth = Number(params.get('month'));
  const month = year.months.find((each) => each.month === requestedMonth) ?? year.months[0] ?? emptyMonth;
  const setMonth = (next: number) =>
    setParams(
      (before) => {
        const changed = new URLSearchParams(before);
        changed.set('month', String(next));
        return changed;
      },
      { replace: true },
    );
  return { month, setMonth };
};
const emptyMonth: PowerMonthState = { month: 1, editable: false, inUse: false, saved: [], edit: [], dirty: false, undoable: false };

interface MonthPanelProps {
  readonly year: PowerYear;
  readonly month: PowerMonthState;
  readonly mayEdit: boolean;
  readonly checkNo: number;
}

const MonthPanel = ({ year, month, mayEdit, checkNo }: MonthPanelProps) => {
  const say = useSay();
  const { change: changeMonth } = year;
  const locked = !month.editable || !mayEdit;
  const phone = useIsPhone();
  const change = useCallback((update: Update<PowerDay>, step?: string) => changeMonth(month.month, update, step), [changeMonth, month.month]);
  const columns = useMemo(() => columnsOf({ phone, locked }), [phone, locked]);
  if (month.edit.length === 0) return <EmptyMonth year={year} month={month} locked={locked} onChange={change} />;
  return (
    <section className="co-card rm-panel">
      <header className="rm-panel-head">
        <h2>{say(editorWords.day, monthArgs(say, month.month))}</h2>
        <span className="co-hint">{say(editorWords.count, { n: month.edit.length })}</span>
        <span className="co-hint">{say(powerWords.ratedHint)}</span>
        {!mayEdit && <span className="rm-why">{say(powerWords.readOnly)}</span>}
      </header>
      <PeriodTable
        key={`${locked} ${phone}`}
        label={say(powerWords.periods)}
        periods={month.edit}
        locked={locked}
        checkNo={checkNo}
        pointedPeriod={undefined}
        onSelect={ignore}
        onChange={change}
        columns={columns}
        rowsOf={rowsOfDay}
        withCells={withCells}
        firstKey="changingPower"
      />
      {!locked && <AddPeriod periods={month.edit} onChange={change} />}
    </section>
  );
};
const ignore = (): void => undefined;

const columnsOf = (look: { readonly phone: boolean; readonly locked: boolean }): readonly Column[] => {
  const times = timeColumns(look);
  const input = (key: 'changingPower' | 'changingPowerMin' | 'changingSoc', unit: string): Column => ({
    key,
    title: powerWords[key],
    type: 'inputNumber',
    widthPx: look.phone ? 110 : 150,
    unit,
    validateRules: [{ field: powerPeriodShape[key] }],
  });
  return [
    ...times.before,
    input('changingPower', 'kW'),
    input('changingPowerMin', 'kW'),
    input('changingSoc', '%'),
    {
      key: 'endAction',
      title: powerWords.endAction,
      type: 'select',
      widthPx: look.phone ? 120 : 220,
      codes: endAction,
      validateRules: [{ field: powerPeriodShape.endAction }],
    },
    ...times.after,
  ];
};

interface EmptyMonthProps {
  readonly year: PowerYear;
  readonly month: PowerMonthState;
  readonly locked: boolean;
  readonly onChange: (update: Update<PowerDay>) => void;
}

/** A month without periods, with the ways to start one. */
const EmptyMonth = ({ year, month, locked, onChange }: EmptyMonthProps) => {
  const say = useSay();
  const isSet = (each: PowerMonthState): boolean => each.edit.length > 0;
  const source = year.months.findLast((each) => each.month < month.month && isSet(each)) ?? year.months.find(isSet);
  return (
    <section className="co-card rm-empty">
      <h2>{say(powerWords.noPeriods)}</h2>
      {!locked && (
        <>
          <p className="co-hint">{say(powerWords.noPeriodsHint)}</p>
          <div className="rm-quick">
            <Button type="primary" onClick={() => onChange(() => unlimitedDay)}>
              {say(powerWords.begin)}
            </Button>
            {source && <Button onClick={() => onChange(() => source.edit)}>{say(editorWords.copyFrom, monthArgs(say, source.month))}</Button>}
          </div>
        </>
      )}
    </section>
  );
};
