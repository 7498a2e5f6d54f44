import type { Readable } from 'node:stream';
import type { FileStores } from '#domains/system/server.ts';
import { valuesOf } from '#kit/fields/codes.ts';
import type { CodeValue } from '#kit/fields/codes.ts';
import { firmwareStorage } from './firmware.ts';

type Storage = CodeValue<typeof firmwareStorage>;
const { disk, s3 } = valuesOf(firmwareStorage);
const storeNames = { [disk]: 'disk', [s3]: 's3' } as const satisfies Record<Storage, string>;

/** The storage of a firmware whose file is in a store of this name. */
export const storageOf = (store: string): Storage => (store === storeNames[s3] ? s3 : disk);

/** The content of a firmware; undefined when its file is gone. */
export const readFirmware = async (
  stores: FileStores,
  { storage, firmwareUrl }: { readonly storage: Storage; readonly firmwareUrl: string },
): Promise<Readable | undefined> => stores.all.find(({ name }) => name === storeNames[storage])?.read(firmwareUrl);
