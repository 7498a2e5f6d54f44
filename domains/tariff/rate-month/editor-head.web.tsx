import { Button, Dropdown } from 'antd';
import ArrowLeftOutlined from '@ant-design/icons/ArrowLeftOutlined';
import MoreOutlined from '@ant-design/icons/MoreOutlined';
import UndoOutlined from '@ant-design/icons/UndoOutlined';
import { useEffect, useEffectEvent } from 'react';
import { useSearchParams } from 'react-router';
import { entityState } from '#engines/entity/codes.ts';
import { itemOf } from '#kit/fields/codes.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { CodeTag } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { rateRule } from '../rate-rule/rate-rule.ts';
import { monthArgs, monthWords } from './rate-month.labels.ts';
import { rateMonthApi, rateMonths } from './rate-month.ts';
import type { MonthState, Year } from './use-year.web.ts';

interface EditorHeadProps {
  readonly rule: RowOf<typeof rateRule.fields>;
  readonly year: Year;
  readonly month: MonthState;
  readonly mayEdit: boolean;
  readonly onSave: () => void;
  readonly onCopy: () => void;
}

/** The name of the rule and the buttons for the shown month; it stays visible while the page scrolls. */
export const EditorHead = (props: EditorHeadProps) => {
  const { rule } = props;
  const say = useSay();
  const [, setParams] = useSearchParams();
  const pricedCount = props.year.months.filter(({ saved }) => saved.length > 0).length;
  return (
    <header className="co-card rm-head">
      <Button type="text" icon={<ArrowLeftOutlined />} aria-label={say(monthWords.back)} title={say(monthWords.back)} onClick={() => setParams({})} />
      <div className="rm-title">
        <h1>
          <span className="co-clip" title={rule.rateRuleName}>
            {rule.rateRuleName}
          </span>
          <CodeTag item={rateRule.fields.ruleState.codes && itemOf(rateRule.fields.ruleState.codes, rule.ruleState)} />
        </h1>
        <p className="co-hint">
          <span className="co-num">{rule.rateRuleNo}</span>
          <span>{say(monthWords.pricedOf, { n: pricedCount })}</span>
          <a href={`#/network/pile?rateRuleId=${rule.rateRuleId}`}>
            {say(monthWords.pileCount)} {rule.pileCount}
          </a>
        </p>
      </div>
      {props.mayEdit && rule.ruleState !== entityState.disused && <HeadButtons {...props} />}
    </header>
  );
};

const HeadButtons = ({ rule, year, month, onSave, onCopy }: EditorHeadProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(rateMonthApi.deleteMonth, { changes: [rateMonths, rateRule] });
  const n = year.changed.length;
  useUndoKey(() => year.undo(month.month));
  const clear = async () => {
    if (!(await confirm({ title: say(monthWords.askDelete, monthArgs(say, month.month)), okText: monthWords.deleteMonth, danger: true }))) return;
    year.discard(month.month);
    if (month.saved.length > 0) await send({ rateRuleId: rule.rateRuleId, month: month.month });
  };
  const items = [
    { key: 'discard', label: say(monthWords.discard), disabled: !month.dirty, onClick: () => year.discard(month.month) },
    {
      key: 'clear',
      label: say(monthWords.deleteMonth),
      danger: true,
      disabled: !month.editable || month.edit.length === 0,
      onClick: () => void clear(),
    },
  ];
  return (
    <div className="rm-head-buttons">
      <Button
        icon={<UndoOutlined />}
        disabled={!month.undoable}
        aria-label={say(monthWords.undo)}
        title={`${say(monthWords.undo)} (Ctrl+Z)`}
        onClick={() => year.undo(month.month)}
      />
      <Button disabled={month.edit.length === 0} onClick={onCopy}>
        {say(monthWords.copyMonth)}
      </Button>
      <Dropdown menu={{ items }} trigger={['click']} placement="bottomRight">
        <Button icon={<MoreOutlined />} aria-label={say(words.more)} />
      </Dropdown>
      <Button type="primary" disabled={n === 0} loading={year.saving} onClick={onSave}>
        {n > 1 ? say(monthWords.saveMany, { n }) : say(monthWords.save)}
      </Button>
    </div>
  );
};

/** Ctrl+Z undoes a step of the month, except while the focus is in a text input with its own undo. */
const useUndoKey = (undo: () => void): void => {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const typing = event.target instanceof HTMLInputElement || event.target instanceof HTMLTextAreaElement;
    if (event.key !== 'z' || !(event.ctrlKey || event.metaKey) || event.shiftKey || typing) return;
    event.preventDefault();
    undo();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
