import { InputNumber } from 'antd';
import { useState } from 'react';
import { useCall } from '#kit/web/calls/query.tsx';
import { InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { usePermission } from '#kit/web/permissions/use-permission.ts';
import { OperationButton, OperationTitle, useOperation } from '../operation/operation-row.web.tsx';
import type { OperatedProps } from '../operation/operation-row.web.tsx';
import { GRACE_MINUTES_DEFAULT, GRACE_MINUTES_MAX, keyRotationApi, keyRotationWords } from './key-rotation.ts';
import type { KeyRotation } from './key-rotation.ts';

const POLL_INTERVAL_MS = 3_000;

/** Gives a station another key, and shows how far that is. */
export const RotateKeyForm = ({ pile, notice }: OperatedProps) => {
  const say = useSay();
  const [graceMinutes, setGraceMinutes] = useState<number | null>(GRACE_MINUTES_DEFAULT);
  const mayRead = usePermission()(keyRotationApi.keyRotation.allow).ok;
  const { cpCode } = pile;
  const present = useCall(keyRotationApi.keyRotation, { cpCode }, { staleMs: 0, enabled: mayRead, everyMs: POLL_INTERVAL_MS }).data;
  const rotate = useOperation(keyRotationApi.rotateKey, notice);
  const label = say(keyRotationWords.rotate);
  return (
    <li className="dv-operation-form">
      <OperationTitle label={label} hint={say(keyRotationWords.hint)} />
      {present && <RotationState rotation={present} />}
      <InputNumber
        aria-label={say(keyRotationWords.graceMinutes)}
        addonBefore={say(keyRotationWords.graceMinutes)}
        size="small"
        min={5}
        max={GRACE_MINUTES_MAX}
        precision={0}
        value={graceMinutes}
        onChange={setGraceMinutes}
      />
      <OperationButton
        {...{ pile, notice, label }}
        name="rotateKey"
        incomplete={graceMinutes === null}
        onPress={() => graceMinutes !== null && rotate({ cpCode, graceMinutes }, keyRotationWords.rotate)}
      />
    </li>
  );
};

const RotationState = ({ rotation: { isAccepted, acceptedUntil } }: { readonly rotation: KeyRotation }) => {
  const say = useSay();
  if (!isAccepted) return <small className="co-hint">{say(keyRotationWords.waiting)}</small>;
  return (
    <small className="co-hint">
      {say(keyRotationWords.accepted)} <InstantCell value={acceptedUntil} />
    </small>
  );
};
