import { Button, Skeleton } from 'antd';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'react-router';
import { entityState } from '#engines/entity/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useUnsavedChangesGuard } from '#kit/web/navigation/unsaved-changes.ts';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { rateRuleRefusals } from '../rate-rule/rate-rule.labels.ts';
import { rateRule, rateRuleApi } from '../rate-rule/rate-rule.ts';
import { rateType } from '../tariff.codes.ts';
import { CopyMonthDialog } from '#kit/web/year/copy-month-dialog.tsx';
import { DayBoard } from './day-board.web.tsx';
import { EditorHead, MonthButtons } from '#kit/web/year/editor-head.tsx';
import { EmptyMonth } from './empty-month.web.tsx';
import { FeePanel } from './fee-panel.web.tsx';
import type { PeriodReference } from '#kit/web/year/period-table.tsx';
import { feeOf, priceRange, problemsOfMonth } from './month-draft.rules.ts';
import type { FeeEdit, FeeType, MonthEdit } from './month-draft.rules.ts';
import type { Stage } from './periods.rules.ts';
import { editorWords, monthArgs } from '#kit/web/year/year-words.ts';
import { monthWords } from './rate-month.labels.ts';
import { rateMonthApi, rateMonths } from './rate-month.ts';
import { Brushes } from './stage-tools.web.tsx';
import { useRateYear } from './use-rate-year.web.ts';
import type { MonthState, Year } from './use-rate-year.web.ts';
import type { Update } from '#kit/web/year/use-year.ts';
import { MiniDay, YearStrip } from '#kit/web/year/year-strip.tsx';
import './rate-month.css';

/** The prices of a rule, month by month. Which rule and month is part of the address. */
export const RateMonthEditor = ({ rateRuleId }: { readonly rateRuleId: string }) => {
  const say = useSay();
  const rule = useCall(rateRuleApi.queryById, { id: rateRuleId });
  const year = useRateYear(rateRuleId);
  const failed = rule.error ?? year.query.error;
  if (failed)
    return (
      <LoadError because={failed.message} retry={() => Promise.all([rule.refetch(), year.query.refetch()])}>
        <Button href="#/tariff/rate-rule">{say(editorWords.back)}</Button>
      </LoadError>
    );
  if (!rule.data || year.months.length === 0) return <Skeleton active className="co-card co-page-wait" paragraph={{ rows: 10 }} />;
  return <Editor rule={rule.data} year={year} />;
};

type Rule = RowOf<typeof rateRule.fields>;

const Editor = ({ rule, year }: { readonly rule: Rule; readonly year: Year }) => {
  const { rateRuleId } = rule;
  const { month, setMonth, fee, setFee } = useMonthParam(year);
  const { showError } = useFeedback();
  const say = useSay();
  const [checkNo, setCheckNo] = useState(0);
  const [copying, setCopying] = useState(false);
  useUnsavedChangesGuard(year.changed.length > 0, ({ params }) => params.get('rule') === rateRuleId, year.forget);
  const save = async (): Promise<boolean> => {
    const outcome = await year.save();
    setCheckNo((before) => (typeof outcome === 'string' ? 0 : before + 1));
    if (typeof outcome === 'string') return outcome === 'saved';
    setMonth(outcome.month);
    if (outcome.rateType !== undefined) setFee(outcome.rateType);
    const { refusal } = outcome;
    showError(refusal ? say(rateRuleRefusals[refusal]) : problemText(year, outcome, say));
    return false;
  };
  const may = usePermission()(rateMonthApi.saveMonth.allow);
  return (
    <div className="rm-page">
      <Head rule={rule} year={year} month={month} mayEdit={may.ok} onSave={() => void save()} onCopy={() => setCopying(true)} />
      <YearStrip
        label={monthWords.year}
        months={year.months}
        month={month.month}
        onMonth={setMonth}
        drawDay={drawDay}
        textOf={(of) => rangeOf(of) ?? say(monthWords.unpriced)}
      />
      <MonthEditor
        key={month.month}
        rule={rule}
        year={year}
        month={month}
        fee={fee}
        setFee={setFee}
        locked={!month.editable || !may.ok}
        mayEdit={may.ok}
        checkNo={checkNo}
      />
      {copying && <CopyMonth rateRuleId={rateRuleId} year={year} source={month} saveFirst={save} onClose={() => setCopying(false)} />}
    </div>
  );
};

interface HeadProps {
  readonly rule: Rule;
  readonly year: Year;
  readonly month: MonthState;
  readonly mayEdit: boolean;
  readonly onSave: () => void;
  readonly onCopy: () => void;
}

const Head = ({ rule, mayEdit, ...month }: HeadProps) => {
  const say = useSay();
  const { send } = useSend(rateMonthApi.deleteMonth, { changes: [rateMonths, rateRule] });
  const pricedCount = month.year.months.filter(({ saved }) => saved.length > 0).length;
  const mayChange = mayEdit && rule.ruleState !== entityState.disused;
  return (
    <EditorHead
      name={rule.rateRuleName}
      tag={<CodeTag item={rateRule.fields.ruleState.codes && itemOf(rateRule.fields.ruleState.codes, rule.ruleState)} />}
      buttons={
        mayChange && <MonthButtons {...month} askDelete={monthWords.askDelete} remove={(no) => send({ rateRuleId: rule.rateRuleId, month: no })} />
      }
    >
      <span className="co-num">{rule.rateRuleNo}</span>
      <span>{say(monthWords.pricedOf, { n: pricedCount })}</span>
      <a href={`#/network/pile?rateRuleId=${rule.rateRuleId}`}>
        {say(editorWords.pileCount)} {rule.pileCount}
      </a>
    </EditorHead>
  );
};

interface CopyMonthProps {
  readonly rateRuleId: string;
  readonly year: Year;
  readonly source: MonthState;
  readonly saveFirst: () => Promise<boolean>;
  readonly onClose: () => void;
}

const CopyMonth = ({ rateRuleId, ...props }: CopyMonthProps) => {
  const { send, sending } = useSend(rateMonthApi.copyMonth, { changes: [rateMonths, rateRule], doneText: false });
  return (
    <CopyMonthDialog
      {...props}
      title={monthWords.copyMonthOf}
      texts={copyTexts}
      sending={sending}
      copy={(months) => send({ rateRuleId, month: props.source.month, months })}
    />
  );
};
const copyTexts = { unset: monthWords.unpriced, allUnset: monthWords.allUnpriced, replaces: monthWords.replaces };

/** A day of electricity as a strip of colours, and its price range. */
const drawDay = ({ edit }: MonthState) => (
  <MiniDay
    periods={feeOf(edit, rateType.items.electricity.value)?.periods ?? []}
    look={({ rateStage }) => ({ className: `rm-stage-${rateStage}` })}
  />
);
const rangeOf = ({ edit }: { readonly edit: readonly FeeEdit[] }): string | undefined => {
  const range = priceRange(feeOf(edit, rateType.items.electricity.value));
  if (!range) return undefined;
  const [lowest, highest] = range.map((price) => Number(price).toFixed(2));
  return lowest === highest ? lowest : `${lowest}–${highest}`;
};

const problemText = (
  year: Year,
  location: { readonly month: number; readonly rateType: FeeType | undefined },
  say: ReturnType<typeof useSay>,
): string => {
  const edit = year.months.find(({ month }) => month === location.month)?.edit ?? [];
  const n = problemsOfMonth(edit).filter((problem) => problem.rateType === location.rateType).length;
  const fee = itemOf(rateType, location.rateType)?.words;
  return say(monthWords.wrong, { ...monthArgs(say, location.month), fee: fee ? say(fee) : '', n });
};

/** The month and fee that are shown, in the address. */
const useMonthParam = (year: Year) => {
  const [params, setParams] = useSearchParams();
  const requestedMonth = Number(params.get('month'));
  const shownMonth = year.months.find(({ month }) => month === requestedMonth) ?? year.months.find(({ inUse }) => inUse) ?? year.months[0];
  const fee = Object.values(rateType.items).find(({ value }) => String(value) === params.get('fee'))?.value ?? rateType.items.electricity.value;
  const set = (name: string, value: number) =>
    setParams((before) => {
      const next = new URLSearchParams(before);
      next.set(name, String(value));
      return next;
    }, replacing);
  return {
    month: shownMonth ?? emptyMonth,
    fee,
    setMonth: (month: number) => set('month', month),
    setFee: (type: FeeType) => set('fee', type),
  };
};
/** Changing the month or fee replaces the history entry, so that Back leaves the rule in one step. */
const replacing = { replace: true };
const emptyMonth: MonthState = { month: 1, editable: false, inUse: false, saved: [], edit: [], dirty: false, undoable: false };

interface MonthEditorProps {
  readonly rule: Rule;
  readonly year: Year;
  readonly month: MonthState;
  readonly fee: FeeType;
  readonly setFee: (fee: FeeType) => void;
  readonly locked: boolean;
  readonly mayEdit: boolean;
  readonly checkNo: number;
}

const MonthEditor = ({ rule, year, month, fee: type, setFee, locked, mayEdit, checkNo }: MonthEditorProps) => {
  const say = useSay();
  const [brush, setBrush] = useState<Stage>();
  const [selected, setSelected] = useState<number>();
  const [pointedPeriod, setPointedPeriod] = useState<PeriodReference>();
  const fee = feeOf(month.edit, type);
  const { change: changeMonth } = year;
  const change = useCallback((update: Update<MonthEdit>, step?: string) => changeMonth(month.month, update, step), [changeMonth, month.month]);
  const showFee = (next: FeeType) => {
    setSelected(undefined);
    setPointedPeriod(undefined);
    setFee(next);
  };
  if (month.edit.length === 0) return <EmptyMonth year={year} month={month} locked={locked} onChange={change} />;
  return (
    <>
      <section className="co-card rm-day">
        <header className="rm-panel-head">
          <h2>{say(editorWords.day, monthArgs(say, month.month))}</h2>
          {locked ? <LockedReason rule={rule} month={month} mayEdit={mayEdit} /> : <Brushes brush={brush} onBrush={setBrush} />}
        </header>
        <DayBoard
          month={month.edit}
          currency={rule.currency}
          fee={type}
          onFee={showFee}
          locked={locked}
          brush={brush}
          selected={selected}
          onSelect={(index) => {
            setSelected(index);
            setPointedPeriod({ index });
          }}
          onChange={change}
          checked={checkNo > 0}
        />
      </section>
      {fee && (
        <FeePanel
          monthNo={month.month}
          fee={fee}
          currency={rule.currency}
          locked={locked}
          checkNo={checkNo}
          pointedPeriod={pointedPeriod}
          onSelect={setSelected}
          onChange={change}
        />
      )}
    </>
  );
};

/** Why a month cannot be changed, with the server's text. */
const LockedReason = ({ rule, month, mayEdit }: { readonly rule: Rule; readonly month: MonthState; readonly mayEdit: boolean }) => {
  const say = useSay();
  if (!mayEdit) return <span className="rm-why">{say(monthWords.readOnly)}</span>;
  if (rule.ruleState === entityState.disused)
    return <span className="rm-why">{say(rateRuleRefusals['rateRule.disused'], { name: rule.rateRuleName })}</span>;
  const reason = say(rateRuleRefusals[month.inUse ? 'rateRule.monthInUse' : 'rateRule.followedElsewhere'], {
    month: month.month,
    name: rule.rateRuleName,
  });
  return <span className="rm-why">{say(monthWords.toCopy, { why: reason })}</span>;
};
