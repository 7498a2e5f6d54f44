import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { accountApi, privacyApi, PROGRAM_PRIVACY, sessionApi } from '#domains/identity/resources.ts';
import { configApi } from '#domains/system/resources.ts';
import { configRoutes } from '#domains/system/server.ts';
import { createSecrets } from '#kit/server/security/secrets.ts';
import { startProcesses } from './testing/processes.ts';
import { startStaff } from './testing/staff.ts';
import type { Staff } from './testing/staff.ts';

describe('the privacy text', () => {
  let staff: Staff;
  beforeAll(async () => {
    staff = await startStaff(() => configRoutes({ secrets: createSecrets([randomBytes(32)]) }));
  });
  afterAll(() => staff?.close());

  const shownTo = async (token: string): Promise<string> =>
    JSON.stringify((await staff.ask(token, token === '' ? privacyApi.privacy : privacyApi.ownPrivacy)).result);
  const setBy = async (token: string, key: string, value: string): Promise<void> => {
    expect(await staff.ask(token, configApi.edit, { key, value })).toMatchObject({ success: true });
  };

  test('is the program’s until the operator sets one, which is kept clean and has a version of its own', async () => {
    const { token } = staff;
    expect(await staff.ask('', privacyApi.privacy)).toMatchObject({
      result: { version: PROGRAM_PRIVACY, text: { zh_CN: null, zh_TW: null, en_US: null } },
    });
    expect(await staff.ask('', accountApi.options)).toMatchObject({ result: { privacyVersion: PROGRAM_PRIVACY } });
    await setBy(token.admin, 'site.privacyEnUs', '# Ours\n\n<script>alert(1)</script>\n\nWe keep **little**.');
    await setBy(token.admin, 'site.privacyZhCn', '# 我们的');
    const notice = await staff.ask('', privacyApi.privacy);
    expect(notice).toMatchObject({ result: { version: expect.stringMatching(/^[0-9a-f]{12}$/u), text: { zh_CN: '# 我们的', zh_TW: null } } });
    expect(await shownTo('')).toContain('We keep **little**.');
    expect(await shownTo('')).not.toContain('<script');
    const { result } = await staff.ask('', accountApi.options);
    expect(await shownTo('')).toContain(`"version":"${String(Object.entries(result ?? {}).find(([name]) => name === 'privacyVersion')?.[1])}"`);
  });

  test('of a tenant is shown to its people, not to others and not on the sign-in page', async () => {
    await setBy(staff.token.boss, 'site.privacyEnUs', '# Of tenant one');
    for (const token of [staff.token.boss, staff.token.sam]) expect(await shownTo(token)).toContain('Of tenant one');
    for (const token of ['', staff.token.far, staff.token.admin]) expect(await shownTo(token)).not.toContain('Of tenant one');
  });
});

test('a sign-in tells the log which text was agreed to, and one of another client that tells nothing is taken', async () => {
  const processes = await startProcesses('privacy', ['api']);
  try {
    const person = { username: 'admin', password: processes.password };
    expect(await processes.first.ask('', sessionApi.login, { ...person, agreePrivacy: 'text7' })).toMatchObject({ success: true });
    expect(await processes.first.ask('', sessionApi.login, person)).toMatchObject({ success: true });
    const rows = await processes.database.asSuperuser(
      `select request_param from sys_log where act = 'login' and request_param ->> 'agreePrivacy' = 'text7'`,
    );
    expect(rows).toHaveLength(1);
    expect(JSON.stringify(rows)).not.toContain(processes.password);
  } finally {
    await processes.close();
  }
});
