import { textAt } from '#kit/test/nouns/call-endpoint.ts';
import { nounTesting } from '#kit/test/nouns/noun-testing.ts';
import { configApi } from './config.ts';

export const testing = nounTesting({
  name: 'config',
  samples: {
    edit: async () => [{ key: 'upload.filesPerDay', value: 250 }],
    reset: async ({ fresh, builder, owner }) => {
      if (fresh) await builder.okAsStaff(owner, configApi.edit, { key: 'upload.megabytesPerDay', value: 250 });
      return [{ key: 'upload.megabytesPerDay' }];
    },
    restore: async ({ builder, owner }) => {
      const key = 'upload.filesPerDay';
      await builder.okAsStaff(owner, configApi.edit, { key, value: 200 + (builder.next() % 100) });
      const history: unknown = await builder.okAsStaff(owner, configApi.history, { key });
      const changes: readonly unknown[] = Array.isArray(history) ? history : [];
      return [{ key, id: textAt(changes[0], 'id') }];
    },
    history: async () => [{ key: 'upload.filesPerDay' }],
  },
  // The id belongs to the history of the setting that the call names.
  namesNoRow: ['config.restore id'],
});
