import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '#kit/test/database.ts';
import type { TestDatabase } from '#kit/test/database.ts';
import { scratchFolder } from '#kit/test/scratch.ts';
import { listeningPort } from './roles/listening-port.ts';

/** Warnings on their way to a mail server while the process that sends them is killed. */

/** The built program, as `npm start` runs it. */
const PROGRAM = fileURLToPath(new URL('../../tools/start.mjs', import.meta.url));
const MESSAGES = 24;
const ACCEPTED = 2;

/** A real mail server that keeps what it has received, and does not answer while it hangs. */
const startMailServer = async () => {
  const received: { readonly messageId: string; readonly to: string }[] = [];
  const held: (() => void)[] = [];
  let hangs = true;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onData: (stream, session, done) => {
      let text = '';
      stream.on('data', (part: Buffer) => (text += part.toString()));
      stream.on('end', () => {
        received.push({
          messageId: /^Message-ID: <([^@>]+)/imu.exec(text)?.[1] ?? '',
          to: session.envelope.rcptTo[0]?.address ?? '',
        });
        if (hangs) held.push(() => done());
        else done();
      });
    },
  });
  // A connection that its client has lost is no error of the test.
  server.on('error', () => undefined);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    received,
    url: `smtp://127.0.0.1:${listeningPort(server.server.address())}`,
    answer: () => {
      hangs = false;
      for (const done of held.splice(0)) done();
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
};

let database: TestDatabase;
let mail: Awaited<ReturnType<typeof startMailServer>>;
let dataDir: string;
const processes: ChildProcess[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  mail = await startMailServer();
  dataDir = await mkdtemp(path.join(scratchFolder(), 'chargeops-killed-'));
});
afterAll(async () => {
  for (const child of processes) child.kill('SIGKILL');
  await mail.close();
  await database.close();
  await rm(dataDir, { recursive: true, force: true });
});

const startSender = (): ChildProcess => {
  const child = spawn(process.execPath, [PROGRAM, '--empty'], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      DATABASE_URL: database.ownerUrl,
      ROLES: 'worker',
      NODE_NAME: `sender-${processes.length}`,
      SMTP_URL: mail.url,
      MAIL_FROM: 'alarms@ops.example',
    },
    stdio: 'ignore',
  });
  processes.push(child);
  return child;
};
const kill = async (child: ChildProcess): Promise<void> => {
  const ended = once(child, 'exit');
  child.kill('SIGKILL');
  await ended;
  // The lease of what the dead process was sending ends.
  await database.asSuperuser('update warning_log set lease_until = now(), due_time = now() where lease_until is not null');
};
const untilReceived = async (count: number): Promise<void> => {
  await expect.poll(() => mail.received.length, { interval: 20 }).toBeGreaterThanOrEqual(count);
};
const acceptedKeys = async () =>
  (
    await database.asSuperuser<{ key: string }>('select message_key as key from warning_log where tenant_id = 1 and warning_stat = $1 order by 1', [
      ACCEPTED,
    ])
  ).map(({ key }) => key);

test('no warning is lost by kills of its sender, and one that arrives twice has the same number', async () => {
  await database.asSuperuser(`insert into tenant (tenant_id, name) values (1, 'T');
    insert into warning_account (warning_account_id, tenant_id, warning_account_name, warning_account_type, warning_account, address_hash, warning_lang, verified_at)
      select 1000 + n, 1, 'Account ' || n, 2, 'desk' || n || '@ops.example', 'hash ' || n, 'en_US', now() from generate_series(1, ${MESSAGES}) n;
    insert into warning_log (tenant_id, warning_account_id, warning_kind, exception_level, warning_title, warning_msg, warning_account_type, warning_account, due_time, give_up_time, message_key)
      select 1, 1000 + n, 1, 1, 'Title', 'Text ' || n, 2, 'desk' || n || '@ops.example', now(), now() + interval '1 day', 'key-' || n from generate_series(1, ${MESSAGES}) n`);
  const keys = Array.from({ length: MESSAGES }, (_unused, index) => `key-${index + 1}`).toSorted();

  // Killed while the mail server has messages that it has not answered.
  const first = startSender();
  await untilReceived(3);
  await kill(first);
  expect(await acceptedKeys()).toEqual([]);
  const unanswered = mail.received.map(({ messageId }) => messageId);
  mail.answer();

  // Killed in the midst of its work.
  const second = startSender();
  await untilReceived(unanswered.length + 4);
  await kill(second);
  expect((await acceptedKeys()).length).toBeLessThan(MESSAGES);

  startSender();
  await expect.poll(acceptedKeys, { interval: 100 }).toEqual(keys);
  const arrived = mail.received.map(({ messageId }) => messageId);
  expect([...new Set(arrived)].toSorted()).toEqual(keys);
  // What was not answered came again under its number; nothing came more often than its sender was killed and once more.
  for (const key of unanswered) expect(arrived.filter((one) => one === key).length).toBeGreaterThanOrEqual(2);
  for (const key of keys) expect(arrived.filter((one) => one === key).length).toBeLessThanOrEqual(3);
  for (const { messageId, to } of mail.received) expect(to).toBe(`${messageId.replace('key-', 'desk')}@ops.example`);
});
