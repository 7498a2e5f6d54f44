import { Alert } from 'antd';
import { useState } from 'react';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { PromptDialog } from '#kit/web/form/prompt-dialog.tsx';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useSay } from '#kit/web/language.ts';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { invoiceWords } from '../invoice.labels.ts';
import { invoice, invoiceApi } from '../invoice.ts';

interface RedDecisionProps {
  readonly row: RowOf<typeof invoice.fields>;
  readonly needsSecond: boolean;
}

/** What somebody has asked for, and the two answers. */
export const RedDecision = ({ row, needsSecond }: RedDecisionProps) => {
  const say = useSay();
  const { confirm } = useFeedback();
  const [rejecting, setRejecting] = useState(false);
  const { send: proceed } = useSend(invoiceApi.redProceed, { changes, doneText: invoiceWords.redProceeds });
  const { send: reject, sending } = useSend(invoiceApi.redReject, {
    changes,
    doneText: invoiceWords.redRejected,
    onDone: () => setRejecting(false),
  });
  const { invoiceId, invoiceNo } = row;
  const ask = async (): Promise<void> => {
    const title = say(invoiceWords.redTitle, { no: invoiceNo ?? '' });
    if (await confirm({ title, body: invoiceWords.redHint, okText: invoiceWords.redProceed, danger: true })) await proceed({ invoiceId });
  };
  return (
    <>
      <Alert
        type="warning"
        showIcon
        title={say(invoiceWords.askedByOf, { name: row.redAskedBy ?? '', reason: row.redRemark ?? '' })}
        description={needsSecond ? say(invoiceWords.needsSecond) : undefined}
        action={
          <div className="iv-buttons">
            <ActButton danger disabled={needsSecond} allow={invoiceApi.redProceed.allow} onClick={() => void ask()}>
              {say(invoiceWords.redProceed)}
            </ActButton>
            <ActButton allow={invoiceApi.redReject.allow} onClick={() => setRejecting(true)}>
              {say(invoiceWords.redReject)}
            </ActButton>
          </div>
        }
      />
      {rejecting && (
        <PromptDialog
          name="invoice-red-reject"
          title={say(invoiceWords.redReject)}
          label={say(invoiceWords.rejectReason)}
          field={invoiceApi.redReject.input.redDashFailReason}
          sending={sending}
          onDone={(redDashFailReason) => void reject({ invoiceId, redDashFailReason })}
          onClose={() => setRejecting(false)}
        />
      )}
    </>
  );
};

const changes = [invoice];
