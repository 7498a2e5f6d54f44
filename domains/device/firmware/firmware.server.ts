import { sql } from 'kysely';
import type { FileDeps } from '#domains/system/server.ts';
import { throwRefusal } from '#kit/resource/refusal.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import { crudHandlers, deleteHandlers } from '#kit/server/crud/crud.ts';
import { kitRefusals } from '#kit/server/refusals.ts';
import { withContext } from '#kit/server/rows/with-context.ts';
import { firmwareRefusals } from './firmware.labels.ts';
import { firmware, firmwareApi } from './firmware.ts';
import { readFirmware, storageOf } from './stored-file.server.ts';
import { verifySignature } from './verify-signature.server.ts';

const { importExcel: _import, exportTemplate: _template, ...standardHandlers } = crudHandlers(firmware);

export const firmwareRoutes = (deps: FileDeps): readonly Route[] =>
  implement(firmwareApi, {
    ...standardHandlers,
    add: async (ctx, draft) => {
      const { rows } = await sql<{ store: string; sizeBytes: number; sha256: string }>`select store, size_bytes, sha256 from upload_file
        where path = ${draft.firmwareUrl} and path like ${`${firmware.name}/%`} and kept_at is not null and sha256 is not null`.execute(ctx.db);
      const [stored] = rows;
      if (!stored) return throwRefusal(firmwareRefusals, 'firmware.noFile');
      const { store, sizeBytes, sha256 } = stored;
      return ctx.rows(firmware).insert({ ...draft, storage: storageOf(store), sizeBytes, sha256 });
    },
    edit: async (ctx, input, extras) => {
      const firmwareId = String(input.firmwareId);
      await ctx.rows(firmware).lock([firmwareId]);
      const row = await ctx.rows(firmware).get(firmwareId);
      const changesVersion = input.firmwareVer !== undefined && input.firmwareVer !== row.firmwareVer;
      if (changesVersion) await requireUnused(ctx, row);
      return standardHandlers.edit(ctx, input, extras);
    },
    ...deleteHandlers(firmware, requireUnused),
    // The file is read outside of a transaction, because that may take long.
    sign: async (ctx, { firmwareId, signature, signingCertificate }) => {
      const { database, clock, stores } = deps;
      const parts = { database, clock, registry: ctx.registry };
      const row = await withContext(parts, ctx.viewer, (innerCtx) => innerCtx.rows(firmware).get(firmwareId));
      const content = await readFirmware(stores, row);
      if (!content) return throwRefusal(kitRefusals, 'missing', {}, { status: 404 });
      const verdict = await verifySignature({ content, signature, certificate: signingCertificate }, ctx.now);
      if (!verdict.ok) return throwRefusal(firmwareRefusals, verdict.refusal);
      return withContext(parts, ctx.viewer, async (innerCtx) => {
        await sql`update firmware set signature = ${signature.replaceAll(/\s/g, '')}, signing_certificate = ${signingCertificate.trim()}, signed_by = ${verdict.next}
          where firmware_id = ${firmwareId}`.execute(innerCtx.db);
        return innerCtx.rows(firmware).change(firmwareId, {}, row.version);
      });
    },
  });

const requireUnused = async (ctx: Context, { firmwareId, firmwareName }: { readonly firmwareId: string; readonly firmwareName: string }) => {
  const { rows } = await sql`select from upgrade_campaign where firmware_id = ${firmwareId} and not is_ended limit 1`.execute(ctx.db);
  if (rows.length > 0) throwRefusal(firmwareRefusals, 'firmware.inUse', { name: firmwareName });
};
