import { Form, Input, InputNumber } from 'antd';
import { useState } from 'react';
import { customer } from '#domains/customer/resources.ts';
import { refresh } from '#kit/web/calls/query.tsx';
import { lazyComponent } from '#kit/web/code-loading/lazy-component.tsx';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useFieldRule } from '#kit/web/form/field-rule.ts';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { RefsSelect } from '#kit/web/kinds/refs-select.tsx';
import { useSay } from '#kit/web/language.ts';
import type { BulkRequest } from '#kit/web/list/actions/bulk-action.ts';
import { userAgentPointsInputLabels, userAgentPointsWords } from './user-agent-points.labels.ts';
import { userAgentPoints, userAgentPointsApi } from './user-agent-points.ts';

const BulkDialog = lazyComponent(() => import('#kit/web/list/actions/bulk-dialog.tsx').then((dialog) => dialog.BulkDialog));

interface PointsDialogProps {
  /** Accounts to take points from; without them points are given to customers. */
  readonly taken?: readonly string[];
  readonly onClose: (selected?: readonly string[]) => void;
}

interface Values {
  readonly custIds?: readonly string[];
  readonly pointProgramId?: string;
  readonly points: number;
  readonly reason: string;
}

const WIDTH = 520;
const { input } = userAgentPointsApi.give;
const labels = userAgentPointsInputLabels;
const words = userAgentPointsWords;

/** Gives points to customers, or takes them from accounts. The preview says for whom it cannot be done, and why. */
export const PointsDialog = ({ taken, onClose }: PointsDialogProps) => {
  const say = useSay();
  const rule = useFieldRule();
  const [form] = Form.useForm<Values>();
  const [request, setRequest] = useState<BulkRequest>();
  const title = taken ? say(words.takeTitle, { n: taken.length }) : say(words.give);
  const close = (done: readonly string[] | undefined): void => {
    if (!done) return setRequest(undefined);
    void refresh(userAgentPoints);
    onClose(done);
  };
  if (request) return <BulkDialog noun={taken ? userAgentPoints : customer} request={request} onClose={close} />;
  const preview = ({ custIds = [], pointProgramId, points, reason }: Values): void =>
    setRequest({
      ids: taken ?? custIds,
      feature: userAgentPoints.name,
      verb: taken ? 'take' : 'give',
      shared: { points, reason: reason.trim(), ...(!taken && { pointProgramId }) },
      title,
      label: say(taken ? words.take : words.give),
      danger: taken !== undefined,
    });
  return (
    <Dialog name="points" title={title} width={WIDTH} okClose={false} onOk={() => form.submit()} onClose={() => onClose()}>
      <Form form={form} layout="vertical" onFinish={preview} initialValues={{ custIds: [], points: 100 }}>
        {!taken && (
          <>
            <Form.Item
              name="pointProgramId"
              label={say(labels.pointProgramId)}
              required
              rules={[rule(input.pointProgramId, say(labels.pointProgramId))]}
            >
              <RefSelect to="pointProgram" takeOnly />
            </Form.Item>
            <Form.Item
              name="custIds"
              label={say(labels.custId)}
              required
              rules={[{ required: true, type: 'array', min: 1, message: say(words.chooseCustomers) }]}
            >
              <RefsSelect to="customer" value={[]} onChange={() => undefined} />
            </Form.Item>
          </>
        )}
        <Form.Item name="points" label={say(labels.points)} required rules={[rule(input.points, say(labels.points))]}>
          <InputNumber min={1} precision={0} style={{ width: '100%' }} />
        </Form.Item>
        <Form.Item name="reason" label={say(labels.reason)} required extra={say(words.limit)} rules={[rule(input.reason, say(labels.reason))]}>
          <Input maxLength={200} autoComplete="off" />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
