import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { lazyComponent } from '../code-loading/lazy-component.tsx';
import { ActButton } from '../permissions/act-button.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import type { SavedForm } from '../form/saved-form.tsx';
import { useSay } from '../language.ts';
import { loadNouns } from '../kinds/ref-lookup.ts';
import { endpointOf } from '../calls/list-api.ts';
import { words } from '../words.ts';
import { abandonedDraft, useDraftKey } from '../form/stored-draft.ts';
import { keyOfRow } from './actions/actions.ts';
import { isPlatformRow } from './actions/platform-row.ts';
import { useViewer } from '../session/session.ts';
import type { AnyListProps } from './list-props.ts';

/** The list is drawn before the code of its dialogs is loaded. */
const AnyFormDrawer = lazyComponent(async () => {
  const [form] = await Promise.all([import('../form/form-drawer.tsx'), loadNouns().catch(() => undefined)]);
  return form.AnyFormDrawer;
});
const AnyDetailDrawer = lazyComponent(() => import('./detail-drawer.tsx').then((detail) => detail.AnyDetailDrawer));
const ImportDialog = lazyComponent(() => import('../import/import-dialog.tsx').then((dialog) => dialog.ImportDialog));

/** Stays mounted after its first opening, so that closing is animated and returns the focus. */
const Opened = ({ open, children }: { readonly open: boolean; readonly children: ReactNode }) => {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return was && children;
};

type Dialog = 'add' | 'edit' | 'import' | undefined;

/** Which drawer is open. On a page's main list, the open detail is part of the address, so that it can be shared as a link. */
export const useDialogs = (props: AnyListProps) => {
  const { of, api, labels, stateIn, fixedFilters } = props;
  const viewer = useViewer();
  const [abandonedForm] = useAbandonedForm(of.name, stateIn);
  const [dialog, setDialog] = useState<Dialog>(abandonedForm && (abandonedForm.row ? 'edit' : 'add'));
  const [row, setRow] = useState<PlainRow | undefined>(abandonedForm?.row);
  const [detail, setDetail] = useDetail(stateIn);
  const close = useCallback(() => setDialog(undefined), []);
  const open = useCallback(
    (kind: 'add' | 'import' | 'edit' | 'detail', dialogRow?: PlainRow) => {
      if (kind === 'detail') return setDetail(dialogRow && keyOfRow(of, dialogRow));
      setRow(dialogRow);
      return setDialog(kind);
    },
    [of, setDetail],
  );
  const importing = endpointOf(api, 'importExcel');
  const canDetail = endpointOf(api, 'queryById') !== undefined;
  const openDetail = props.onOpen ?? (canDetail ? (dialogRow: PlainRow) => open('detail', dialogRow) : undefined);
  const elements = (
    <>
      <Opened open={dialog === 'add' || dialog === 'edit'}>
        <AnyFormDrawer
          of={of}
          api={api}
          labels={labels}
          open={dialog === 'add' || dialog === 'edit'}
          row={dialog === 'edit' ? row : undefined}
          initial={{ ...fixedFilters, ...props.initial }}
          fields={props.form}
          inputs={props.inputs}
          onClose={close}
        />
      </Opened>
      {canDetail && !props.onOpen && (
        <Opened open={detail !== undefined}>
          <AnyDetailDrawer
            of={of}
            api={api}
            labels={labels}
            id={detail}
            onClose={() => setDetail(undefined)}
            render={props.render}
            extra={(shown) => !isPlatformRow(of, shown, viewer) && <EditButton api={api} onEdit={() => open('edit', shown)} />}
          >
            {props.detail}
          </AnyDetailDrawer>
        </Opened>
      )}
      {importing && (
        <Opened open={dialog === 'import'}>
          <ImportDialog
            endpoint={importing}
            template={endpointOf(api, 'exportTemplate')}
            noun={of}
            title={labels.noun}
            open={dialog === 'import'}
            onClose={close}
          />
        </Opened>
      )}
    </>
  );
  return { open, openDetail, elements };
};

const EditButton = ({ api, onEdit }: { readonly api: object; readonly onEdit: () => void }) => {
  const say = useSay();
  const edit = endpointOf(api, 'edit');
  return edit ? (
    <ActButton allow={edit.allow} onClick={onEdit}>
      {say(words.edit)}
    </ActButton>
  ) : null;
};

/** A draft of a form on this page that was open when the session ended or the page was reloaded. */
const useAbandonedForm = (noun: string, stateIn: AnyListProps['stateIn']) => {
  const keyPrefix = useDraftKey(`${noun} `);
  return useState(() => (stateIn === 'local' ? undefined : abandonedDraft<SavedForm>(keyPrefix)?.value));
};

const DETAIL = 'view';

const useDetail = (stateIn: 'url' | 'local' | undefined): readonly [string | undefined, (id: string | undefined) => void] => {
  const [params, setParams] = useSearchParams();
  const [local, setLocal] = useState<string>();
  const set = useCallback(
    (id: string | undefined) =>
      setParams((previous) => {
        const next = new URLSearchParams(previous);
        next.delete(DETAIL);
        if (id !== undefined) next.set(DETAIL, id);
        return next;
      }),
    [setParams],
  );
  return stateIn === 'local' ? [local, setLocal] : [params.get(DETAIL) ?? undefined, set];
};
