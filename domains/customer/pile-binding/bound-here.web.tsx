import { useMemo, useState } from 'react';
import type { PileDialogProps, PileRow } from '#domains/network/web.ts';
import { ActButton } from '#kit/web/button.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { bindingWords } from '../binding.labels.ts';
import { BindDialog } from './bind-dialog.web.tsx';
import { pileBindingLabels } from './pile-binding.labels.ts';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

/** The cards and cars that are tied to one pile, among its details. */
export const BoundHere = ({ pile: { cpCode } }: { readonly pile: PileRow }) => {
  const say = useSay();
  const [binding, setBinding] = useState(false);
  const where = useMemo(() => ({ cpCode }), [cpCode]);
  return (
    <>
      <ListPage
        of={pileBinding}
        api={pileBindingApi}
        labels={pileBindingLabels}
        place="local"
        where={where}
        columns={columns}
        filters={none}
        rowActions={actions}
        toolbar={
          <ActButton type="primary" allow={pileBindingApi.bind.allow} onClick={() => setBinding(true)}>
            {say(bindingWords.bindHere)}
          </ActButton>
        }
      />
      {binding && <BindDialog cpCode={cpCode} onClose={() => setBinding(false)} />}
    </>
  );
};

const columns = ['account', 'mainPartType', 'holder', 'createBy', 'createTime'] as const;
const actions = ['delete'] as const;
const none = [] as const;

/** The same dialog from the row of a pile. */
export const BindToPile = ({ cpCodes, onClose }: PileDialogProps) => <BindDialog cpCode={cpCodes[0] ?? null} onClose={onClose} />;
