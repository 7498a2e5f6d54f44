import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { useSay } from '#kit/web/language.ts';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { bindingWords } from '../binding/binding.labels.ts';
import { BindDialog } from './bind-dialog.web.tsx';
import { pileBindingLabels } from './pile-binding.labels.ts';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

/** Cards and cars bound to piles; opened for one pile with `?cpCode=`. */
export const PileBindingList = () => {
  const say = useSay();
  const [params] = useSearchParams();
  const [binding, setBinding] = useState(false);
  return (
    <>
      <ListPage
        of={pileBinding}
        api={pileBindingApi}
        labels={pileBindingLabels}
        columns={columns}
        filters={filters}
        rowActions={actions}
        toolbar={
          <ActButton type="primary" allow={pileBindingApi.bind.allow} onClick={() => setBinding(true)}>
            {say(bindingWords.bindHere)}
          </ActButton>
        }
      />
      {binding && <BindDialog cpCode={params.get('cpCode')} onClose={() => setBinding(false)} />}
    </>
  );
};

const columns = ['account', 'mainPartType', 'holder', 'cpCode', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const filters = ['cpCode', 'mainPartType', 'icCardId', 'carId', 'stationId', 'agentId', 'tenantId', 'createTime'] as const;
const actions = ['delete'] as const;
