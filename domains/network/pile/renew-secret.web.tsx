import { Button, Input, Modal } from 'antd';
import CopyOutlined from '@ant-design/icons/CopyOutlined';
import { useState } from 'react';
import { useFeedback, useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { words } from '#kit/web/words.ts';
import { copyText } from '#kit/web/copy-text.ts';
import { pileWords } from './pile.labels.ts';
import type { PileRow } from './pile-parts.web.ts';
import { pile, pileApi } from './pile.ts';

interface RenewSecretProps {
  readonly pile: Pick<PileRow, 'cpCode' | 'cpName'>;
  readonly onClose: () => void;
}

/** Generates a new secret for a pile after a confirmation, and shows it once. */
export const RenewSecret = ({ pile: { cpCode, cpName }, onClose }: RenewSecretProps) => {
  const say = useSay();
  const [secret, setSecret] = useState<string>();
  const { send, sending } = useSend(pileApi.renewSecret, {
    changes: [pile],
    doneText: false,
    onDone: ({ encryptionSecret }) => setSecret(encryptionSecret),
  });
  return (
    <Modal
      open
      width={480}
      title={say(pileWords.secretOf, { name: cpName, code: cpCode })}
      mask={{ closable: secret === undefined }}
      keyboard={secret === undefined}
      onCancel={onClose}
      footer={
        secret === undefined ? (
          <>
            <Button onClick={onClose}>{say(words.cancel)}</Button>
            <Button type="primary" danger loading={sending} onClick={() => void send({ cpCode })}>
              {say(pileWords.renewSecret)}
            </Button>
          </>
        ) : (
          <Button type="primary" onClick={onClose}>
            {say(pileWords.secretKept)}
          </Button>
        )
      }
    >
      {secret === undefined ? <p>{say(pileWords.renewHint)}</p> : <ShownSecret secret={secret} />}
    </Modal>
  );
};

const ShownSecret = ({ secret }: { readonly secret: string }) => {
  const say = useSay();
  const { showSuccess } = useFeedback();
  const copy = async () => {
    if (await copyText(secret)) showSuccess(words.copied);
  };
  return (
    <>
      <p className="nw-once">{say(pileWords.secretOnce)}</p>
      <Input.Search
        readOnly
        value={secret}
        className="nw-secret"
        aria-label={say(pileWords.newSecret)}
        enterButton={
          <span>
            <CopyOutlined /> {say(words.copy)}
          </span>
        }
        onSearch={() => void copy()}
        onFocus={(event) => event.target.select()}
      />
    </>
  );
};
