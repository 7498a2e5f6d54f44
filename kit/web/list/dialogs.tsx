import { useCallback, useState } from 'react';
import type { ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { late } from '../code-loading/lazy-component.tsx';
import { ActButton } from '../permissions/act-button.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import type { KeptForm } from '../form/kept-form.tsx';
import { useSay } from '../language.ts';
import { learnNouns } from '../kinds/ref-lookup.ts';
import { endpointOf } from '../calls/list-api.ts';
import { words } from '../words.ts';
import { leftWork, useWorkPlace } from '../form/kept-work.ts';
import { keyOfRow } from './actions/actions.ts';
import type { AnyListProps } from './list-props.ts';

/** A list is shown before its dialogs are fetched. */
const AnyFormDrawer = late(async () => {
  const [form] = await Promise.all([import('../form/form-drawer.tsx'), learnNouns().catch(() => undefined)]);
  return form.AnyFormDrawer;
});
const AnyDetailDrawer = late(() => import('./detail-drawer.tsx').then((detail) => detail.AnyDetailDrawer));
const ImportDialog = late(() => import('../import/import-dialog.tsx').then((dialog) => dialog.ImportDialog));

/** Stays once it was opened, so that it can close with its motion and give the focus back. */
const Opened = ({ open, children }: { readonly open: boolean; readonly children: ReactNode }) => {
  const [was, setWas] = useState(open);
  if (open && !was) setWas(true);
  return was && children;
};

type Dialog = 'add' | 'edit' | 'import' | undefined;

/** Which drawer is open. The detail of a page's main list is part of the address, so a row can be sent to a colleague. */
export const useDialogs = (props: AnyListProps) => {
  const { of, api, labels, place, where } = props;
  const [left] = useLeftForm(of.name, place);
  const [dialog, setDialog] = useState<Dialog>(left && (left.row ? 'edit' : 'add'));
  const [row, setRow] = useState<PlainRow | undefined>(left?.row);
  const [detail, setDetail] = useDetail(place);
  const close = useCallback(() => setDialog(undefined), []);
  const open = useCallback(
    (what: 'add' | 'import' | 'edit' | 'detail', which?: PlainRow) => {
      if (what === 'detail') return setDetail(which && keyOfRow(of, which));
      setRow(which);
      return setDialog(what);
    },
    [of, setDetail],
  );
  const importing = endpointOf(api, 'importExcel');
  const canDetail = endpointOf(api, 'queryById') !== undefined;
  const openDetail = props.onOpen ?? (canDetail ? (which: PlainRow) => open('detail', which) : undefined);
  const drawn = (
    <>
      <Opened open={dialog === 'add' || dialog === 'edit'}>
        <AnyFormDrawer
          of={of}
          api={api}
          labels={labels}
          open={dialog === 'add' || dialog === 'edit'}
          row={dialog === 'edit' ? row : undefined}
          initial={{ ...where, ...props.initial }}
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
            draw={props.draw}
            extra={(shown) => <EditButton api={api} onEdit={() => open('edit', shown)} />}
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
  return { open, openDetail, drawn };
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

/** A form of this page that was open when the session ended or the page was loaded afresh. */
const useLeftForm = (noun: string, place: AnyListProps['place']) => {
  const below = useWorkPlace(`${noun} `);
  return useState(() => (place === 'local' ? undefined : leftWork<KeptForm>(below)?.value));
};

const DETAIL = 'view';

const useDetail = (place: 'url' | 'local' | undefined): readonly [string | undefined, (id: string | undefined) => void] => {
  const [params, setParams] = useSearchParams();
  const [local, setLocal] = useState<string>();
  const set = useCallback(
    (id: string | undefined) =>
      setParams((before) => {
        const next = new URLSearchParams(before);
        next.delete(DETAIL);
        if (id !== undefined) next.set(DETAIL, id);
        return next;
      }),
    [setParams],
  );
  return place === 'local' ? [local, setLocal] : [params.get(DETAIL) ?? undefined, set];
};
