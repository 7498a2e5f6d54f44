import { Skeleton } from 'antd';
import { itemOf } from '#kit/fields/codes.ts';
import { redDash, redStage } from '#engines/invoice/codes.ts';
import { messageState } from '#domains/system/resources.ts';
import { CallError, download, saveFile } from '#kit/web/calls/client.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';
import { useCall } from '#kit/web/calls/query.tsx';
import { useFeedback } from '#kit/web/dialogs/feedback.tsx';
import { CodeTag, InstantCell } from '#kit/web/kinds/cell.tsx';
import { useSay } from '#kit/web/language.ts';
import { LoadError } from '#kit/web/load-error.tsx';
import { ActButton } from '#kit/web/permissions/act-button.tsx';
import { invoiceFile } from '../invoice.codes.ts';
import { invoiceLabels, invoiceWords } from '../invoice.labels.ts';
import { invoiceApi } from '../invoice.ts';
import type { invoice, InvoiceDetail, InvoiceMailView } from '../invoice.ts';
import { Orders } from './orders.web.tsx';
import { Lines, Part } from './parts.web.tsx';
import { RedDecision } from './red-decision.web.tsx';

export type InvoiceRow = RowOf<typeof invoice.fields>;

/** The lines, orders, files and deliveries of an invoice, and the decision on its red-dash. */
export const InvoiceParts = ({ row }: { readonly row: InvoiceRow }) => {
  const say = useSay();
  const { data, error, refetch } = useCall(invoiceApi.detail, { invoiceId: row.invoiceId });
  if (error) return <LoadError because={error.message} retry={refetch} />;
  if (!data) return <Skeleton active paragraph={{ rows: 6 }} />;
  const isAsked = row.redDashState === redDash.running && row.redStage === redStage.asked;
  return (
    <>
      {isAsked && <RedDecision row={row} needsSecond={data.needsSecond} />}
      <Part title={say(invoiceWords.lines)}>
        <Lines lines={data.lines} totals={row} currency={row.currency} />
      </Part>
      <Part title={say(invoiceWords.orders)}>
        <Orders orders={data.orders} currency={row.currency} />
      </Part>
      {data.files.length > 0 && (
        <Part title={say(invoiceWords.files)}>
          <Files row={row} files={data.files} />
        </Part>
      )}
      <Part title={say(invoiceWords.mails)}>
        <Mails mails={data.mails} />
      </Part>
    </>
  );
};

/** Saves a file of an invoice. */
export const useInvoiceFile = () => {
  const { refused } = useFeedback();
  return async (invoiceId: string, file: number): Promise<void> => {
    const wanted = Object.values(invoiceFile.items).find(({ value }) => value === file)?.value ?? invoiceFile.items.pdf.value;
    try {
      saveFile(await download(invoiceApi.download, { invoiceId, invoiceFile: wanted }));
    } catch (problem) {
      if (!(problem instanceof CallError)) throw problem;
      refused(problem);
    }
  };
};

const Files = ({ row, files }: { readonly row: InvoiceRow; readonly files: InvoiceDetail['files'] }) => {
  const say = useSay();
  const save = useInvoiceFile();
  return (
    <div className="iv-buttons">
      {files.map((file) => (
        <ActButton key={file} allow={invoiceApi.download.allow} onClick={() => void save(row.invoiceId, file)}>
          {say(itemOf(invoiceFile, file)?.words ?? invoiceWords.files)}
        </ActButton>
      ))}
    </div>
  );
};

const Mails = ({ mails }: { readonly mails: readonly InvoiceMailView[] }) => {
  const say = useSay();
  if (mails.length === 0) return <p className="co-hint">{say(invoiceWords.noMails)}</p>;
  return (
    <div className="iv-scroll">
      <table className="iv-table">
        <thead>
          <tr>
            <th>{say(invoiceWords.time)}</th>
            <th>{say(invoiceWords.receiver)}</th>
            <th>{say(invoiceWords.sentBy)}</th>
            <th>{say(invoiceLabels.fields.mailState)}</th>
          </tr>
        </thead>
        <tbody>
          {mails.map((mail) => (
            <tr key={`${mail.askedTime} ${mail.receiver}`}>
              <td>
                <InstantCell value={mail.askedTime} />
              </td>
              <td>{mail.receiver}</td>
              <td>{mail.askedBy}</td>
              <td title={mail.failure ?? undefined}>{mail.state === null ? '' : <CodeTag item={itemOf(messageState, mail.state)} />}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
};
