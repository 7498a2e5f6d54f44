import { Skeleton } from 'antd';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import type { SetURLSearchParams } from 'react-router';
import { entityState } from '#engines/entity/codes.ts';
import { say as sayIn } from '#kit/fields/words.ts';
import type { Args, Words } from '#kit/fields/words.ts';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { rateMonthApi } from '../rate-month/rate-month.ts';
import { CopyRuleDialog } from './copy-rule-dialog.web.tsx';
import { rateRuleLabels, rateRuleRefusals, ruleWords } from './rate-rule.labels.ts';
import { rateRule, rateRuleApi } from './rate-rule.ts';
import { ruleOperation } from '../tariff.codes.ts';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { valuesOf } from '#kit/fields/codes.ts';
import './rate-rule.css';

type Rule = RowOf<typeof rateRule.fields>;
type OpCode = 1 | 2 | 3;

const Editor = lazyComponent(
  () => import('../rate-month/rate-month.web.tsx').then((page) => page.RateMonthEditor),
  <Skeleton active className="co-card co-page-wait" paragraph={{ rows: 10 }} />,
);

/** The list of rate rules; opening one shows the prices of its year in place of the list. */
export const RateRuleList = () => {
  const [params] = useSearchParams();
  const rateRuleId = params.get('rule');
  return rateRuleId === null ? <Rules /> : <Editor key={rateRuleId} rateRuleId={rateRuleId} />;
};

const Rules = () => {
  const [, setParams] = useSearchParams();
  const [copied, setCopied] = useState<Rule>();
  const changeState = useChangeState();
  const open = useMemo(() => opener(setParams), [setParams]);
  const actions = useMemo(() => rowActions({ open, copy: setCopied, changeState }), [open, changeState]);
  return (
    <>
      <ListPage
        of={rateRule}
        api={rateRuleApi}
        labels={rateRuleLabels}
        columns={columns}
        filters={filters}
        form={form}
        render={draw}
        rowActions={actions}
        onOpen={open}
      />
      {copied && <CopyRuleDialog rule={copied} onClose={() => setCopied(undefined)} onCopied={open} />}
    </>
  );
};

const columns = [
  'rateRuleName',
  'ruleState',
  'monthCount',
  'pileCount',
  'rateRuleNo',
  'currency',
  'tenantId',
  'startTime',
  'endTime',
  'createTime',
] as const;
const filters = ['rateRuleName', 'ruleState', 'rateRuleNo', 'tenantId', 'createTime'] as const;
const form = ['tenantId', 'rateRuleName', 'startTime', 'endTime', 'remark'] as const;

const draw = {
  monthCount: (months: number) => <Months priced={months} />,
  pileCount: (piles: number, { rateRuleId }: Rule) => (piles === 0 ? 0 : <a href={`#/network/pile?rateRuleId=${rateRuleId}`}>{piles}</a>),
};

/** The number of months with prices. */
const Months = ({ priced }: { readonly priced: number }) => (
  <span className={priced === 12 ? 'rr-months rr-months-whole' : 'rr-months'}>
    <i style={{ width: `${(priced / 12) * 100}%` }} />
    <b className="co-num">{priced}/12</b>
  </span>
);

/** The address of a rule's year, without the filters of the list. */
const opener =
  (setParams: SetURLSearchParams) =>
  ({ rateRuleId }: { readonly rateRuleId: string }): void =>
    setParams({ rule: rateRuleId });

const useChangeState = () => {
  const say = useSay();
  const { confirm } = useFeedback();
  const { send } = useSend(rateRuleApi.changeRuleState, { changes: [rateRule] });
  return useMemo(
    () => async (rule: Rule, opCode: OpCode) => {
      const title = say(questions[opCode], { name: rule.rateRuleName });
      if (await confirm({ title, danger: opCode === operation.disuse })) await send({ rateRuleId: rule.rateRuleId, opCode });
    },
    [say, confirm, send],
  );
};
const operation = valuesOf(ruleOperation);
const questions = {
  [operation.enable]: ruleWords.askEnable,
  [operation.disable]: ruleWords.askDisable,
  [operation.disuse]: ruleWords.askDisuse,
} as const;

interface RuleActions {
  readonly open: (rule: Rule) => void;
  readonly copy: (rule: Rule) => void;
  readonly changeState: (rule: Rule, opCode: OpCode) => Promise<void>;
}

const rowActions = ({ open, copy, changeState }: RuleActions) => {
  const allow = rateRuleApi.changeRuleState.allow;
  const state = (key: 'enable' | 'disable' | 'disuse', opCode: OpCode, when: (rule: Rule) => boolean | Words) => ({
    key,
    label: ruleWords[key],
    allow,
    danger: opCode === operation.disuse,
    when,
    run: (rule: Rule) => changeState(rule, opCode),
  });
  return [
    { key: 'months', label: rateRuleLabels.actions?.['months'] ?? ruleWords.enable, allow: rateMonthApi.selectMonthsByRuleId.allow, run: open },
    'edit' as const,
    { key: 'copyRule', label: rateRuleLabels.actions?.['copyRule'] ?? ruleWords.enable, allow: rateRuleApi.copyRule.allow, run: copy },
    state('enable', operation.enable, (rule) => rule.ruleState === entityState.disabled && (rule.monthCount === 12 || ruleWords.notWhole)),
    state('disable', operation.disable, (rule) => rule.ruleState === entityState.enabled && unlessInUse(rule)),
    state('disuse', operation.disuse, (rule) => rule.ruleState !== entityState.disused && unlessInUse(rule)),
    'delete' as const,
  ];
};

/** A rule that piles follow cannot be changed. */
const unlessInUse = ({ pileCount, rateRuleName }: Rule): true | Words =>
  pileCount === 0 || fillWords(rateRuleRefusals['rateRule.inUse'], { name: rateRuleName, count: pileCount });

const fillWords = (words: Words, args: Args): Words => [sayIn(words, 'zh_CN', args), sayIn(words, 'zh_TW', args), sayIn(words, 'en_US', args)];
