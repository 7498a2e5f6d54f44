import { useMemo, useState } from 'react';
import type { PileDialogProps, PileRow } from '#domains/network/web.ts';
import { useSay } from '#kit/web/language.ts';
import { bindingWords } from '../binding/binding.labels.ts';
import { BindDialog } from './bind-dialog.web.tsx';
import { BoundList } from './bound-list.web.tsx';

/** The cards and cars that are bound to one pile, shown in its details. */
export const PileBindings = ({ pile: { cpCode } }: { readonly pile: PileRow }) => {
  const say = useSay();
  const [binding, setBinding] = useState(false);
  const scope = useMemo(() => ({ cpCode }), [cpCode]);
  return (
    <>
      <BoundList where={scope} columns={columns} bindLabel={say(bindingWords.bindHere)} onBind={() => setBinding(true)} />
      {binding && <BindDialog cpCode={cpCode} onClose={() => setBinding(false)} />}
    </>
  );
};

const columns = ['account', 'mainPartType', 'holder', 'createBy', 'createTime'] as const;

/** The same dialog from the row of a pile. */
export const BindToPile = ({ cpCodes, onClose }: PileDialogProps) => <BindDialog cpCode={cpCodes[0] ?? null} onClose={onClose} />;
