import { listAction } from './codes.ts';

/** What a pile reports of its white list: how many accounts it keeps, and their digest. An answer has no room for the accounts of a long list. */
export interface ListReport {
  readonly count: number;
  /** SHA-256 in hex of the sorted accounts, one a line. */
  readonly digest: string;
}

/** The hex digest of a text. */
export type Sha256 = (text: string) => string;

/** The report of a list; each account counts once, in any order. */
export const reportOf = (accounts: readonly string[], sha256: Sha256): ListReport => {
  const distinct = [...new Set(accounts)].toSorted();
  return { count: distinct.length, digest: sha256(distinct.join('\n')) };
};

/** The report as the value of an answer to command 1009. */
export const listReport = (accounts: readonly string[], sha256: Sha256): string => {
  const { count, digest } = reportOf(accounts, sha256);
  return `${count} ${digest}`;
};

/** The report that an answer contains; undefined for any other value. */
export const readListReport = (value: string): ListReport | undefined => {
  const match = /^(\d{1,6}) ([0-9a-f]{64})$/u.exec(value);
  return match?.[1] && match[2] ? { count: Number(match[1]), digest: match[2] } : undefined;
};

/** The list after a command. */
export const changedList = (
  kept: readonly string[],
  { action, accounts }: { readonly action: number; readonly accounts: readonly string[] },
): readonly string[] => {
  if (action === listAction.replace) return [...new Set(accounts)];
  if (action === listAction.add) return [...new Set([...kept, ...accounts])];
  return action === listAction.remove ? kept.filter((account) => !accounts.includes(account)) : kept;
};
