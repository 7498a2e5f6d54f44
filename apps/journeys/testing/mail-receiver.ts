import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export interface ReceivedFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface ReceivedMail {
  readonly to: string;
  readonly files: readonly ReceivedFile[];
}

/** A mail server to which the product speaks SMTP. */
export interface MailReceiver {
  /** The environment variables that name it. */
  readonly env: Readonly<Record<string, string>>;
  /** The mails to an address, the oldest first. */
  readonly mailsTo: (address: string) => readonly ReceivedMail[];
  readonly stop: () => Promise<void>;
}

export const startMailReceiver = async (): Promise<MailReceiver> => {
  const mails: ReceivedMail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const files = filesIn(Buffer.concat(chunks).toString('latin1'));
        for (const { address } of session.envelope.rcptTo) mails.push({ to: address, files });
        done();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  const address: AddressInfo | string | null = server.server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'ChargeOps <billing@chargeops.example>' },
    mailsTo: (to) => mails.filter((mail) => mail.to === to),
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

/** The parts with a file name, which mail programs send in base64. */
const filesIn = (text: string): readonly ReceivedFile[] =>
  text.split(/\r\n--/u).flatMap((part) => {
    const [head = '', body = ''] = part.split(/\r\n\r\n/u, 2);
    const name = /filename="?([^"\r\n;]+)"?/u.exec(head)?.[1];
    return name === undefined ? [] : [{ name, bytes: Buffer.from(body, 'base64') }];
  });
