import { Form } from 'antd';
import { useEffect, useRef } from 'react';
import { itemOf } from '#kit/fields/codes.ts';
import { controlOf } from '#kit/web/control-props.ts';
import type { InputProps } from '#kit/web/kinds/input.tsx';
import { mainPartType } from '#domains/customer/resources.ts';
import { BalanceLine } from '../wallet/balance.web.tsx';
import { PartySelect } from '../wallet/party-select.web.tsx';

/** Selects the party to recharge, of the kind selected above, and shows the current balance. */
export const PartyInput = ({ value, onChange, field: _field, disabled: _disabled, ...aria }: InputProps) => {
  const form = Form.useFormInstance();
  const partKind = itemOf(mainPartType, Form.useWatch('mainPartType', form));
  const kind = Object.values(mainPartType.items).find((item) => item === partKind)?.value;
  const lastKind = useRef(kind);
  useEffect(() => {
    // Another kind has other ids, so the selection is cleared.
    if (lastKind.current !== undefined && lastKind.current !== kind) form.setFieldValue('mainPartId', null);
    lastKind.current = kind;
  }, [kind, form]);
  if (kind === undefined) return null;
  const id = typeof value === 'string' && value !== '' ? value : null;
  return (
    <>
      <PartySelect key={kind} {...controlOf(aria)} aria-required kind={kind} value={id} onChange={(next) => onChange?.(next)} />
      {id !== null && <BalanceLine party={{ mainPartType: kind, mainPartId: id }} />}
    </>
  );
};
// A file may name the party by its number; the form has no such field.
PartyInput.isNeeded = true;
