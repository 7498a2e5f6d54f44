import { Button, Drawer, Form } from 'antd';
import { useEffect, useRef } from 'react';
import type { ReactNode, RefObject } from 'react';
import type { Labels } from '#kit/resource/labels.ts';
import type { AnyResource, Resource } from '#kit/resource/resource.ts';
import type { FieldShape } from '#kit/fields/field.ts';
import { useFeedback } from '../dialogs/feedback.tsx';
import type { PlainRow } from '../kinds/cell.tsx';
import { useSay } from '../language.ts';
import { useUnsavedChangesGuard } from '../navigation/unsaved-changes.ts';
import { useIsPhone } from '../screen.ts';
import type { RowOf } from '../calls/list-api.ts';
import { words } from '../words.ts';
import { ConflictDialog } from './conflict-dialog.tsx';
import { useAnyDraft } from './draft.ts';
import type { AnyDraftHandle } from './draft.ts';
import { focusFirst } from './focus-first.ts';
import { FormFields } from './form-fields.tsx';
import type { OwnInputs } from './form-fields.tsx';
import { FormFilesContext } from '../upload/form-files.ts';
import { useSavedForm } from './saved-form.tsx';
import { useFormFiles } from './use-form-files.ts';

export interface FormDrawerProps<F extends FieldShape> {
  readonly of: Resource<F>;
  readonly api: object;
  readonly labels: Labels<F>;
  readonly open: boolean;
  readonly onClose: () => void;
  /** The row to edit; without one the form adds a row. */
  readonly row?: RowOf<F> | undefined;
  readonly initial?: Partial<RowOf<F>> | undefined;
  readonly fields?: readonly (keyof F & string)[] | undefined;
  readonly inputs?: OwnInputs | undefined;
  readonly onSaved?: ((row: RowOf<F>) => void) | undefined;
  readonly width?: number | undefined;
  /** Content below the fields, inside the form. */
  readonly children?: ReactNode;
}

export interface AnyFormDrawerProps {
  readonly of: AnyResource;
  readonly api: object;
  readonly labels: Labels;
  readonly open: boolean;
  readonly onClose: () => void;
  readonly row?: PlainRow | undefined;
  readonly initial?: PlainRow | undefined;
  readonly fields?: readonly string[] | undefined;
  readonly inputs?: OwnInputs | undefined;
  readonly onSaved?: ((row: PlainRow) => void) | undefined;
  readonly width?: number | undefined;
  readonly children?: ReactNode;
}

/** Adds or edits a row in a drawer. It asks before unsaved changes are lost, and resolves conflicts field by field. */
export const FormDrawer = <F extends FieldShape>(props: FormDrawerProps<F>) => <AnyFormDrawer {...(props as unknown as AnyFormDrawerProps)} />; // the fields are data; F only checks the caller's types

const WIDTH = 640;

export const AnyFormDrawer = (props: AnyFormDrawerProps) => {
  const { labels, open, onClose, row, width = WIDTH } = props;
  const say = useSay();
  const phone = useIsPhone();
  const { confirm } = useFeedback();
  const draft = useRef<LeavingHandle>(null);
  const box = useRef<HTMLDivElement>(null);
  useFocusBack();
  const close = async () => {
    const mayLeave =
      !draft.current?.isDirty() || (await confirm({ title: words.unsaved, okText: words.discard, cancelText: words.keepEditing, danger: true }));
    if (mayLeave) draft.current?.forget();
    if (mayLeave) onClose();
  };
  return (
    <Drawer
      open={open}
      onClose={() => void close()}
      size={phone ? '100%' : width}
      title={say(row ? words.editTitle : words.addTitle, { noun: say(labels.noun) })}
      destroyOnHidden
      afterOpenChange={(shown) => shown && focusFirst(box.current)}
      footer={null}
      classNames={{ body: 'co-drawer-body' }}
    >
      <DrawerForm {...props} close={() => void close()} draftRef={draft} box={box} />
    </Drawer>
  );
};

/** Returns the focus even when the page unmounts the open drawer. */
const useFocusBack = (): void => {
  useEffect(() => {
    const from = document.activeElement;
    return () => {
      if (document.activeElement === document.body && from instanceof HTMLElement) from.focus({ preventScroll: true });
    };
  }, []);
};

/** What the drawer needs from its form when it closes. */
interface LeavingHandle extends Pick<AnyDraftHandle, 'isDirty'> {
  readonly forget: () => void;
}

interface DrawerFormProps extends AnyFormDrawerProps {
  readonly close: () => void;
  readonly draftRef: { current: LeavingHandle | null };
  readonly box: RefObject<HTMLDivElement | null>;
}

const DrawerForm = ({ of, api, labels, row, initial, fields, inputs, onSaved, onClose, children, close, draftRef, box }: DrawerFormProps) => {
  const say = useSay();
  const isSaved = useRef(false);
  const draft = useAnyDraft({
    noun: of,
    api,
    labels,
    row,
    initial,
    fields,
    onSaved: (saved) => {
      isSaved.current = true;
      work.forget();
      onSaved?.(saved);
      onClose();
    },
  });
  const work = useSavedForm(draft, { key: row?.[of.key], row });
  const { files, onSubmitCapture, waiting, giveUp } = useFormFiles(draft.form.submit);
  const isDirty = () => draft.isDirty() || !files.isClear();
  const forget = () => {
    giveUp();
    work.forget();
  };
  useEffect(() => {
    draftRef.current = { isDirty, forget };
  });
  useUnsavedChangesGuard(true, () => isSaved.current || !isDirty(), forget);
  return (
    <Form
      form={draft.form}
      layout="vertical"
      initialValues={draft.initialValues}
      onFinish={() => void draft.save()}
      onSubmitCapture={onSubmitCapture}
      onValuesChange={work.keep}
      className="co-drawer-form"
      requiredMark
    >
      <div className="co-drawer-scroll" ref={box}>
        {work.restored}
        <FormFilesContext value={files}>
          <FormFields draft={draft} row={row} inputs={inputs} />
          {children}
        </FormFilesContext>
      </div>
      <div className="co-drawer-footer">
        <Button onClick={close}>{say(words.cancel)}</Button>
        <Button type="primary" htmlType="submit" loading={draft.saving || waiting !== undefined}>
          <span aria-live="polite">{waiting ?? say(words.save)}</span>
        </Button>
      </div>
      {draft.conflict && (
        <ConflictDialog conflict={draft.conflict} fields={draft.fields} saving={draft.saving} onResolve={draft.resolve} onCancel={draft.giveUp} />
      )}
    </Form>
  );
};
