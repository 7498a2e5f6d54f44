import { Drawer } from 'antd';
import { useMemo } from 'react';
import { ListPage } from '#kit/web/list/list-page.tsx';
import { useIsPhone } from '#kit/web/screen.ts';
import { useSay } from '#kit/web/language.ts';
import { statementMailLabels, statementMailWords } from './statement-mail.labels.ts';
import { statementMail, statementMailApi } from './statement-mail.ts';

/** Which monthly statements were mailed, to whom, and whether each mail was sent or refused. */
export const StatementMailList = () => (
  <ListPage of={statementMail} api={statementMailApi} labels={statementMailLabels} columns={columns} filters={filters} />
);

const WIDTH = 820;

interface StatementMailsProps {
  readonly statement: { readonly statementId: string; readonly statementMonth: string };
  readonly onClose: () => void;
}

/** The mails of one statement. */
export const StatementMails = ({ statement: { statementId, statementMonth: month }, onClose }: StatementMailsProps) => {
  const say = useSay();
  const phone = useIsPhone();
  const scope = useMemo(() => ({ statementId }), [statementId]);
  return (
    <Drawer open onClose={onClose} size={phone ? '100%' : WIDTH} title={say(statementMailWords.mailsOf, { month })} destroyOnHidden>
      <ListPage
        of={statementMail}
        api={statementMailApi}
        labels={statementMailLabels}
        stateIn="local"
        fixedFilters={scope}
        columns={ownColumns}
        filters={none}
        rowActions={none}
      />
    </Drawer>
  );
};

const ownColumns = ['createTime', 'receiver', 'mailState', 'mailTime', 'mailFailure', 'createBy'] as const;
const columns = [
  'custId',
  'statementMonth',
  'receiver',
  'mailState',
  'mailTime',
  'mailFailure',
  'createTime',
  'createBy',
  'agentId',
  'tenantId',
] as const;
const filters = ['custId', 'statementMonth', 'mailState', 'createTime', 'agentId', 'tenantId'] as const;
const none = [] as const;
