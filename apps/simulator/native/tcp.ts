import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { Deframer } from '#engines/protocol/codec/deframer.ts';
import { framing } from '#engines/protocol/native/frame.ts';
import { BAD_BYTES_MAX, BUFFER_MAX_BYTES } from '#engines/protocol/native/limits.ts';
import type { Dial } from '../pile/channel.ts';

interface TcpAddress {
  readonly host: string;
  readonly port: number;
  /** Connects over TLS and trusts these certificates. */
  readonly ca?: string | undefined;
}

/** Connections to the platform's port for native piles. Messages are whole frames. */
export const tcpDial =
  ({ host, port, ca }: TcpAddress): Dial =>
  (_pile, events) => {
    const socket = ca === undefined ? connect({ host, port, noDelay: true }) : connectTls({ host, port, ca });
    const deframer = new Deframer(framing, { bufferMax: BUFFER_MAX_BYTES, badBytesMax: BAD_BYTES_MAX });
    let detail = 'closed';
    socket.on(ca === undefined ? 'connect' : 'secureConnect', () =>
      events.opened({
        send: (message) => void (socket.writable && socket.write(message)),
        close: () => void socket.end(),
        cut: () => void socket.destroy(),
      }),
    );
    socket.on('data', (chunk: Uint8Array) => {
      deframer.push(chunk);
      for (let frame = deframer.next(); frame; frame = deframer.next()) events.received(frame.slice());
      if (deframer.broken) socket.destroy();
    });
    socket.on('error', (error: Error) => {
      detail = error.message;
    });
    socket.on('close', () => events.closed({ detail }));
    return () => void socket.destroy();
  };
