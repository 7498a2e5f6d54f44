import { Button, Form, Input, Modal, Popconfirm, QRCode, Skeleton } from 'antd';
import PrinterOutlined from '@ant-design/icons/PrinterOutlined';
import { useState } from 'react';
import { pile } from '#domains/network/resources.ts';
import type { PileDialogProps } from '#domains/network/web.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { useSend } from '#kit/web/dialogs/feedback.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { words } from '#kit/web/words.ts';
import { deviceCommand } from '../command/command.ts';
import { addressOf, checkAddress, driverPageOf, sharedTemplate } from './pay-qr.rules.ts';
import { payQrApi, payQrRefusals, payQrWords } from './pay-qr.ts';
import type { PayQrPile } from './pay-qr.ts';
import '../device.css';

/** The payment codes of one or more piles, to be viewed, printed and changed. */
export const PayQr = ({ cpCodes, onClose }: PileDialogProps) => {
  const say = useSay();
  const { data, error, refetch } = useCall(payQrApi.payQrCodes, { cpCodes: cpCodes.join(',') });
  return (
    <Modal open width={720} title={say(payQrWords.action)} footer={null} onCancel={onClose} destroyOnHidden>
      {error && !data && <LoadError because={error.message} retry={refetch} />}
      {!data && !error && <Skeleton active />}
      {data && <Codes piles={data} onClose={onClose} />}
    </Modal>
  );
};

/** Piles without an address are offered the page of drivers that this system serves itself. */
const firstTemplate = (piles: readonly PayQrPile[]): string => {
  const shared = sharedTemplate(piles);
  return shared === '' ? driverPageOf(window.location.origin) : (shared ?? '');
};

const Codes = ({ piles, onClose }: { readonly piles: readonly PayQrPile[]; readonly onClose: () => void }) => {
  const say = useSay();
  const may = usePermission()(payQrApi.setPayQrCode.allow);
  const [template, setTemplate] = useState(() => firstTemplate(piles));
  const [problem, setProblem] = useState<string>();
  const { send, sending } = useSend(payQrApi.setPayQrCode, {
    changes: [pile, deviceCommand],
    onDone: onClose,
    onRefused: ({ message }) => setProblem(message),
  });
  const isValid = checkAddress(template.trim()).ok;
  const isChanged = template.trim() !== (sharedTemplate(piles) ?? '');
  const save = () => {
    const verdict = checkAddress(template.trim());
    if (!verdict.ok) return setProblem(say(payQrRefusals[verdict.refusal]));
    return void send({ cpCodes: piles.map(({ cpCode }) => cpCode).join(','), payQrCode: verdict.next });
  };
  const visibleCodes = piles.flatMap((row) => {
    const address = isChanged && isValid ? template.trim() : row.payQrCode;
    return address === null || address === '' ? [] : codesOf(row, address);
  });
  return (
    <Form layout="vertical" onFinish={save} disabled={!may.ok}>
      <Form.Item
        className="dv-noprint"
        label={say(payQrWords.address)}
        htmlFor="pay-qr-address"
        extra={say(payQrWords.hint)}
        {...(problem !== undefined && { validateStatus: 'error' as const, help: problem })}
      >
        <Input
          id="pay-qr-address"
          value={template}
          maxLength={payQrApi.setPayQrCode.input.payQrCode.max}
          inputMode="url"
          autoComplete="off"
          placeholder={sharedTemplate(piles) === undefined ? say(payQrWords.several) : 'https://'}
          onChange={(event) => {
            setProblem(undefined);
            setTemplate(event.target.value);
          }}
        />
      </Form.Item>
      {template.trim() !== driverPageOf(window.location.origin) && (
        <p className="dv-noprint">
          <Button size="small" onClick={() => setTemplate(driverPageOf(window.location.origin))}>
            {say(payQrWords.ownPage)}
          </Button>
        </p>
      )}
      {visibleCodes.length === 0 ? <p className="co-hint">{say(payQrWords.none)}</p> : <CodeGrid codes={visibleCodes} />}
      <footer className="dv-noprint dv-dialog-footer">
        <Button disabled={visibleCodes.length === 0} icon={<PrinterOutlined />} onClick={() => window.print()}>
          {say(payQrWords.print)}
        </Button>
        <RenewLabels cpCodes={piles.map(({ cpCode }) => cpCode).join(',')} isAllowed={may.ok} onDone={onClose} />
        <span className="dv-space" />
        <Button disabled={false} onClick={onClose}>
          {say(words.close)}
        </Button>
        <Button type="primary" htmlType="submit" loading={sending} disabled={!may.ok || template.trim() === ''}>
          {say(payQrWords.save)}
        </Button>
      </footer>
    </Form>
  );
};

interface RenewLabelsProps {
  readonly cpCodes: string;
  readonly isAllowed: boolean;
  readonly onDone: () => void;
}

const RenewLabels = ({ cpCodes, isAllowed, onDone }: RenewLabelsProps) => {
  const say = useSay();
  const { send, sending } = useSend(payQrApi.renewLabels, { changes: [pile, deviceCommand], onDone });
  return (
    <Popconfirm
      title={say(payQrWords.renew)}
      description={<div style={{ maxWidth: 320 }}>{say(payQrWords.renewHint)}</div>}
      okText={say(payQrWords.renew)}
      cancelText={say(words.cancel)}
      okButtonProps={{ danger: true, disabled: !isAllowed }}
      onConfirm={() => void send({ cpCodes })}
    >
      <Button disabled={!isAllowed} loading={sending}>
        {say(payQrWords.renew)}
      </Button>
    </Popconfirm>
  );
};

interface Code {
  readonly key: string;
  readonly name: string;
  /** Undefined when all guns of the pile share the code. */
  readonly gunNumber: number | undefined;
  readonly address: string;
}

/** One code for each gun where the address contains the gun's number, otherwise one for each pile. */
const codesOf = ({ cpCode, ref, check, cpName, gunCount }: PayQrPile, address: string): readonly Code[] => {
  if (!address.includes('{gunNumber}'))
    return [{ key: cpCode, name: cpName, gunNumber: undefined, address: addressOf(address, { cpCode, ref, check, gunNumber: 1 }) }];
  return Array.from({ length: gunCount }, (_unused, index) => ({
    key: `${cpCode}:${index + 1}`,
    name: cpName,
    gunNumber: index + 1,
    address: addressOf(address, { cpCode, ref, check, gunNumber: index + 1 }),
  }));
};

const CodeGrid = ({ codes }: { readonly codes: readonly Code[] }) => {
  const say = useSay();
  return (
    <ul className="dv-codes">
      {codes.map(({ key, name, gunNumber, address }) => (
        <li key={key}>
          <QRCode value={address} size={132} bordered={false} color="#000000" bgColor="#ffffff" type="svg" />
          <b className="co-clip">{name}</b>
          <small>
            {key.split(':')[0]}
            {gunNumber !== undefined && ` · ${say(payQrWords.gunNo, { n: gunNumber })}`}
          </small>
          <a className="dv-noprint" href={address} target="_blank" rel="noreferrer">
            {say(payQrWords.open)}
          </a>
        </li>
      ))}
    </ul>
  );
};
