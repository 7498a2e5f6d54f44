import { Form } from 'antd';
import { useState } from 'react';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { Dialog } from '#kit/web/dialogs/dialog.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { RefSelect } from '#kit/web/kinds/ref-select.tsx';
import { useSay } from '#kit/web/language.ts';
import { fillTemplate, sampleValues } from './template.rules.ts';
import { warningConfLabels, warningConfWords } from './warning-conf.labels.ts';
import { warningConfApi } from './warning-conf.ts';
import type { warningConf } from './warning-conf.ts';

interface SampleDialogProps {
  readonly conf: RowOf<typeof warningConf.fields>;
  readonly onClose: () => void;
}

const WIDTH = 520;

/** Sends a text with example values to an account of one's choice. */
export const SampleDialog = ({ conf, onClose }: SampleDialogProps) => {
  const say = useSay();
  const [warningAccountId, setAccount] = useState<string | null>(null);
  const { send, sending } = useSend(warningConfApi.sendSample, { doneText: warningConfWords.sampleSent, onDone: onClose });
  const { warningMsgTempl, warningLang } = conf;
  return (
    <Dialog
      name="sendSample"
      title={say(warningConfLabels.actions?.['sendSample'] ?? warningConfWords.preview)}
      width={WIDTH}
      sending={sending}
      okClose={false}
      onOk={() => (warningAccountId === null ? undefined : send({ warningMsgTempl, warningLang, warningAccountId }))}
      onClose={onClose}
    >
      <p className="al-preview">{fillTemplate(warningMsgTempl, sampleValues(warningLang))}</p>
      <Form layout="vertical">
        <Form.Item label={say(warningConfWords.sampleTo)} htmlFor="sample-account" required>
          <RefSelect id="sample-account" to="warningAccount" value={warningAccountId} onChange={setAccount} />
        </Form.Item>
      </Form>
    </Dialog>
  );
};
