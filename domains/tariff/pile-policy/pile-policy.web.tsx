import { Button, Form } from 'antd';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { pile, pileApi } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { rateRuleLabels } from '../rate-rule/rate-rule.labels.ts';
import { rateRuleApi } from '../rate-rule/rate-rule.ts';
import { pilePolicyApi, pilePolicyRefusals, policyWords } from './pile-policy.ts';

/** Number of pile names listed; the rest is only counted. */
const NAMES_SHOWN = 6;

/** Which rate rule piles of one station follow from now on. */
export const SetRateRule = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [rateRuleId, setRateRuleId] = useState<string | null>(null);
  const [isSubmitted, setSubmitted] = useState(false);
  const { data: piles } = useCall(pileApi.queryList, { ids: cpCodes.join(',') });
  const tenantId = String(piles?.[0]?.tenantId ?? '');
  const pickerScope = { tenantId, stationId: String(piles?.[0]?.stationId ?? '') };
  const rules = useCall(rateRuleApi.queryList, { ...pickerScope, pageNo: 1 }, { enabled: tenantId !== '' });
  const { send, sending } = useSend(pilePolicyApi.setRateRule, { changes: [pile], onDone: onClose });
  const inSeveralStations = new Set(piles?.map(({ stationId }) => stationId)).size > 1;
  const hasNoRule = rules.data?.length === 0;
  const save = () => {
    setSubmitted(true);
    if (rateRuleId !== null) void send({ cpCodes: cpCodes.join(','), rateRuleId });
  };
  return (
    <FormDialog
      width={480}
      title={say(policyWords.set)}
      okText={say(words.save)}
      disabled={inSeveralStations || hasNoRule || !piles}
      sending={sending}
      onClose={onClose}
      onFinish={save}
    >
      <p className="co-hint">{namesOf(piles ?? [], say)}</p>
      {inSeveralStations && <p role="alert">{say(pilePolicyRefusals['policy.sameStation'])}</p>}
      {!inSeveralStations && hasNoRule && (
        <p>
          {say(pilePolicyRefusals['policy.noneAvailable'])} <Button href="#/tariff/rate-rule">{say(policyWords.goToRules)}</Button>
        </p>
      )}
      {!inSeveralStations && !hasNoRule && (
        <Form.Item
          label={say(rateRuleLabels.noun)}
          required
          htmlFor="pile-rate-rule"
          {...(isSubmitted && rateRuleId === null && { validateStatus: 'error' as const, help: say(pilePolicyRefusals['policy.noneChosen']) })}
        >
          <RefSelect id="pile-rate-rule" to="rateRule" value={rateRuleId} onChange={setRateRuleId} scope={pickerScope} allowClear={false} takeOnly />
        </Form.Item>
      )}
    </FormDialog>
  );
};

const namesOf = (piles: readonly { readonly text: string }[], say: ReturnType<typeof useSay>): string => {
  const names = piles.slice(0, NAMES_SHOWN).map(({ text }) => text);
  return say(piles.length > NAMES_SHOWN ? policyWords.forMany : policyWords.forFew, { n: piles.length, names: names.join(', ') });
};
