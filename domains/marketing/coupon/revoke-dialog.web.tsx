import { Checkbox, Form, Input } from 'antd';
import { useState } from 'react';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { couponReceive } from '../coupon-receive/coupon-receive.ts';
import { couponInputLabels, couponRefusals, couponWords } from './coupon.labels.ts';
import { coupon, couponApi } from './coupon.ts';

interface RevokeProps {
  readonly couponId: string;
  readonly couponName: string;
  readonly onClose: () => void;
}

const REASON_MIN = 2;

/** Ends receiving of a coupon, and where it is wished takes back what people hold. */
export const RevokeDialog = ({ couponId, couponName, onClose }: RevokeProps) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const may = usePermission();
  const [reason, setReason] = useState('');
  const [takesBack, setTakesBack] = useState(false);
  const [isTried, setIsTried] = useState(false);
  const { send, sending } = useSend(couponApi.revoke, {
    changes: [coupon, couponReceive],
    doneText: false,
    onDone: ({ held, reserved, voided }) => {
      showSuccess(say(couponWords.revoked, { held, reserved, voided }));
      onClose();
    },
  });
  const isMissing = reason.trim().length < REASON_MIN;
  const revoke = async (): Promise<void> => {
    setIsTried(true);
    if (!isMissing) await send({ id: couponId, reason: reason.trim(), voidHeld: takesBack ? 1 : 0 });
  };
  return (
    <Dialog
      name="coupon-revoke"
      title={say(couponWords.revokeTitle, { name: couponName })}
      width={480}
      okClose={false}
      okText={say(couponWords.revoke)}
      sending={sending}
      onOk={revoke}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={say(couponInputLabels.reason)}
          required
          extra={say(couponWords.revokeHint)}
          {...(isTried && isMissing && { validateStatus: 'error' as const, help: say(couponRefusals['coupon.reasonMissing']) })}
        >
          <Input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
        <Checkbox checked={takesBack} disabled={!may('coupon:void').ok} onChange={({ target }) => setTakesBack(target.checked)}>
          {say(couponInputLabels.voidHeld)}
        </Checkbox>
      </Form>
    </Dialog>
  );
};
