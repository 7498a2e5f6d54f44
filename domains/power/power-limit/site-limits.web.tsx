import { Form, Input } from 'antd';
import PlusOutlined from '@ant-design/icons/PlusOutlined';
import { useState } from 'react';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { FieldInput } from '#kit/web/kinds/input.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useCall } from '#kit/web/calls/query.tsx';
import { powerControlApi } from '../power-control/power-control.ts';
import { powerLimitLabels, powerLimitWords } from './power-limit.labels.ts';
import { powerLimit, powerLimitApi } from './power-limit.ts';
import { useLimitActions } from './power-limit.web.tsx';

interface SiteLimitsProps {
  readonly powerControlId: string;
  readonly stationId: string;
}

/** The limits that one site has or had for a time, and the button for another one. */
export const SiteLimits = ({ powerControlId, stationId }: SiteLimitsProps) => {
  const say = useSay();
  const actions = useLimitActions();
  const [isSetting, setSetting] = useState(false);
  return (
    <>
      <ListPage
        of={powerLimit}
        api={powerLimitApi}
        labels={powerLimitLabels}
        columns={columns}
        filters={[]}
        fixedFilters={{ powerControlId, stationId }}
        stateIn="local"
        rowActions={[...actions, 'detail']}
        toolbar={
          <ActButton type="primary" icon={<PlusOutlined />} allow={powerLimitApi.set.allow} onClick={() => setSetting(true)}>
            {say(powerLimitWords.set)}
          </ActButton>
        }
      />
      {isSetting && <SetLimit powerControlId={powerControlId} stationId={stationId} onClose={() => setSetting(false)} />}
    </>
  );
};

const columns = [
  'limitState',
  'limitPower',
  'endTime',
  'obeyedTime',
  'limitSource',
  'reason',
  'beginTime',
  'appliedTime',
  'brokenTime',
  'createBy',
] as const;

interface LimitValues {
  readonly limitPower: string;
  readonly endTime: string;
  readonly reason: string;
}

const SetLimit = ({ powerControlId, stationId, onClose }: SiteLimitsProps & { readonly onClose: () => void }) => {
  const say = useSay();
  const rule = useFieldRule();
  const { send, sending } = useSend(powerLimitApi.set, { changes: [powerLimit], onDone: onClose });
  const cap = useCall(powerControlApi.queryById, { id: powerControlId }).data?.maxControlPower ?? null;
  const { limitPower, endTime, reason } = powerLimitApi.set.input;
  const { fields } = powerLimitLabels;
  return (
    <FormDialog<LimitValues>
      title={say(powerLimitWords.set)}
      sending={sending}
      onClose={onClose}
      onFinish={(values) => void send({ powerControlId, stationId, ...values })}
    >
      <p className="co-hint">{say(powerLimitWords.hint)}</p>
      <Form.Item
        name="limitPower"
        label={say(fields.limitPower)}
        required
        rules={[rule(limitPower, say(fields.limitPower))]}
        {...(cap !== null && { extra: say(powerLimitWords.cap, { power: cap }) })}
      >
        <FieldInput field={limitPower} />
      </Form.Item>
      <Form.Item name="endTime" label={say(fields.endTime)} required rules={[rule(endTime, say(fields.endTime))]}>
        <FieldInput field={endTime} />
      </Form.Item>
      <Form.Item name="reason" label={say(fields.reason)} required rules={[rule(reason, say(fields.reason))]}>
        <Input.TextArea maxLength={reason.max} autoSize={{ minRows: 2, maxRows: 6 }} showCount />
      </Form.Item>
    </FormDialog>
  );
};
