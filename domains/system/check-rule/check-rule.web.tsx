import { Alert, Input, Modal } from 'antd';
import type { InputRef } from 'antd';
import { useMemo, useRef, useState } from 'react';
import { call, CallError } from '#kit/web/calls/client.ts';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { asRecord } from '#kit/web/calls/transport.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { words } from '#kit/web/words.ts';
import { RuleCodeInput } from './rule-code-input.web.tsx';
import { SegmentsInput } from './segments-input.web.tsx';
import { checkRuleInputLabels, checkRuleLabels, checkRuleWords } from './check-rule.labels.ts';
import { checkRule, checkRuleApi, checkRuleBounds } from './check-rule.ts';
import './check-rule.css';

type RuleRow = RowOf<(typeof checkRule)['fields']>;

/** The validation rules, and an input to test one. */
export const CheckRuleList = () => {
  const [trialRule, setTrialRule] = useState<RuleRow>();
  const actions = useMemo(() => [{ key: 'try', label: checkRuleWords.try, run: setTrialRule }, 'edit' as const, 'delete' as const], []);
  return (
    <>
      <ListPage
        of={checkRule}
        api={checkRuleApi}
        labels={checkRuleLabels}
        columns={columns}
        filters={filters}
        form={form}
        inputs={inputs}
        rowActions={actions}
      />
      {trialRule && <TryRule key={trialRule.id} rule={trialRule} onClose={() => setTrialRule(undefined)} />}
    </>
  );
};

const columns = ['ruleName', 'ruleCode', 'ruleJson', 'ruleDescription', 'tenantId', 'createTime'] as const;
const filters = ['ruleName', 'ruleCode', 'tenantId'] as const;
const inputs = { ruleJson: SegmentsInput, ruleCode: RuleCodeInput };
const form = ['ruleName', 'ruleCode', 'ruleJson', 'ruleDescription'] as const;

type Outcome = { readonly ok: true } | { readonly ok: false; readonly text: string; readonly where: string };

const TryRule = ({ rule, onClose }: { readonly rule: RuleRow; readonly onClose: () => void }) => {
  const say = useSay();
  const [value, setValue] = useState('');
  const [outcome, setOutcome] = useState<Outcome>();
  const input = useRef<InputRef>(null);
  const run = async () => {
    try {
      await call(checkRuleApi.checkByCode, { ruleCode: rule.ruleCode, value, tenantId: rule.tenantId });
      setOutcome({ ok: true });
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      const { begin, end } = asRecord(problem.detail);
      const position = typeof begin === 'number' && typeof end === 'number' ? say(checkRuleWords.where, { begin: begin + 1, end }) : '';
      setOutcome({ ok: false, text: problem.message, where: position });
    }
  };
  return (
    <Modal
      open
      width={480}
      title={`${say(checkRuleWords.try)} · ${rule.ruleName}`}
      onCancel={onClose}
      footer={null}
      afterOpenChange={(open) => open && input.current?.focus()}
    >
      <Input.Search
        ref={input}
        value={value}
        maxLength={checkRuleBounds.valueLetters}
        aria-label={say(checkRuleInputLabels.value)}
        enterButton={say(words.ok)}
        onChange={(event) => setValue(event.target.value)}
        onSearch={() => void run()}
      />
      <output className="ck-outcome">
        {outcome?.ok === true && <Alert type="success" showIcon title={say(checkRuleWords.passed)} />}
        {outcome?.ok === false && <Alert type="error" showIcon title={outcome.text} description={outcome.where} />}
      </output>
    </Modal>
  );
};
