import { spawn } from 'node:child_process';
import { Socket } from 'node:net';

/**
 * A killed test run takes a folder along, and the database server whose data lies in `database` there: the watcher reads until
 * our end of the pipe closes. Answers how it is told that nothing is left to watch.
 */
export const removeOnExit = (folder: string, database: string): (() => void) => {
  const script = 'read -r _; pid=$(head -n 1 "$1/$2/postmaster.pid" 2>/dev/null) && kill -9 "$pid"; sleep 1; rm -rf "$1"';
  const watcher = spawn('sh', ['-c', script, 'sh', folder, database], { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  watcher.unref();
  if (watcher.stdin instanceof Socket) watcher.stdin.unref();
  return () => void watcher.kill();
};
