import { ListPage } from '#kit/web/list/list-page.tsx';
import { outboxLabels } from './outbox.labels.ts';
import { outbox, outboxApi } from './outbox.ts';

/** What the system told people, with its text where no provider carried it away. */
export const OutboxList = () => <ListPage of={outbox} api={outboxApi} labels={outboxLabels} columns={columns} rowActions={actions} />;

const columns = ['channel', 'receiver', 'subject', 'body', 'state', 'sentTime', 'provider', 'failure'] as const;
const actions = ['detail'] as const;
