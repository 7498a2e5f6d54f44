import { Checkbox, Form, Input } from 'antd';
import { useEffect, useState } from 'react';
import { call } from '#kit/web/calls/client.ts';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { MoneyCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import {
  privilegeCardHoldInputLabels as inputLabels,
  privilegeCardHoldRefusals,
  privilegeCardHoldWords as words,
} from './privilege-card-hold.labels.ts';
import { privilegeCardHold, privilegeCardHoldApi } from './privilege-card-hold.ts';

interface EndProps {
  readonly holdId: string;
  /** Nothing goes back for a card that was given. */
  readonly isSold: boolean;
  readonly name: string;
  readonly onClose: () => void;
}

const REASON_MIN = 2;

/** Ends a held card; says first what goes back. */
export const EndDialog = ({ holdId, isSold, name, onClose }: EndProps) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const [reason, setReason] = useState('');
  const [refunds, setRefunds] = useState(true);
  const [isTried, setIsTried] = useState(false);
  const [quote, setQuote] = useState<{ readonly refundAmount: string; readonly currency: string }>();
  useEffect(() => {
    if (isSold) void call(privilegeCardHoldApi.refundQuote, { privilegeCardHoldId: holdId }).then(setQuote);
  }, [holdId, isSold]);
  const { send, sending } = useSend(privilegeCardHoldApi.end, {
    changes: [privilegeCardHold],
    doneText: false,
    onDone: (text) => {
      showSuccess(text);
      onClose();
    },
  });
  const isMissing = reason.trim().length < REASON_MIN;
  const end = async (): Promise<void> => {
    setIsTried(true);
    if (!isMissing) await send({ privilegeCardHoldId: holdId, reason: reason.trim(), refund: isSold && refunds ? 1 : 0 });
  };
  return (
    <Dialog
      name="privilege-card-end-one"
      title={say(words.endTitleOne, { name })}
      width={480}
      okClose={false}
      okText={say(words.end)}
      sending={sending}
      onOk={end}
      onClose={onClose}
    >
      <Form layout="vertical">
        <Form.Item
          label={say(inputLabels.reason)}
          required
          {...(isTried && isMissing && { validateStatus: 'error' as const, help: say(privilegeCardHoldRefusals['privilegeCardHold.reasonMissing']) })}
        >
          <Input value={reason} maxLength={200} onChange={({ target }) => setReason(target.value)} />
        </Form.Item>
        {isSold && (
          <>
            <Checkbox checked={refunds} onChange={({ target }) => setRefunds(target.checked)}>
              {say(inputLabels.refund)} {quote && <MoneyCell value={quote.refundAmount} currency={quote.currency} />}
            </Checkbox>
            <p className="co-hint">{say(words.endHint)}</p>
          </>
        )}
      </Form>
    </Dialog>
  );
};
