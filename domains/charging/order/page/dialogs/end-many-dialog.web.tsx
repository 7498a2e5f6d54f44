import { FormDialog } from '#kit/web/form/form-dialog.tsx';
import { useSay } from '#kit/web/language.ts';
import { pageWords } from '../../order-page.labels.ts';
import { ReasonItem } from './reason-item.web.tsx';

interface EndManyDialogProps {
  readonly count: number;
  readonly onReason: (reason: string) => void;
  readonly onClose: () => void;
}

/** One reason for all orders; which of them can be ended is shown next. */
export const EndManyDialog = ({ count, onReason, onClose }: EndManyDialogProps) => {
  const say = useSay();
  return (
    <FormDialog<{ readonly reason: string }>
      title={say(pageWords.endMany, { n: count })}
      okText={say(pageWords.next)}
      sending={false}
      onClose={onClose}
      onFinish={({ reason }) => onReason(reason)}
    >
      <p>{say(pageWords.endHint)}</p>
      <ReasonItem />
    </FormDialog>
  );
};
