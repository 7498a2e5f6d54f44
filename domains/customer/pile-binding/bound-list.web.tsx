import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { pileBindingLabels } from './pile-binding.labels.ts';
import { pileBinding, pileBindingApi } from './pile-binding.ts';

interface BoundListProps {
  /** One side of the bindings; it must keep its identity between renderings. */
  readonly where: Readonly<Record<string, string>>;
  readonly columns: readonly (keyof typeof pileBinding.fields)[];
  readonly bindLabel: string;
  readonly onBind: () => void;
}

/** Lists the bindings of cards and cars to piles, seen from one side. */
export const BoundList = ({ where, columns, bindLabel, onBind }: BoundListProps) => (
  <ListPage
    of={pileBinding}
    api={pileBindingApi}
    labels={pileBindingLabels}
    stateIn="local"
    fixedFilters={where}
    columns={columns}
    filters={noFilters}
    rowActions={unbind}
    toolbar={
      <ActButton type="primary" allow={pileBindingApi.bind.allow} onClick={onBind}>
        {bindLabel}
      </ActButton>
    }
  />
);

const unbind = ['delete'] as const;
const noFilters = [] as const;
