import { randomBytes } from 'node:crypto';
import { link, mkdir, readFile, unlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { MASTER_KEY_BYTES } from '#kit/server/security/secrets.ts';

export type MasterKeys = readonly [Uint8Array, ...Uint8Array[]];

/** A key that cannot be used; the message is one line for the operator. */
export class MasterKeyError extends Error {
  override readonly name = 'MasterKeyError';
}

/**
 * The master keys, which encrypt stored secrets. SECRETS_KEY names them (64 hex digits each, separated by commas, the newest first);
 * otherwise they are read from `secrets.key` under the data directory. Undefined when there is neither. Without the keys the
 * encrypted values cannot be recovered.
 */
export const readMasterKeys = async (from: {
  readonly dataDir: string;
  readonly secretsKey: string | undefined;
}): Promise<MasterKeys | undefined> => {
  if (from.secretsKey) return readKeys(from.secretsKey, 'SECRETS_KEY');
  const file = fileIn(from.dataDir);
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined;
    throw error;
  });
  return text === undefined ? undefined : readKeys(text, file);
};

/** Creates the first key of a database; returns the existing one when a parallel start was quicker. */
export const makeMasterKey = async (dataDir: string): Promise<MasterKeys> => {
  await mkdir(dataDir, { recursive: true });
  await makeKey(fileIn(dataDir));
  return readKeys(await readFile(fileIn(dataDir), 'utf8'), fileIn(dataDir));
};

const fileIn = (dataDir: string): string => path.join(dataDir, 'secrets.key');

/** Writes a temporary file and links it, so that two simultaneous first starts agree on one key and nobody reads a partial file. */
const makeKey = async (file: string): Promise<void> => {
  const draft = `${file}.${randomBytes(4).toString('hex')}`;
  await writeFile(draft, `${randomBytes(MASTER_KEY_BYTES).toString('hex')}\n`, { flag: 'wx', mode: 0o600 });
  try {
    await link(draft, file);
  } catch (error) {
    if (!(error instanceof Error) || !('code' in error) || error.code !== 'EEXIST') throw error;
  } finally {
    await unlink(draft);
  }
};

const readKeys = (text: string, source: string): MasterKeys => {
  const [first, ...others] = text.split(',').map((key) => readKey(key.trim(), source));
  return first ? [first, ...others] : [readKey('', source)];
};

const readKey = (key: string, source: string): Uint8Array => {
  if (!/^[0-9a-fA-F]{64}$/.test(key))
    throw new MasterKeyError(`${source} must hold keys of ${MASTER_KEY_BYTES * 2} hex digits, separated by commas.`);
  return new Uint8Array(Buffer.from(key, 'hex'));
};
