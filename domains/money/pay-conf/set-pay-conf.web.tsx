import { Form, Select } from 'antd';
import { useState } from 'react';
import { pile, pileApi } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { BulkDialog } from '#kit/web/list/actions/bulk-dialog.tsx';
import { payType } from './pay-conf.codes.ts';
import { payConfLabels, payConfWords } from './pay-conf.labels.ts';
import type { PayType } from './pay-conf.rules.ts';

/** With which account piles are paid from now on: first the provider and the configuration, then a preview and the result for each pile. */
export const SetPayConf = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const [type, setType] = useState<PayType>(payType.items.weChat.value);
  const [payConfId, setPayConfId] = useState<string | null>(null);
  const [isChosen, setChosen] = useState(false);
  const { data: piles } = useCall(pileApi.queryList, { ids: cpCodes.join(',') });
  const label = say(payConfId === null ? payConfWords.releasePiles : payConfWords.setPayConf);
  if (isChosen) {
    const request = {
      title: label,
      label,
      feature: 'payConf',
      verb: 'setPayConf',
      ids: cpCodes,
      shared: { payType: type, payConfId },
      danger: false,
    };
    return <BulkDialog noun={pile} request={request} onClose={onClose} />;
  }
  return (
    <FormDialog
      width={480}
      title={say(payConfWords.setPayConf)}
      okText={say(payConfWords.next)}
      disabled={!piles}
      sending={false}
      onClose={onClose}
      onFinish={() => setChosen(true)}
    >
      <Form.Item label={say(payConfLabels.fields.payType)} htmlFor="pile-pay-type">
        <Select
          id="pile-pay-type"
          value={type}
          onChange={(next) => {
            setType(next);
            setPayConfId(null);
          }}
          options={Object.values(payType.items).map(({ value, words }) => ({ value, label: say(words) }))}
        />
      </Form.Item>
      <Form.Item label={say(payConfLabels.noun)} htmlFor="pile-pay-conf" extra={say(payConfWords.release)}>
        <RefSelect
          id="pile-pay-conf"
          to="payConf"
          value={payConfId}
          onChange={setPayConfId}
          scope={{ tenantId: String(piles?.[0]?.tenantId ?? '') }}
        />
      </Form.Item>
    </FormDialog>
  );
};
