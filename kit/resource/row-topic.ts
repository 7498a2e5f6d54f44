import { topic } from './topic.ts';

/** `rows:pile`: a current row of the noun that the watcher may list. Without a row, the list has to be reloaded. */
export const rowTopic = topic<{ readonly key: string; readonly row: Readonly<Record<string, unknown>> | null }>('rows', { quiet: true });
