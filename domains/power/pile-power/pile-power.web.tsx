import { Form } from 'antd';
import { useState } from 'react';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { BulkDialog } from '#kit/web/list/actions/bulk-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { pile, pileApi } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { powerControlLabels } from '../power-control/power-control.labels.ts';
import { pilePowerWords } from './pile-power.ts';

const FEATURE = 'pilePower';

/** Which power control piles follow from now on: first which one, then a preview and the result for each pile. */
export const SetPowerControl = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [powerControlId, setPowerControlId] = useState<string | null>(null);
  const [isChosen, setChosen] = useState(false);
  const { data: piles } = useCall(pileApi.queryList, { ids: cpCodes.join(',') });
  const label = say(powerControlId === null ? pilePowerWords.release : pilePowerWords.set);
  if (isChosen) {
    const request = { title: label, label, feature: FEATURE, verb: 'setPowerControl', ids: cpCodes, shared: { powerControlId }, danger: false };
    return <BulkDialog noun={pile} request={request} onClose={onClose} />;
  }
  return (
    <FormDialog
      width={480}
      title={say(pilePowerWords.set)}
      okText={say(pilePowerWords.next)}
      disabled={!piles}
      sending={false}
      onClose={onClose}
      onFinish={() => setChosen(true)}
    >
      <Form.Item label={say(powerControlLabels.noun)} htmlFor="pile-power-control" extra={say(pilePowerWords.none)}>
        <RefSelect
          id="pile-power-control"
          to="powerControl"
          value={powerControlId}
          onChange={setPowerControlId}
          scope={{ tenantId: String(piles?.[0]?.tenantId ?? '') }}
        />
      </Form.Item>
    </FormDialog>
  );
};
