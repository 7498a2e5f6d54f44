import { topic } from './topic.ts';

/** `rows:pile`: a row of that noun that the watcher may list, as it is now. No row: ask anew. */
export const rowTopic = topic<{ readonly key: string; readonly row: Readonly<Record<string, unknown>> | null }>('rows', { quiet: true });
