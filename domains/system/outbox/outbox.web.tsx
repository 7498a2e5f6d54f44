import { ListPage } from '#kit/web/list/list-page.tsx';
import { outboxLabels } from './outbox.labels.ts';
import { outbox, outboxApi } from './outbox.ts';

/** The sent messages, with their texts when no provider sends them. */
export const OutboxList = () => <ListPage of={outbox} api={outboxApi} labels={outboxLabels} columns={columns} rowActions={actions} />;

const columns = ['channel', 'receiver', 'subject', 'body', 'state', 'sentTime', 'provider', 'failure'] as const;
const actions = ['detail'] as const;
