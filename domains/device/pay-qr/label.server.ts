import { timingSafeEqual } from 'node:crypto';
import { sql } from 'kysely';
import type { Tx } from '#kit/db/index.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { checkOf, labelText, readLabel } from './label.rules.ts';
import type { LabelParts } from './label.rules.ts';

export type LabelKeys = Pick<Secrets, 'macs'>;

const PURPOSE = 'pile-label';

/** The label with its check under the newest key. */
export const labelOf = (keys: LabelKeys, ref: string): LabelParts => {
  const [newest] = keys.macs(labelText(ref), PURPOSE);
  return { ref, check: checkOf(newest) };
};

/** The ref of a label that we made; undefined for any other, without a look at the database. */
const knownRef = (keys: LabelKeys, label: string): string | undefined => {
  const parts = readLabel(label);
  if (!parts) return undefined;
  const told = Buffer.from(parts.check);
  const isOurs = keys.macs(labelText(parts.ref), PURPOSE).some((mac) => timingSafeEqual(Buffer.from(checkOf(mac)), told));
  return isOurs ? parts.ref : undefined;
};

export interface LabelledPile {
  readonly cpCode: string;
  readonly isWithdrawn: boolean;
}

/** The pile on which a label belongs; undefined for a label that is not ours, or of a pile that is gone. */
export const pileOfLabel = async (tx: Tx, keys: LabelKeys, label: string): Promise<LabelledPile | undefined> => {
  const ref = knownRef(keys, label);
  if (ref === undefined) return undefined;
  const { rows } = await sql<{ cpCode: string; isWithdrawn: boolean }>`select l.cp_code, l.withdrawn_time is not null as is_withdrawn
    from pile_label l join pile p on p.cp_code = l.cp_code where l.label_ref = ${ref} and not p.is_delete`.execute(tx);
  return rows[0];
};

/** The valid labels of piles by their codes. */
export const labelsOf = async (tx: Tx, keys: LabelKeys, cpCodes: readonly string[]): Promise<ReadonlyMap<string, LabelParts>> => {
  const { rows } = await sql<{ cpCode: string; ref: string }>`select cp_code, label_ref as ref from pile_label
    where withdrawn_time is null and cp_code = any(${cpCodes}::text[])`.execute(tx);
  return new Map(rows.map(({ cpCode, ref }) => [cpCode, labelOf(keys, ref)]));
};

/** Withdraws the label of a pile and makes a fresh one. */
export const renewLabel = async (tx: Tx, keys: LabelKeys, cpCode: string): Promise<LabelParts> => {
  const { rows } = await sql<{ ref: string | null }>`select make_pile_label(${cpCode}) as ref`.execute(tx);
  const ref = rows[0]?.ref;
  if (!ref) throw new Error(`pile ${cpCode} got no label`);
  return labelOf(keys, ref);
};
