import type { loadOwnUser } from '#domains/identity/web.ts';
import type { RowOf } from '#kit/web/calls/list-api.ts';

/** What the domain says of people themselves. */
export type OwnDoor = Awaited<ReturnType<typeof loadOwnUser>>;
export type OwnRow = RowOf<OwnDoor['ownUser']['fields']>;
