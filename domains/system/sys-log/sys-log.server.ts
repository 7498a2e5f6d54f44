import type { Database } from '#kit/db/index.ts';
import { say } from '#kit/fields/words.ts';
import { isAudited, featureTitle } from '#kit/resource/log-titles.ts';
import { itemOf } from '#kit/fields/codes.ts';
import type { Field, Row, FieldShape } from '#kit/fields/field.ts';
import { maskValue } from '#kit/fields/personal.ts';
import { crudHandlers } from '#kit/server/crud/crud.ts';
import { hiddenFields, withoutHiddenFields } from '#kit/server/rights/field-limits.ts';
import type { Context } from '#kit/server/context/context.ts';
import { implement } from '#kit/server/context/route.ts';
import type { Route } from '#kit/server/context/route.ts';
import type { Secrets } from '#kit/server/security/secrets.ts';
import { lineIn } from './act.rules.ts';
import { announceToPlatform } from '../notice/announce.server.ts';
import { sysLog, sysLogApi } from './sys-log.ts';
import { proveChain } from '#kit/server/chain/prove.ts';
import type { ChainProof } from '#kit/resource/chain.ts';
import type { ChangedField, ChangedRow } from './sys-log.ts';
import { logChain } from './log-chain.server.ts';

type LogRow = Row<typeof sysLog.fields>;
const standardHandlers = crudHandlers(sysLog);

export interface LogServices {
  readonly database: Database;
  readonly secrets: Pick<Secrets, 'isSigned'>;
  /** The folder of the chain's head files. */
  readonly folder: string;
  readonly clock: () => Date;
}

const FINDINGS_MAX = 20;

/** The platform is notified as well, so that a manipulation of the log is known to more than the user who ran the check. */
const announceFindings = async ({ database }: LogServices, ctx: Context, proof: ChainProof): Promise<void> => {
  const lines = proof.findings.slice(0, FINDINGS_MAX).map(({ kind, tenantId, what }) => `<li>${kind}: ${tenantId || '-'}: ${what}</li>`);
  const content = `<ul>${lines.join('')}</ul>`;
  await announceToPlatform(database, ctx.registry, { title: 'notice.logTampered', content, openPage: '/system/oper-log', now: ctx.now });
};

export const logRoutes = (services: LogServices): readonly Route[] =>
  implement(sysLogApi, {
    list: async (ctx, input, extras) => {
      const page = await standardHandlers.list(ctx, input, extras);
      return { ...page, records: page.records.map((row) => ({ ...localized(ctx, row), changes: null, requestParam: null })) };
    },
    queryById: async (ctx, input, extras) => {
      const row = await standardHandlers.queryById(ctx, input, extras);
      return { ...localized(ctx, row), ...visibleDetail(ctx, row) };
    },
    exportXls: standardHandlers.exportXls,
    nouns: async (ctx) =>
      ctx.registry.features
        .filter(({ api }) => Object.values(api).some(isAudited))
        .map((feature) => {
          const title = featureTitle(feature);
          return { value: feature.name, text: title ? ctx.say(title) : feature.name };
        }),
    verify: async (ctx) => {
      const proof = await proveChain({ ...services, chained: logChain });
      if (!proof.ok) await announceFindings(services, ctx, proof);
      return proof;
    },
  });

/** Selects the line of the viewer's language. */
const localized = <R extends LogRow>(ctx: Context, row: R): R => ({
  ...row,
  logContent: lineIn(row.logContent, ctx.viewer.language),
  reason: row.reason === null ? null : lineIn(row.reason, ctx.viewer.language),
});

/** The input and the changes, without fields that are hidden from the viewer. */
const visibleDetail = (ctx: Context, row: LogRow): Pick<LogRow, 'changes' | 'requestParam'> => {
  const noun = ctx.registry.feature(row.noun)?.resource;
  const changes = row.changes?.map((change) => {
    const hidden = hiddenFields(ctx.viewer, change.noun);
    const fields = change.fields.filter(({ name }) => !hidden.has(name)).map((field) => maskNumbers(ctx, change.noun, field));
    return withTextsOf(ctx, { ...change, fields });
  });
  const requestParam = noun && row.requestParam ? maskPersonal(noun.fields, row.requestParam) : row.requestParam;
  return { changes: changes ?? null, requestParam: noun ? withoutHiddenFields(ctx.viewer, noun, requestParam) : requestParam };
};

/** Rows that were logged before masking was introduced are sealed and stay unchanged; they are masked when they are read. */
const maskNumbers = (ctx: Context, noun: string, changed: ChangedField): ChangedField => {
  const field = ctx.registry.feature(noun)?.resource?.fields[changed.name];
  return field && isAlwaysPersonal(field)
    ? { ...changed, before: maskValue(field, changed.before), after: maskValue(field, changed.after) }
    : changed;
};
const maskPersonal = (shape: FieldShape, values: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const field = shape[name];
      return [name, field && isAlwaysPersonal(field) ? maskValue(field, value) : value];
    }),
  );
/** Whether the field is personal in every row. Where that differs by row, it was decided when the row was logged. */
const isAlwaysPersonal = ({ personal }: Field): boolean => personal !== undefined && personal.when === undefined;

/** A changed row with the labels of its noun. */
const withTextsOf = (ctx: Context, change: ChangedRow): ChangedRow => {
  const feature = ctx.registry.feature(change.noun);
  const title = feature && featureTitle(feature);
  return {
    ...change,
    nounText: title ? ctx.say(title) : change.noun,
    fields: change.fields.map((field) => {
      const label = feature?.labels?.fields[field.name];
      const codes = feature?.resource?.fields[field.name]?.codes;
      const textOf = (value: unknown): string | undefined => {
        const item = codes && value !== null ? itemOf(codes, value) : undefined;
        return item && say(item.words, ctx.viewer.language);
      };
      return withTexts({ ...field, ...(label && { label: ctx.say(label) }) }, { before: textOf(field.before), after: textOf(field.after) });
    }),
  };
};

const withTexts = (field: ChangedField, texts: { readonly before: string | undefined; readonly after: string | undefined }): ChangedField => ({
  ...field,
  ...(texts.before !== undefined && { beforeText: texts.before }),
  ...(texts.after !== undefined && { afterText: texts.after }),
});
